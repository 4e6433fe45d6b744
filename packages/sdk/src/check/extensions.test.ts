/** Tests that the extensions throw on any unexpected answer, as the registries' own checks do. */

import { BLOCK, CONTRACT, FROM, GRANT, TO } from '@mandate/testing/ledger/sample-grant';
import {
  answer,
  type MisbehavingServer,
  startMisbehavingServer,
} from '@mandate/testing/service/misbehaving-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type BatchCheck,
  batch,
  ChainLaggingError,
  type Client,
  checkAll,
  checkErc20,
  createClient,
  InvalidParametersError,
  resolve,
} from '../index.ts';

let server: MisbehavingServer;
let client: Client;
beforeAll(async () => {
  server = await startMisbehavingServer();
  client = createClient({ baseUrl: server.url, retries: 0 });
});
afterAll(() => server.close());

const refused = (asked: Promise<unknown>) =>
  expect(asked).rejects.toMatchObject({ name: 'ConnectionError', code: 'unexpected_answer' });

describe('when', () => {
  const parties = { to: TO, from: FROM };
  test.each([
    ['atBlock', { atBlock: 18_000_000 }],
    ['atTime', { atTime: 1_600_000_000 }],
    ['minBlock', { minBlock: 20_000_000 }],
    ['strict', { consistency: 'strict' }],
  ] as const)('a service that does not know %s is not believed', async (_, when) => {
    server.behave(answer('true'));
    await refused(checkAll(client, { ...parties, ...when }));
  });

  test('a past block may have a number only, and only such a one', async () => {
    const past = { 'X-Block-Hash': undefined, 'X-Block-Timestamp': undefined };
    server.behave(answer('true', past));
    const { block } = await checkAll(client, { ...parties, atBlock: 19_000_000 });
    expect(block).toEqual({ chainId: 1, number: 19_000_000, hash: null, timestamp: null });
    expect((await checkAll(client, { ...parties, blockTag: 'finalized' })).block.hash).toBeNull();
    await refused(checkAll(client, parties));
    await refused(checkAll(client, { ...parties, atTime: 1_700_000_000 }));
    await refused(checkAll(client, { ...parties, blockTag: 'latest' }));
  });

  test('a strict answer names its second block', async () => {
    server.behave(answer('true', { 'X-Safe-Block-Number': '18999990' }));
    expect((await checkAll(client, { ...parties, consistency: 'strict' })).safeBlock).toBe(18_999_990);
    expect((await checkAll(client, parties)).safeBlock).toBeNull();
  });

  test.each([
    [{ atTime: 1_700_000_000_000 }, 'atTime'],
    [{ atTime: new Date('never') }, 'atTime'],
    [{ atTime: '2026-01-01' }, 'atTime'],
    [{ atBlock: -1 }, 'atBlock'],
    [{ atBlock: 1n }, 'atBlock'],
    [{ blockTag: 'pending' }, 'blockTag'],
    [{ consistency: true }, 'consistency'],
    [{ explain: 'true' }, 'explain'],
    [{ proof: 'true' }, 'proof'],
  ])('%o is refused before it is sent', async (when, parameter) => {
    server.behave(answer('true'));
    const asked = checkAll(client, { ...parties, ...when } as never);
    await expect(asked).rejects.toMatchObject({ errors: [{ parameter }] });
    expect(server.requests).toHaveLength(0);
  });

  test('a date is sent in seconds', async () => {
    server.behave(answer('true'));
    await checkAll(client, { ...parties, atTime: new Date(1_700_000_000_999) });
    expect(server.requests[0]?.url).toContain('atTime=1700000000');
  });
});

describe('why', () => {
  const explain = (body: unknown) => {
    server.behave(answer(JSON.stringify(body)));
    return checkAll(client, { to: TO, from: FROM, explain: true });
  };

  test('as it should be', async () => {
    const { value, because } = await explain({ value: true, because: [GRANT], block: BLOCK });
    expect([value, because]).toEqual([true, [GRANT]]);
    expect((await explain({ value: false, because: [], block: BLOCK })).because).toEqual([]);
    server.behave(answer(JSON.stringify({ value: '0', because: [], block: BLOCK })));
    const none = await checkErc20(client, { to: TO, from: FROM, contract: CONTRACT, explain: true });
    expect(none.value).toBe(0n);
  });

  test.each([
    true,
    { value: true, block: BLOCK },
    { value: true, because: [], block: BLOCK },
    { value: false, because: [GRANT], block: BLOCK },
    { value: 'true', because: [GRANT], block: BLOCK },
    { value: true, because: [GRANT], block: { ...BLOCK, number: 1 } },
    { value: true, because: [GRANT, { ...GRANT, from: TO }], block: BLOCK },
    { value: true, because: [{ ...GRANT, to: FROM }], block: BLOCK },
    { value: true, because: [{ ...GRANT, registry: 'v1' }], block: BLOCK },
    { value: true, because: [{ ...GRANT, rights: null }], block: BLOCK },
    { value: true, because: [{ ...GRANT, contract: CONTRACT }], block: BLOCK },
    { value: true, because: [{ ...GRANT, registry: 'v1', rights: null, amount: '1' }], block: BLOCK },
    { value: true, because: [{ ...GRANT, transaction: '0x' }], block: BLOCK },
  ])('%j', async (body) => refused(explain(body)));
});

describe('resolve', () => {
  const CHAIN = { chainId: 1, known: true, registries: ['v1', 'v2'], block: BLOCK };
  const LAGS = { chainId: 1, known: false, code: 'chain_lagging', detail: 'Late.' };
  const page = (change: object = {}, grant: object = {}) => {
    const one = { ...GRANT, ...grant };
    const wallets = [{ address: FROM, grants: [{ chainId: 1, broadest: one, narrowest: one }] }];
    return { wallets, chains: [CHAIN], next: null, ...change };
  };
  const ask = (body: unknown, more: object = {}) => {
    server.behave(answer(JSON.stringify(body)));
    return resolve(client, { to: TO, chainIds: [1], ...more } as never);
  };

  test('as it should be', async () => {
    const { wallets, chains, nextCursor } = await ask(page({ next: FROM }));
    expect(wallets[0]?.grants[0]?.broadest).toEqual(GRANT);
    expect(chains).toEqual([{ ...CHAIN, block: { chainId: 1, ...BLOCK }, safeBlock: null }]);
    expect(nextCursor).toBe(FROM);
  });

  test('an unavailable chain throws, or is listed with `partial`', async () => {
    const body = page({ wallets: [], chains: [LAGS] });
    await expect(ask(body)).rejects.toThrow(ChainLaggingError);
    expect(await ask(body, { partial: true })).toMatchObject({ wallets: [], chains: [], unknown: [LAGS] });
  });

  test.each([
    ['of another wallet', page({}, { to: FROM })],
    ['of somebody else', page({}, { from: CONTRACT })],
    ['of a contract that was not asked for', page({}, { type: 'CONTRACT', contract: CONTRACT })],
    ['of other rights', page({}, { rights: `0x${'11'.repeat(32)}` })],
    ['without grants', page({ wallets: [{ address: FROM, grants: [] }] })],
    ['without chains', page({ chains: [] })],
    ['of a chain that was not asked', page({ chains: [{ ...CHAIN, chainId: 10 }] })],
    [
      'of a chain that is not known',
      { ...page({ chains: [CHAIN] }), wallets: page().wallets, chains: [LAGS] },
      true,
    ],
    ['of a chain twice', page({ chains: [CHAIN, CHAIN] })],
    ['of a chain that says neither', page({ chains: [{ ...CHAIN, known: 'yes' }] })],
    ['without its end', page({ next: undefined })],
  ])('%s', async (_, body, partial = false) => refused(ask(body, { partial })));

  test.each([
    { to: TO, from: FROM },
    {},
    { to: TO, tokenId: 7n },
    { to: TO, chainIds: [] },
    { to: TO, atBlock: 1 },
  ])('%o is refused', async (asked) => {
    await expect(resolve(client, asked as never)).rejects.toThrow(InvalidParametersError);
  });
});

describe('a batch', () => {
  const all: BatchCheck = { registry: 'v2', kind: 'all', to: TO, from: FROM };
  const coin: BatchCheck = { registry: 'v2', kind: 'erc20', to: TO, from: FROM, contract: CONTRACT };
  const KNOWN = { chainId: 1, known: true, block: BLOCK };
  const UNKNOWN = { value: null, code: 'history_uncertain', detail: 'Who knows.' };
  const ask = (answers: unknown, chains: unknown = [KNOWN], checks = [all, coin]) => {
    server.behave(answer(JSON.stringify({ answers, chains })));
    return batch(client, checks);
  };

  test('as it should be', async () => {
    const { answers } = await ask([{ value: true }, { value: '7' }]);
    expect(answers).toEqual([{ value: true }, { value: 7n }]);
    expect((await ask([UNKNOWN, { value: '0' }])).answers[0]).toEqual(UNKNOWN);
    expect(server.requests[0]?.method).toBe('POST');
  });

  test.each([
    ['one too few', [{ value: true }]],
    ['one too many', [{ value: true }, { value: '7' }, { value: true }]],
    ['of another kind', [{ value: '7' }, { value: true }]],
    ['numbers that lost digits', [{ value: true }, { value: 7 }]],
    ['nothing', [{}, { value: '7' }]],
    ['null without why', [{ value: null }, { value: '7' }]],
    ['without its chain', [{ value: true }, { value: '7' }], []],
    [
      'of an unknown chain',
      [{ value: true }, UNKNOWN],
      [{ chainId: 1, known: false, code: 'x', detail: 'y' }],
    ],
  ])('%s', async (_, answers, chains: unknown = [KNOWN]) => refused(ask(answers, chains)));

  test.each([
    ['none', []],
    ['too many', Array.from({ length: 1_001 }, () => all)],
    ['a kind of the other registry', [{ ...all, kind: 'token' }]],
    ['a wallet is missing', [{ ...all, to: undefined }]],
    ['a right in v1', [{ ...all, registry: 'v1', rights: `0x${'00'.repeat(32)}` }]],
    ['a number for a token', [{ ...coin, kind: 'erc721', tokenId: 7 }]],
  ])('%s', async (_, checks) => {
    server.behave(answer('{}'));
    await expect(batch(client, checks as never)).rejects.toThrow(InvalidParametersError);
    expect(server.requests).toHaveLength(0);
  });
});
