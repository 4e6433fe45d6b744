/** The world of the recipes: a mainnet with vaults, hot wallets and a collection, and the service for it. */
import { encodeGrant, startLocalChain } from '@mandate/contracts';
import {
  type Address,
  createDelegation,
  type DelegationFields,
  FULL_RIGHTS,
  parseAddress,
  rightsFromText,
} from '@mandate/core';
import { startService } from './service.ts';

const VAULT = parseAddress('0x00000000000000000000000000000000000c01d0');
const SAFE = parseAddress('0x0000000000000000000000000000000000005afe');
const HOT = parseAddress('0x0000000000000000000000000000000000000407');
const FRIEND = parseAddress('0x000000000000000000000000000000000000f21e');
const COLLECTION = parseAddress('0xc011ec7100000000000000000000000000000001');

const USUAL = { registry: 'v2', from: VAULT, to: HOT, contract: COLLECTION, rights: FULL_RIGHTS } as const;
/** Each grant has its own block, starting with block 2. */
const GRANTS: readonly DelegationFields[] = [
  { ...USUAL, kind: 'contract' },
  { ...USUAL, kind: 'all', from: SAFE },
  { ...USUAL, kind: 'erc721', to: FRIEND, tokenId: 7n },
  { ...USUAL, kind: 'contract', to: FRIEND, rights: rightsFromText('vote') },
  // A wallet that may act for the hot wallet is not the person behind it.
  { ...USUAL, kind: 'all', from: HOT, to: FRIEND },
  // A wallet that delegates to itself must not count twice.
  { ...USUAL, kind: 'all', from: HOT },
];
/** Enough blocks to make all of them final. */
const BLOCKS_AFTER = 12;

/** Returns the word stored under the first argument, whichever function is called. */
const TOKEN_CODE = '0x6004355460005260206000f3';
const ETHER = 10n ** 18n;
const OWNERS: readonly (readonly [token: bigint, owner: Address])[] = [
  [7n, VAULT],
  [8n, VAULT],
  [9n, SAFE],
];

const wordOf = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}` as const;

/** The time between blocks while a recipe waits for one. */
const BLOCK_MS = 250;

export async function startRecipesWorld() {
  const chain = await startLocalChain({ chainId: 1 });
  await chain.client.setCode({ address: COLLECTION, bytecode: TOKEN_CODE });
  const store = (key: bigint, value: bigint) =>
    chain.client.setStorageAt({ address: COLLECTION, index: wordOf(key), value: wordOf(value) });
  for (const [token, owner] of OWNERS) await store(token, BigInt(owner));
  for (const wallet of [VAULT, SAFE]) {
    await store(BigInt(wallet), BigInt(OWNERS.filter(([, owner]) => owner === wallet).length));
  }
  await chain.client.setBalance({ address: VAULT, value: ETHER });
  for (const fields of GRANTS) {
    const delegation = createDelegation(fields);
    const to = chain.registries[delegation.registry];
    if (!to) throw new Error(`Mainnet has lost its ${delegation.registry} registry.`);
    await chain.send({ from: delegation.from, to, data: encodeGrant(delegation) });
    await chain.mine();
  }
  await chain.mine(BLOCKS_AFTER);
  const service = await startService({
    chains: [chain],
    unfollowed: { 8453: { nodes: ['http://127.0.0.1:9'] } },
  });
  await service.catchUp(chain);
  return {
    url: service.url,
    nodeUrl: chain.url,
    /** Mines blocks while `run` is running. */
    async withBlocks<T>(run: () => Promise<T>): Promise<T> {
      const mining = setInterval(() => void chain.mine(), BLOCK_MS);
      try {
        return await run();
      } finally {
        clearInterval(mining);
      }
    },
    async close() {
      await service.close();
      await chain.stop();
    },
  };
}
