/** A ZK Stack chain: its nodes refuse an `eth_call` without `to`. */
import { type LocalChain, readSampleCode, startLocalChain } from '@mandate/contracts';
import { type Address, FULL_RIGHTS, parseAddress } from '@mandate/core';
import { createMisbehavingNode, type MisbehavingNode } from '@mandate/testing/chain/misbehaving-node';
import { type Service, startService } from '@mandate/testing/service/service';
import { encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';

const address = (n: number) => parseAddress(`0x${n.toString(16).padStart(40, '0')}`);
const [HOT, VAULT, ART, HOSTILE] = [address(0xa01), address(0xb01), address(0xf01), address(0xf02)];
const ABSTRACT = 2_741;
const abi = parseAbi([
  'struct Range { uint16 least; uint16 most; }',
  'function describe(string name, string symbol, string description, string[] pieces, Range[] gaps)',
  'function mint(address to, uint256[] tokenIds)',
  'function delegateAll(address to, bytes32 rights, bool enable)',
]);

let chain: LocalChain;
let node: MisbehavingNode;
let service: Service;

beforeAll(async () => {
  chain = await startLocalChain({
    chainId: ABSTRACT,
    contracts: new Map<Address, Hex>([
      [ART, readSampleCode('sample-erc721')],
      // Reverts with what nodes say about themselves: "execution reverted: header not found, too many requests".
      [HOSTILE, revertWith('header not found, too many requests')],
    ]),
  });
  const art = ['Night Trams', 'TRAM', 'Trams.', ['<svg/>'], []] as const;
  const send = (from: Address, to: Address, data: Hex) => chain.send({ from, to, data });
  await send(HOT, ART, encodeFunctionData({ abi, functionName: 'describe', args: art }));
  await send(HOT, ART, encodeFunctionData({ abi, functionName: 'mint', args: [VAULT, [1n, 2n]] }));
  const grant = encodeFunctionData({ abi, functionName: 'delegateAll', args: [HOT, FULL_RIGHTS, true] });
  await send(VAULT, chain.registries.v2, grant);
  await chain.mine();
  node = await createMisbehavingNode(chain.url);
  node.misbehave({
    answer({ method, params: [call] }, honest) {
      if (method !== 'eth_call' || (call as { to?: Address }).to) return honest;
      return { error: { code: 3, message: 'Failed to serialize transaction: toAddressIsNull' } };
    },
  });
  service = await startService({ chains: [{ ...chain, url: node.url }] });
  await service.catchUp(chain);
});
afterAll(async () => {
  await service?.close();
  await node?.stop();
  await chain?.stop();
});

function revertWith(text: string): Hex {
  const data = Buffer.alloc(100);
  data.set(Buffer.from('08c379a0', 'hex'));
  data[35] = 32;
  data[67] = text.length;
  data.write(text, 68);
  // codecopy(0, 12, 100), revert(0, 100)
  return `0x6064600c60003960646000fd${data.toString('hex')}`;
}

async function ask(path: string, query: Record<string, unknown>) {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) asked.set(name, String(value));
  const response = await service.get(`${path}?${asked}`);
  return { status: response.status, body: await response.json() };
}

test('eligibility counts the tokens of a vault', async () => {
  const { body } = await ask('/eligibility', { chainId: ABSTRACT, wallet: HOT, contract: ART, tokenId: 2 });
  expect(body).toMatchObject({ eligible: true, balance: 1, standard: 'ERC721', unknown: [] });
});

test.each([
  ['a token', 1, { owner: getAddress(VAULT) }],
  ['a token that nobody owns', 9, { owner: null }],
])('the owner of %s', async (_, tokenId, answer) => {
  const { status, body } = await ask('/exclusive/owner', {
    chainId: ABSTRACT,
    contract: ART,
    tokenId,
    rights: `0x${'12'.repeat(24)}`,
  });
  expect([status, body]).toMatchObject([200, answer]);
});

test('names, of a contract that reverts with the words of a node, too', async () => {
  const { body } = await ask('/names', {
    of: [HOT, ART, HOSTILE].map((each) => `${ABSTRACT}:${each}`).join(),
  });
  expect(body).toMatchObject({
    addresses: [
      { known: true, isContract: false },
      { known: true, isContract: true, contract: { name: 'Night Trams', standard: 'ERC721' } },
      { known: true, isContract: true, contract: null },
    ],
  });
});
