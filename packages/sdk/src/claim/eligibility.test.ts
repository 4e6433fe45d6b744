/** Tests that an answer about eligibility is believed only if it follows from its own parts. */

import { BLOCK, CONTRACT, FROM, GRANT, TO } from '@mandate/testing/ledger/sample-grant';
import {
  answer,
  type MisbehavingServer,
  startMisbehavingServer,
} from '@mandate/testing/service/misbehaving-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Client,
  createClient,
  type GetEligibilityParameters,
  getEligibility,
  getEligibilityOfMany,
  InvalidParametersError,
} from '../index.ts';

let server: MisbehavingServer;
let client: Client;
beforeAll(async () => {
  server = await startMisbehavingServer();
  client = createClient({ baseUrl: server.url, retries: 0, apiKey: 'mdt_live_key' });
});
afterAll(() => server.close());

const { transaction: _, since: __, ...granted } = GRANT;
const VIA = { ...granted, expiresAt: null };
const ITSELF = { address: TO, balance: '1', tokenIds: null, grants: [] as object[] };
const VAULT = { address: FROM, balance: '2', tokenIds: ['7', '9'], grants: [VIA] as object[] };
const UNREAD = { reason: 'too_many_vaults', detail: 'Name the vault.', holder: null };
const AT = { chainId: 1, ...BLOCK, safeNumber: null };
const YES = {
  eligible: true as boolean | null,
  balance: '3',
  complete: true,
  standard: 'ERC721' as string | null,
  holders: [ITSELF, VAULT],
  block: AT as object,
  unknown: [] as object[],
};
const NO = { ...YES, eligible: false, balance: '0', holders: [{ ...ITSELF, balance: '0' }] };
const ASKED: GetEligibilityParameters = { wallet: TO, contract: CONTRACT };

const ask = (body: unknown, more: object = {}) => {
  server.behave(answer(JSON.stringify(body)));
  return getEligibility(client, { ...ASKED, ...more });
};
const refused = (asked: Promise<unknown>) =>
  expect(asked).rejects.toMatchObject({ name: 'ConnectionError', code: 'unexpected_answer' });

test('a yes, a no and an unknown', async () => {
  expect(await ask(YES)).toEqual({
    eligible: true,
    balance: 3n,
    complete: true,
    standard: 'ERC721',
    holders: [
      { ...ITSELF, balance: 1n },
      { ...VAULT, balance: 2n, tokenIds: [7n, 9n] },
    ],
    block: { chainId: 1, ...BLOCK },
    safeBlock: null,
    unknown: [],
  });
  expect((await ask(NO)).eligible).toBe(false);
  const unknown = await ask({ ...NO, eligible: null, complete: false, unknown: [UNREAD] });
  expect([unknown.eligible, unknown.unknown]).toEqual([null, [UNREAD]]);
  const lower = await ask({ ...YES, complete: false, unknown: [UNREAD], standard: null });
  expect([lower.eligible, lower.complete]).toEqual([true, false]);
});

test('everything that is asked is sent, with the key', async () => {
  await ask(YES, { min: 3n, tokenId: 2n ** 256n - 1n, registries: ['v1', 'v2'], standard: 'ERC721' });
  const { url, headers } = server.requests[0] ?? expect.fail('Nothing was sent.');
  expect(url).toBe(
    `/eligibility?numbers=string&wallet=${TO}&contract=${CONTRACT}&min=3&tokenId=${2n ** 256n - 1n}` +
      '&registries=v1%2Cv2&standard=ERC721&chainId=1',
  );
  expect(headers['x-api-key']).toBe('mdt_live_key');
});

test('a strict answer names its second block', async () => {
  const strict = { ...YES, block: { ...AT, safeNumber: 18_999_990 } };
  expect((await ask(strict, { consistency: 'strict' })).safeBlock).toBe(18_999_990);
  await refused(ask(YES, { consistency: 'strict' }));
});

test('a past block may have a number only', async () => {
  const past = { ...YES, block: { ...AT, hash: null, timestamp: null } };
  expect((await ask(past, { atBlock: BLOCK.number })).block.hash).toBeNull();
});

test('a sum may be larger than any balance', async () => {
  const most = String(2n ** 256n - 1n);
  const holders = [ITSELF, VAULT].map((holder) => ({ ...holder, balance: most }));
  const { balance } = await ask({ ...YES, holders, balance: String(2n ** 257n - 2n) });
  expect(balance).toBe(2n ** 257n - 2n);
});

test.each<[string, unknown, object?]>([
  ['text', 'true'],
  ['a no that is a yes', { ...YES, eligible: false }],
  ['a yes that is a no', { ...NO, eligible: true }],
  ['a yes below the minimum', YES, { min: 4n }],
  ['a no that is unknown', { ...NO, complete: false, unknown: [UNREAD] }],
  ['an unknown without a reason', { ...NO, eligible: null, complete: false }],
  ['an unknown that is known', { ...NO, eligible: null }],
  ['a whole with a part unknown', { ...YES, unknown: [UNREAD] }],
  ['a reason without advice', { ...YES, complete: false, unknown: [{ ...UNREAD, detail: null }] }],
  ['numbers that lost digits', { ...YES, balance: 3 }],
  ['a negative balance', { ...NO, balance: '-1' }],
  ['another sum', { ...YES, balance: '4' }],
  ['a vault twice', { ...YES, balance: '5', holders: [ITSELF, VAULT, { ...VAULT, tokenIds: null }] }],
  ['a vault without grants', { ...YES, holders: [ITSELF, { ...VAULT, grants: [] }] }],
  ['a grant to another', { ...YES, holders: [ITSELF, { ...VAULT, grants: [{ ...VIA, to: CONTRACT }] }] }],
  ['a grant of another', { ...YES, holders: [ITSELF, { ...VAULT, grants: [{ ...VIA, from: CONTRACT }] }] }],
  [
    'a grant of another contract',
    { ...YES, holders: [ITSELF, { ...VAULT, grants: [{ ...VIA, type: 'CONTRACT', contract: FROM }] }] },
  ],
  [
    'a grant of no registry',
    { ...YES, holders: [ITSELF, { ...VAULT, grants: [{ ...VIA, registry: 'v3' }] }] },
  ],
  [
    'a grant whose end is missing',
    { ...YES, holders: [ITSELF, { ...VAULT, grants: [{ ...VIA, expiresAt: undefined }] }] },
  ],
  ['another vault', YES, { vault: CONTRACT }],
  ['the wallet itself, though one vault was asked', YES, { vault: FROM }],
  ['no such standard', { ...YES, standard: 'ERC6909' }],
  ['another chain', { ...YES, block: { ...AT, chainId: 10 } }],
  ['another block', YES, { atBlock: 5 }],
  ['an older block', YES, { minBlock: BLOCK.number + 1 }],
  ['no block', { ...YES, block: undefined }],
])('%s is not believed', async (_, body, more) => refused(ask(body, more)));

test.each<[string, object]>([
  ['wallet', { wallet: 'vitalik.eth' }],
  ['contract', { contract: undefined }],
  ['tokenId', { tokenId: 7 }],
  ['min', { min: 0n }],
  ['min', { min: 1 }],
  ['standard', { standard: 'erc721' }],
  ['rights', { rights: `0x${'12'.repeat(24)}` }],
  ['rights', { exclusive: true, rights: `0x${'12'.repeat(32)}` }],
  ['registries', { registries: ['v3'] }],
  ['exclusive', { exclusive: 'true' }],
  ['wallets', { wallets: [TO] }],
])('%s is refused before it is sent: %o', async (parameter, more) => {
  server.behave(answer(JSON.stringify(YES)));
  const asked = getEligibility(client, { ...ASKED, ...more } as never);
  await expect(asked).rejects.toMatchObject({ errors: [{ parameter }] });
  expect(server.requests).toHaveLength(0);
});

describe('of many', () => {
  const { standard, block, ...verdict } = YES;
  const { standard: _s, block: _b, ...no } = NO;
  const first = { wallet: TO, ...verdict };
  const second = { wallet: FROM, ...no, holders: [{ ...ITSELF, address: FROM, balance: '0' }] };
  const askMany = (answers: unknown, more: object = {}) => {
    server.behave(answer(JSON.stringify({ answers, standard, block })));
    return getEligibilityOfMany(client, { wallets: [TO, FROM], contract: CONTRACT, ...more });
  };

  test('one answer per wallet, in order', async () => {
    const { answers, ...rest } = await askMany([first, second]);
    expect(answers.map(({ wallet, eligible }) => [wallet, eligible])).toEqual([
      [TO, true],
      [FROM, false],
    ]);
    expect(rest).toEqual({ standard: 'ERC721', block: { chainId: 1, ...BLOCK }, safeBlock: null });
    expect(server.requests[0]).toMatchObject({ url: '/eligibility', method: 'POST' });
  });

  test.each([
    ['one too few', [first]],
    ['one too many', [first, second, second]],
    ['in another order', [second, first]],
    ['one that contradicts itself', [first, { ...second, eligible: true }]],
    ['no list', first],
  ])('%s is not believed', async (_, answers) => refused(askMany(answers)));

  test.each([
    ['none', []],
    ['too many', Array.from({ length: 101 }, () => TO)],
    ['a name', [TO, 'vitalik.eth']],
    ['one without a list', TO],
  ])('%s: refused', async (_, wallets) => {
    await expect(askMany([], { wallets })).rejects.toThrow(InvalidParametersError);
    expect(server.requests).toHaveLength(0);
  });

  test('numbers, flags and lists are text in the body', async () => {
    const sent: unknown[] = [];
    const fetch = async (_url: unknown, { body }: RequestInit = {}) => {
      sent.push(JSON.parse(String(body)));
      throw new Error('That will do.');
    };
    const asked = getEligibilityOfMany(createClient({ baseUrl: server.url, retries: 0, fetch }), {
      wallets: [TO],
      contract: CONTRACT,
      chainId: 8453,
      min: 2n ** 256n - 1n,
      exclusive: true,
      registries: ['v2'],
      atTime: new Date(1_700_000_000_999),
    });
    await expect(asked).rejects.toThrow();
    expect(sent).toEqual([
      {
        wallets: [TO],
        contract: CONTRACT,
        chainId: 8453,
        min: String(2n ** 256n - 1n),
        exclusive: 'true',
        registries: 'v2',
        atTime: 1_700_000_000,
        numbers: 'string',
      },
    ]);
  });
});
