import { type Call, type LocalChain, readSampleCode, startLocalChain } from '@mandate/contracts';
import { parseAddress } from '@mandate/core';
import { type Service, startService } from '@mandate/testing/service/service';
import { until } from '@mandate/testing/until';
import { encodeFunctionData, parseAbi, zeroHash } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';

const wallet = (n: number) => parseAddress(`0x${n.toString(16).padStart(40, '0')}`);
const [HOT, VAULT, OTHER, STRANGER] = [wallet(0xa01), wallet(0xb01), wallet(0xb02), wallet(0xc01)];
const [ART, ITEMS, COIN] = [wallet(0xf01), wallet(0xf02), wallet(0xf03)];
const V2 = parseAddress('0x00000000000000447e69651d841bd8d104bed493');
const V1 = parseAddress('0x00000000000076a84fef008cdabe6409d2fe638b');
const RIGHT = `0x${'11'.repeat(32)}` as const;

const v2 = parseAbi([
  'function delegateAll(address to, bytes32 rights, bool enable)',
  'function delegateERC721(address to, address contract_, uint256 tokenId, bytes32 rights, bool enable)',
  'function delegateERC20(address to, address contract_, bytes32 rights, uint256 amount)',
  'function delegateERC1155(address to, address contract_, uint256 tokenId, bytes32 rights, uint256 amount)',
]);
const v1 = parseAbi(['function delegateForContract(address delegate, address contract_, bool value)']);
const tokens = parseAbi([
  'function mint(address to, uint256[] tokenIds)',
  'function mint(address to, uint256[] ids, uint256[] values)',
  'function mint(address to, uint256 value)',
  'function transferFrom(address from, address to, uint256 tokenId)',
]);

interface Answer {
  readonly complete: boolean;
  readonly holders: readonly { balance: number; tokenIds: unknown; grants: unknown[] }[];
  readonly block: unknown;
  readonly errors: readonly { parameter: string }[];
}

let chain: LocalChain;
let service: Service;

const send = (from: typeof HOT, { to, data }: Call) => chain.send({ from, to, data });

async function ask(query: Record<string, unknown>, status = 200) {
  const parameters = new URLSearchParams({ chainId: String(chain.chainId), wallet: HOT });
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
  const response = await service.get(`/eligibility?${parameters}`);
  const body = (await response.json()) as Answer;
  expect(response.status, JSON.stringify(body)).toBe(status);
  return body;
}

beforeAll(async () => {
  const startsAt = Math.floor(Date.now() / 1_000) - 1_000;
  chain = await startLocalChain({
    startsAt: [startsAt, startsAt + 12],
    contracts: new Map([
      [ART, readSampleCode('sample-erc721')],
      [ITEMS, readSampleCode('sample-erc1155')],
      [COIN, readSampleCode('sample-erc20')],
    ]),
  });
  await chain.client.setBlockTimestampInterval({ interval: 12 });
  const mint = (to: typeof HOT, ids: bigint[]) =>
    send(HOT, { to: ART, data: encodeFunctionData({ abi: tokens, functionName: 'mint', args: [to, ids] }) });
  await mint(VAULT, [1n, 2n, 3n]);
  await mint(OTHER, [4n, 5n]);
  await mint(HOT, [6n]);
  await send(HOT, {
    to: ITEMS,
    data: encodeFunctionData({ abi: tokens, functionName: 'mint', args: [VAULT, [7n], [10n]] }),
  });
  await send(HOT, {
    to: COIN,
    data: encodeFunctionData({ abi: tokens, functionName: 'mint', args: [VAULT, 1_000n] }),
  });
  await chain.mine();
  // Block 3: one token, a part of the coins, a part of the items.
  await send(VAULT, {
    to: V2,
    data: encodeFunctionData({
      abi: v2,
      functionName: 'delegateERC721',
      args: [HOT, ART, 2n, zeroHash, true],
    }),
  });
  await send(VAULT, {
    to: V2,
    data: encodeFunctionData({ abi: v2, functionName: 'delegateERC20', args: [HOT, COIN, zeroHash, 400n] }),
  });
  await send(VAULT, {
    to: V2,
    data: encodeFunctionData({ abi: v2, functionName: 'delegateERC20', args: [HOT, COIN, RIGHT, 700n] }),
  });
  await send(VAULT, {
    to: V2,
    data: encodeFunctionData({
      abi: v2,
      functionName: 'delegateERC1155',
      args: [HOT, ITEMS, 7n, zeroHash, 99n],
    }),
  });
  await chain.mine();
  // Block 4: the other vault, in v1, for the collection.
  await send(OTHER, {
    to: V1,
    data: encodeFunctionData({ abi: v1, functionName: 'delegateForContract', args: [HOT, ART, true] }),
  });
  await send(HOT, {
    to: V2,
    data: encodeFunctionData({ abi: v2, functionName: 'delegateAll', args: [HOT, zeroHash, true] }),
  });
  await chain.mine(10);
  service = await startService({ chains: [chain] });
  await service.catchUp(chain);
});
afterAll(async () => {
  await service.close();
  await chain.stop();
});

test('a collection: own tokens, a token of one vault, and all of another', async () => {
  const answer = await ask({ contract: ART });
  expect(answer).toMatchObject({
    eligible: true,
    balance: 4,
    complete: true,
    standard: 'ERC721',
    unknown: [],
  });
  expect(
    answer.holders.map(
      ({ balance, tokenIds, grants }: { balance: number; tokenIds: unknown; grants: unknown[] }) => [
        balance,
        tokenIds,
        grants.length,
      ],
    ),
  ).toEqual([
    [1, null, 0],
    [1, [2], 1],
    [2, null, 1],
  ]);
  expect(answer.block).toMatchObject({ chainId: chain.chainId, hash: expect.any(String) });
  expect(await ask({ contract: ART, min: 5 })).toMatchObject({ eligible: false, balance: 4 });
  expect(await ask({ contract: ART, registries: 'v2' })).toMatchObject({ balance: 2 });
});

test('one token: only its owner matters', async () => {
  expect(await ask({ contract: ART, tokenId: 2 })).toMatchObject({ eligible: true, balance: 1 });
  expect(await ask({ contract: ART, tokenId: 1 })).toMatchObject({
    eligible: false,
    balance: 0,
    complete: true,
  });
  expect(await ask({ contract: ART, tokenId: 4 })).toMatchObject({ eligible: true });
  expect(await ask({ contract: ART, tokenId: 6 })).toMatchObject({ eligible: true });
  expect(await ask({ contract: ART, tokenId: 999 })).toMatchObject({ eligible: false, complete: true });
});

test('amounts: the smaller of balance and amount, the larger of several amounts', async () => {
  expect(await ask({ contract: COIN, standard: 'ERC20' })).toMatchObject({ balance: 400 });
  expect(await ask({ contract: COIN, standard: 'ERC20', rights: RIGHT })).toMatchObject({ balance: 700 });
  expect(await ask({ contract: ITEMS, tokenId: 7 })).toMatchObject({ balance: 10, standard: 'ERC1155' });
});

test('one vault only', async () => {
  expect(await ask({ contract: ART, vault: VAULT })).toMatchObject({
    balance: 1,
    holders: [{ tokenIds: [2] }],
  });
  expect(await ask({ contract: ART, vault: OTHER })).toMatchObject({ balance: 2 });
  expect(await ask({ contract: ART, vault: STRANGER })).toMatchObject({ eligible: false, holders: [] });
  expect(await ask({ contract: ART, vault: VAULT, tokenId: 2 })).toMatchObject({ eligible: true });
  expect(await ask({ contract: ART, vault: OTHER, tokenId: 2 })).toMatchObject({ eligible: false });
  expect((await ask({ contract: ART, vault: HOT }, 400)).errors[0]?.parameter).toBe('vault');
});

test('the past, by block and by time, and strict', async () => {
  expect(await ask({ contract: ART, atBlock: 2 })).toMatchObject({
    balance: 1,
    block: { number: 2, hash: expect.any(String) },
  });
  expect(await ask({ contract: ART, atBlock: 3 })).toMatchObject({ balance: 2 });
  expect(await ask({ contract: ART, atBlock: 9 })).toMatchObject({
    balance: 4,
    block: { number: 9, hash: expect.any(String) },
  });
  const { timestamp, hash } = await chain.client.getBlock({ blockNumber: 8n });
  const next = await chain.client.getBlock({ blockNumber: 9n });
  expect(await ask({ contract: ART, atTime: Number(next.timestamp) - 1 })).toMatchObject({
    balance: 4,
    block: { number: 8, hash, timestamp: Number(timestamp) },
  });
  expect(await ask({ contract: ART, consistency: 'strict' })).toMatchObject({
    balance: 4,
    block: { safeNumber: expect.any(Number) },
  });
});

test('what is wrong with a question', async () => {
  expect(await ask({ contract: COIN }, 400)).toMatchObject({ code: 'standard_unknown' });
  expect(await ask({ contract: STRANGER }, 400)).toMatchObject({ code: 'standard_unknown' });
  expect((await ask({ contract: ITEMS }, 400)).errors[0]?.parameter).toBe('tokenId');
  expect((await ask({ contract: ITEMS, standard: 'ERC1155' }, 400)).errors[0]?.parameter).toBe('tokenId');
  expect((await ask({ contract: COIN, standard: 'ERC20', tokenId: 1 }, 400)).errors[0]?.parameter).toBe(
    'tokenId',
  );
  expect((await ask({ contract: ART, min: 0 }, 400)).errors[0]?.parameter).toBe('min');
  expect((await ask({ contract: ART, atBlock: 2, blockTag: 'safe' }, 400)).errors).toHaveLength(2);
  expect(await ask({ contract: STRANGER, standard: 'ERC20' })).toMatchObject({
    eligible: null,
    complete: false,
    unknown: expect.arrayContaining([expect.objectContaining({ reason: 'contract_failed' })]),
  });
});

test('many wallets at one block', async () => {
  const body = { chainId: chain.chainId, contract: ART, wallets: [HOT, VAULT, STRANGER], min: '2' };
  const response = await service.get('/eligibility', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  const { answers, standard } = (await response.json()) as { answers: unknown[]; standard: string };
  expect(standard).toBe('ERC721');
  expect(answers).toMatchObject([
    { eligible: true, balance: 4 },
    { eligible: true, balance: 3 },
    { eligible: false, balance: 0 },
  ]);
});

test('grants of a vault under audit do not count, and are named as unknown', async () => {
  const { rows } = await service.database.query(
    "insert into audit_marks (chain_id, registry, vault) values ($1, 2, decode($2, 'hex')) returning vault",
    [chain.chainId, VAULT.slice(2)],
  );
  expect(rows).toHaveLength(1);
  const unknown = [{ reason: 'under_audit', holder: null }];
  await until('the mark acts', async () => !(await ask({ contract: ART, min: 9 })).complete);
  // The wallet's own token and those of the other vault are enough, or the answer is not known.
  expect(await ask({ contract: ART, min: 3 })).toMatchObject({ eligible: true, balance: 3, unknown });
  expect(await ask({ contract: ART, min: 4 })).toMatchObject({ eligible: null, balance: 3, unknown });
  expect(await ask({ contract: ART, registries: 'v1' })).toMatchObject({ balance: 3, complete: true });
  expect(await ask({ contract: ART, tokenId: 2 })).toMatchObject({ eligible: null, balance: 0 });
  expect(await ask({ contract: ART, tokenId: 4 })).toMatchObject({ eligible: true, complete: true });
  for (const token of [{}, { tokenId: 2 }])
    expect(await ask({ contract: ART, min: 3, exclusive: true, ...token })).toMatchObject({ eligible: null });
  expect(await ask({ contract: ART, vault: OTHER })).toMatchObject({ balance: 2, complete: true });
  expect(await ask({ contract: ART, vault: VAULT }, 503)).toMatchObject({ code: 'under_audit' });
  const owner = await service.get(`/exclusive/owner?chainId=${chain.chainId}&contract=${ART}&tokenId=2`);
  expect([owner.status, await owner.json()]).toMatchObject([503, { code: 'under_audit' }]);
});
