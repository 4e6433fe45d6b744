import { encodeGrant, type LocalChain, readSampleCode, startLocalChain } from '@mandate/contracts';
import { type Address, createDelegation, type Kind, parseAddress } from '@mandate/core';
import { type Service, startService } from '@mandate/testing/service/service';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';

const wallet = (n: number) => parseAddress(`0x${n.toString(16).padStart(40, '0')}`);
const [HOT, VAULT, OTHER, LATE, STRANGER] = [0xa01, 0xb01, 0xb02, 0xb03, 0xc01].map(wallet) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];
const [PLAIN, LISTED, BATCH, ITEMS, LIAR] = [0xf01, 0xf02, 0xf03, 0xf04, 0xf05].map(wallet) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];
/** Each has one token of the contract that lists its ids, so that a page does not hold all of them. */
const MANY = Array.from({ length: 6 }, (_, i) => wallet(0xd01 + i));
const abi = parseAbi([
  'function mint(address to, uint256 quantity)',
  'function mint(address to, uint256[] tokenIds)',
  'function mint(address to, uint256[] ids, uint256[] values)',
  'function give(address to, uint256 tokenId)',
  'function behave(uint8 mode, bool isEnumerable)',
]);
const LIES = { repeatsIds: 1, listsIdsOfOthers: 2, burnsGas: 5, claimsEndlessLists: 8, balancesTooLow: 10 };

interface Answer {
  readonly tokens: readonly {
    tokenId: number;
    holder: Address;
    amount: number | null;
    grants: { type: string }[];
  }[];
  readonly complete: boolean;
  readonly unknownIds: readonly number[];
  readonly unknown: readonly { reason: string; holder: string | null }[];
  readonly block: { readonly number: number; readonly hash: string };
  readonly next: string | null;
  readonly code?: string;
}

let chain: LocalChain;
let service: Service;

const send = (from: Address, to: Address, data: Hex) => chain.send({ from, to, data });
const call = (to: Address, functionName: 'mint' | 'give' | 'behave', args: readonly unknown[]) =>
  send(STRANGER, to, encodeFunctionData({ abi, functionName, args } as never));

function grant(from: Address, kind: Kind, contract: Address, tokenId = 0n, to = HOT) {
  const fields = { registry: 'v2', kind, from, to, contract, tokenId, amount: 4n } as const;
  return send(from, chain.registries.v2, encodeGrant(createDelegation({ ...fields, rights: FULL })));
}
const FULL = `0x${'00'.repeat(32)}` as never;

beforeAll(async () => {
  chain = await startLocalChain({
    contracts: new Map([
      [PLAIN, readSampleCode('sample-erc721')],
      [LISTED, readSampleCode('enumerable-erc721')],
      [BATCH, readSampleCode('batch-erc721')],
      [ITEMS, readSampleCode('sample-erc1155')],
      [LIAR, readSampleCode('hostile-collection')],
    ]),
  });
  await call(PLAIN, 'mint', [VAULT, [1n, 2n, 3n]]);
  await call(PLAIN, 'mint', [OTHER, [4n]]);
  for (const [owner, id] of [
    [HOT, 10n],
    [VAULT, 11n],
    [VAULT, 12n],
    ...MANY.map((each, i) => [each, BigInt(20 + i)] as const),
  ] as const)
    await call(LISTED, 'give', [owner, id]);
  // The last token is the 1,201st, in the second window.
  for (const [owner, count] of [
    [HOT, 1n],
    [STRANGER, 1_199n],
    [HOT, 1n],
  ] as const)
    await call(BATCH, 'mint', [owner, count]);
  await call(ITEMS, 'mint', [VAULT, [7n], [10n]]);
  for (const id of [1n, 2n, 3n]) await call(LIAR, 'give', [id === 3n ? OTHER : HOT, id]);
  await chain.mine();
  await grant(VAULT, 'erc721', PLAIN, 2n);
  await grant(VAULT, 'erc721', PLAIN, 4n);
  await grant(OTHER, 'contract', PLAIN);
  await grant(VAULT, 'contract', LISTED);
  await grant(VAULT, 'erc1155', ITEMS, 7n);
  for (const each of MANY) await grant(each, 'contract', LISTED, 0n, LATE);
  await chain.mine(3);
  service = await startService({ chains: [chain] });
  await service.catchUp(chain);
});
afterAll(async () => {
  await service.close();
  await chain.stop();
});

async function ask(contract: Address, query: Record<string, unknown> = {}, status = 200): Promise<Answer> {
  const parameters = new URLSearchParams({ chainId: String(chain.chainId), wallet: HOT, contract });
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
  return read(await service.get(`/tokens?${parameters}`), status);
}

async function check(contract: Address, tokenIds: unknown, more: object = {}, status = 200): Promise<Answer> {
  const body = JSON.stringify({ chainId: chain.chainId, wallet: HOT, contract, tokenIds, ...more });
  const headers = { 'content-type': 'application/json' };
  return read(await service.get('/tokens', { method: 'POST', headers, body }), status);
}

async function read(response: Response, status: number): Promise<Answer> {
  const body = (await response.json()) as Answer;
  expect(response.status, JSON.stringify(body)).toBe(status);
  return body;
}

const show = ({ tokens }: Answer) =>
  tokens.map(({ tokenId, holder, grants }) => [tokenId, wallet(Number(holder)), grants.length]);
const reasons = ({ unknown }: Answer) => unknown.map(({ reason }) => reason);

test('a contract that lists ids: the own token, and all of a vault', async () => {
  const answer = await ask(LISTED);
  expect(show(answer)).toEqual([
    [10, HOT, 0],
    [11, VAULT, 1],
    [12, VAULT, 1],
  ]);
  expect(answer).toMatchObject({ complete: true, unknown: [], standard: 'ERC721', next: null });
});

test('a contract that lists no ids: those of grants, and why there may be more', async () => {
  const answer = await ask(PLAIN);
  expect(show(answer)).toEqual([[2, VAULT, 1]]);
  expect(answer.complete).toBe(false);
  expect(answer.unknown).toMatchObject([{ reason: 'ids_unknown' }]);
  expect(wallet(Number(answer.unknown[0]?.holder))).toBe(OTHER);
  expect(await ask(PLAIN, { vault: VAULT })).toMatchObject({ complete: true, tokens: [{ tokenId: 2 }] });
});

test('ERC721A: ids of every window', async () => {
  const answer = await ask(BATCH);
  expect([show(answer), answer.complete]).toEqual([
    [
      [1, HOT, 0],
      [1_201, HOT, 0],
    ],
    true,
  ]);
});

test('ids that are sent: usable, not usable, and of nobody', async () => {
  const answer = await check(PLAIN, [1, '2', 4, 99, 2]);
  expect(show(answer)).toEqual([
    [2, VAULT, 1],
    [4, OTHER, 1],
  ]);
  expect(answer).toMatchObject({ complete: true, unknownIds: [] });
  expect(answer).not.toHaveProperty('next');
});

test('an amount of an ERC1155 is the smaller of balance and grant', async () => {
  expect(await ask(ITEMS)).toMatchObject({
    tokens: [{ tokenId: 7, amount: 4 }],
    complete: false,
    unknown: [{ reason: 'ids_unknown', holder: null }],
  });
  expect(await ask(ITEMS, { vault: VAULT })).toMatchObject({ tokens: [{ amount: 4 }], complete: true });
  expect(await check(ITEMS, [7, 8])).toMatchObject({ tokens: [{ tokenId: 7, amount: 4 }], complete: true });
  expect((await ask(ITEMS, { wallet: VAULT })).tokens).toEqual([]);
  expect((await check(ITEMS, [7], { wallet: VAULT })).tokens).toMatchObject([{ amount: 10 }]);
});

test('pages are of the block of the first one', async () => {
  const first = await ask(LISTED, { wallet: LATE });
  expect(first.tokens).toHaveLength(5);
  await call(LISTED, 'give', [STRANGER, 25n]);
  await chain.mine();
  await service.catchUp(chain);
  const second = await ask(LISTED, { wallet: LATE, cursor: first.next });
  expect(second).toMatchObject({ tokens: [{ tokenId: 25 }], complete: true, next: null, block: first.block });
  expect(await ask(LISTED, { cursor: first.next }, 400)).toMatchObject({
    errors: [{ parameter: 'cursor' }],
  });
  // The same block with another transaction.
  const again = {
    from: STRANGER,
    to: LISTED,
    data: encodeFunctionData({ abi, functionName: 'give', args: [HOT, 99n] }),
  };
  await chain.reorg(3, [{ transaction: again, block: 0 }]);
  await chain.mine(4);
  await service.catchUp(chain);
  expect(await ask(LISTED, { wallet: LATE, cursor: first.next }, 400)).toMatchObject({
    code: 'cursor_expired',
  });
});

test.each(Object.entries(LIES))('a contract that lies is never complete: %s', async (_, mode) => {
  for (const isEnumerable of [true, false]) {
    await call(LIAR, 'behave', [mode, isEnumerable]);
    await chain.mine();
    await service.catchUp(chain);
    const answer = await ask(LIAR);
    expect(answer.complete).toBe(false);
    expect(answer.tokens.every(({ tokenId }) => tokenId === 1 || tokenId === 2)).toBe(true);
    expect(['ids_unknown', 'contract_failed']).toEqual(expect.arrayContaining(reasons(answer)));
    expect(show(await check(LIAR, [1, 2, 3]))).toHaveLength(2);
  }
});

test('what is wrong with a question', async () => {
  expect(await ask(STRANGER, {}, 400)).toMatchObject({ code: 'standard_unknown' });
  expect(await ask(PLAIN, { standard: 'ERC20' }, 400)).toMatchObject({ errors: [{ parameter: 'standard' }] });
  expect(await ask(PLAIN, { vault: HOT }, 400)).toMatchObject({ errors: [{ parameter: 'vault' }] });
  expect(await check(PLAIN, [], {}, 400)).toMatchObject({ errors: [{ parameter: 'tokenIds' }] });
  expect(await check(PLAIN, [2 ** 60], {}, 400)).toMatchObject({ errors: [{ parameter: 'tokenIds[0]' }] });
  expect(await check(PLAIN, Array(1_001).fill(1), {}, 400)).toMatchObject({
    errors: [{ parameter: 'tokenIds' }],
  });
});
