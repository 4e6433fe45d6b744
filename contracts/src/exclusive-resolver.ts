/** The exclusive delegate resolver on a local chain. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Address, parseAddress } from '@mandate/core';
import { encodeAbiParameters, type Hex } from 'viem';
import type { LocalChain } from './local-chain.ts';

/** The resolver's address on Ethereum, Base and ApeChain. ZK Stack chains derive addresses in another way. */
const RESOLVER = parseAddress('0x0000000000007129af73c46c9f01a3fb4ff61a02');
const OURS = fileURLToPath(new URL('../artifacts/exclusive-resolver.json', import.meta.url));

/**
 * Puts the resolver on a chain, for every block from the next one on: ours, or that of `RESOLVER_ARTIFACT`, a JSON file
 * with `bytecode`, whose constructor gets the registry's address, as solc, forge or hardhat write it.
 */
export async function installResolver({ client, registries, mine }: LocalChain): Promise<Address> {
  const created = readCreationCode(process.env['RESOLVER_ARTIFACT'] || OURS);
  const argument = encodeAbiParameters([{ type: 'address' }], [registries.v2]);
  // The constructor returns the code of the contract, with the registry's address in it.
  const { data } = await client.call({ data: `${created}${argument.slice(2)}` });
  if (!data) throw new Error('The constructor of the resolver returned no code.');
  await client.setCode({ address: RESOLVER, bytecode: data });
  await mine();
  return RESOLVER;
}

function readCreationCode(file: string): Hex {
  const { bytecode } = JSON.parse(readFileSync(file, 'utf8'));
  const code: unknown = typeof bytecode === 'object' ? bytecode?.object : bytecode;
  if (typeof code !== 'string' || !/^(?:0x)?(?:[0-9a-fA-F]{2})+$/.test(code)) {
    throw new TypeError(`${file} has no code. It must contain {"bytecode": "0x…"}.`);
  }
  return `0x${code.replace(/^0x/, '').toLowerCase()}`;
}
