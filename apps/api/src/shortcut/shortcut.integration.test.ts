/** The short way against the long one. */
import { setTimeout as delay } from 'node:timers/promises';
import { parseAddress, rightsFromText, UNLIMITED } from '@mandate/core';
import { at, createTestDatabase, createTestLedger, delegate, row, wallets } from '@mandate/testing/database';
import { createRawClient } from '@mandate/testing/raw-client';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startKeyStage } from '../access/keys/testing/key-stage.ts';
import { createLog } from '../observe/log.ts';
import { type Sent, startTwoWays, type TwoWays } from './testing/two-ways.ts';

const { vault, hot, other } = wallets;
const CONTRACT = parseAddress(`0x${'cc'.padStart(40, '0')}`);
const LIMITED = rightsFromText('vote');
const PARTIES = `delegate=${hot}&vault=${vault}`;
const ERC721 = `/registry/v2/check/erc721?${PARTIES}&contract=${CONTRACT}&tokenId=7`;

const db = await createTestDatabase();
const lines: string[] = [];
let ways: TwoWays;

beforeAll(async () => {
  const ledger = createTestLedger(db.database);
  const scoped = { contract: CONTRACT, tokenId: 7n };
  await ledger.write(
    await ledger.openChain(),
    1,
    row(delegate('', { kind: 'erc721', ...scoped }), at(1, 0)),
    row(delegate('', { kind: 'erc20', ...scoped, amount: 5n }), at(1, 1)),
    row(delegate('', { kind: 'erc1155', ...scoped, tokenId: UNLIMITED, amount: UNLIMITED }), at(1, 2)),
    row(delegate('', { kind: 'all', rights: LIMITED }), at(1, 3)),
    row(delegate('', { registry: 'v1', kind: 'token', ...scoped }), at(1, 4)),
  );
  const log = createLog('info', { write: (text) => void lines.push(...text.trim().split('\n')) });
  ways = await startTwoWays(db.url, 1, { log });
});

afterAll(async () => {
  await ways?.close();
  await db.drop();
});

/** Holds one way against the other, and tells whether there was a short one. */
async function expectSame(url: string, sent?: Sent): Promise<boolean> {
  const { short, said, long } = await ways.sendBoth(url, sent);
  expect(said, url).toEqual(long);
  return short;
}

describe('what is plain', () => {
  const scopes: Readonly<Record<string, readonly string[]>> = {
    all: [''],
    contract: [`&contract=${CONTRACT}`],
    erc20: [`&contract=${CONTRACT}`, `&contract=${other}`],
    token: [`&contract=${CONTRACT}&tokenId=7`, `&tokenId=0&contract=${CONTRACT}`],
    erc721: [`&contract=${CONTRACT}&tokenId=7`, `&contract=${CONTRACT}&tokenId=8`],
    erc1155: [`&contract=${CONTRACT}&tokenId=${UNLIMITED}`, `&contract=${CONTRACT}&tokenId=7`],
  };
  const kinds = [
    ...['all', 'contract', 'erc721', 'erc20', 'erc1155'].map((kind) => ['v2', kind] as const),
    ...['all', 'contract', 'token'].map((kind) => ['v1', kind] as const),
  ];
  const parties = (from: string, to: string) => [`to=${to}&from=${from}`, `vault=${from}&delegate=${to}`];
  const shouted = `0x${vault.slice(2).toUpperCase()}`;
  const urls = kinds.flatMap(([version, kind]) =>
    [...parties(vault, hot), ...parties(shouted, hot), ...parties(other, hot)].flatMap((who) =>
      (scopes[kind] ?? []).flatMap((scope) =>
        ['', '&chainId=1', ...(version === 'v2' ? [`&rights=${LIMITED}`] : [])].map(
          (more) => `/registry/${version}/check/${kind}?${who}${scope}${more}`,
        ),
      ),
    ),
  );

  test('takes the short way and says the same', async () => {
    const bodies = new Set<string>();
    for (const url of urls) {
      expect(await expectSame(url), url).toBe(true);
      bodies.add((await ways.send(url)).body);
    }
    expect(bodies).toEqual(new Set(['true', 'false', '5', '0', String(UNLIMITED)]));
  });

  test('with a name for the request, it is kept', async () => {
    expect(await expectSame(ERC721, { headers: { 'x-request-id': 'mine-1' } })).toBe(true);
  });

  test('keeps the connection and tells the time alike', async () => {
    const short = await ways.send(ERC721);
    // No name for a request: it goes the long way, and gets its own.
    const long = await ways.send(ERC721, { headers: { 'x-request-id': 'a b' } });
    expect([short.short, long.short]).toEqual([true, false]);
    const { date, ...kept } = short.connection;
    expect(kept).toEqual({ connection: 'keep-alive', 'keep-alive': 'timeout=75' });
    expect(long.connection).toMatchObject(kept);
    expect(Math.abs(Date.parse(date ?? '') - Date.parse(long.connection.date ?? ''))).toBeLessThan(2_000);
  });

  test('writes the same line into the log', async () => {
    lines.length = 0;
    await ways.send(ERC721);
    await ways.inject(ERC721);
    await delay(20);
    const [short, long] = lines.map((line) => ({ ...JSON.parse(line), time: 0, ms: 0, requestId: '' }));
    expect(Object.keys(short ?? {})).toEqual(Object.keys(long ?? {}));
    expect(short).toEqual(long);
    expect(lines).toHaveLength(2);
  });
});

describe('what is special takes the long way', () => {
  const special: [string, string, Sent][] = [
    ['explain', `${ERC721}&explain=true`, {}],
    ['a block', `${ERC721}&minBlock=1`, {}],
    ['numbers', `${ERC721}&numbers=string`, {}],
    ['a token id in hex', ERC721.replace('tokenId=7', 'tokenId=0x7'), {}],
    ['a token id that is too large', `${ERC721.replace(/tokenId=7/, 'tokenId=')}${UNLIMITED + 1n}`, {}],
    ['a name twice', `${ERC721}&tokenId=7`, {}],
    ['two names for one', `${ERC721}&from=${vault}`, {}],
    ['an encoded letter', ERC721.replace('tokenId', 'token%49d'), {}],
    ['a synonym', `${ERC721}&chain=1`, {}],
    ['an unknown name', `${ERC721}&whatever=1`, {}],
    ['an empty name', `${ERC721}&`, {}],
    ['an unknown chain', `${ERC721}&chainId=5`, {}],
    ['no query', '/registry/v2/check/erc721', {}],
    ['HEAD', ERC721, { method: 'HEAD' }],
    ['a body', ERC721, { headers: { 'content-length': '0' } }],
    ['the end of the connection', ERC721, { headers: { connection: 'close' } }],
    ['an expectation', ERC721, { headers: { expect: 'something' } }],
    ['a name that may be a key', ERC721, { headers: { 'x-request-id': 'mdt_live_1' } }],
    ['a name that is none', ERC721, { headers: { 'x-request-id': 'a b' } }],
    ['long headers', ERC721, { headers: { 'x-long': 'x'.repeat(9_000) } }],
    ['a key that is not valid', ERC721, { headers: { 'x-api-key': 'mdt_live_nonsense' } }],
  ];
  test.each(special)('%s', async (_, url, sent) => {
    expect(await expectSame(url, sent)).toBe(false);
  });
});

test.each([ERC721, '/health'])('a second Host header is refused: %s', async (path) => {
  const client = createRawClient(ways.port);
  const ask = async (hosts: readonly string[]) => {
    const bytes = Buffer.from(`GET ${path} HTTP/1.1\r\n${hosts.join('\r\n')}\r\n\r\n`);
    const answer = await client.send({ bytes });
    return { status: answer?.status, body: answer?.body };
  };
  expect(await ask(['Host: a'])).toMatchObject({ status: 200 });
  for (const hosts of [
    ['Host: a', 'Host: b'],
    ['Host: a', 'hOST: a'],
    ['host:', 'X-B: c', 'HOST: a'],
  ]) {
    expect(await ask(hosts)).toEqual({
      status: 400,
      body: expect.stringMatching(/"code":"malformed_request"/),
    });
  }
  client.close();
});

test('any query is answered alike', { timeout: TIMEOUT_MS }, async () => {
  const names = [
    'to',
    'from',
    'delegate',
    'vault',
    'contract',
    'tokenId',
    'chainId',
    'rights',
    'numbers',
    'TO',
    'x',
    '',
  ];
  const values = [
    vault,
    hot,
    CONTRACT,
    '7',
    '0',
    '1',
    '007',
    '-1',
    '1e3',
    String(UNLIMITED),
    LIMITED,
    '',
    '0x',
    '%30',
    'true',
  ];
  const parameter = fc.tuple(
    fc.constantFrom(...names),
    fc.constantFrom('=', '=', '=', '', '=='),
    fc.constantFrom(...values),
  );
  const plain = [...PARTIES.split('&'), `contract=${CONTRACT}`, 'tokenId=7'];
  const query = fc
    .tuple(
      fc.shuffledSubarray(plain, { minLength: 2 }),
      fc.array(
        parameter.map((parts) => parts.join('')),
        { maxLength: 2 },
      ),
    )
    .map((parts) => parts.flat().join('&'));
  const path = fc.constantFrom(
    'v2/check/erc721',
    'v2/check/all',
    'v1/check/token',
    'v2/check/erc20',
    'v2/check/',
  );
  const count = { short: 0, long: 0 };
  await fc.assert(
    fc.asyncProperty(path, query, async (where, what) => {
      count[(await expectSame(`/registry/${where}?${what}`)) ? 'short' : 'long']++;
    }),
    { seed: readSeed('shortcut'), numRuns: size(1_500, 50_000) },
  );
  expect(count.short).toBeGreaterThan(20);
  expect(count.long).toBeGreaterThan(500);
});

test('what is counted is the same for both', async () => {
  const count = async () => {
    const text = await ways.readMetrics();
    const read = (pattern: RegExp) => Number(pattern.exec(text)?.[1]);
    return {
      requests: read(/requests_total\{operation="v2CheckErc721",status="200"\} (\d+)/),
      seconds: read(/request_seconds_count\{operation="v2CheckErc721"\} (\d+)/),
      checks: read(/checks_total\{source="read_model"\} (\d+)/),
    };
  };
  const before = await count();
  for (let i = 0; i < 10; i++) expect((await ways.send(ERC721)).short).toBe(true);
  const after = await count();
  expect(after).toEqual({
    requests: before.requests + 10,
    seconds: before.seconds + 10,
    checks: before.checks + 10,
  });
});

test('a key that is known goes the short way, and is counted', async () => {
  const stage = await startKeyStage();
  const limited = await startTwoWays(stage.databaseUrl, 1, { limit: { redisUrl: null, trustedHops: 0 } });
  const { id, key } = await stage.createKey();
  const ask = async (headers: Record<string, string>) => {
    const url = `/registry/v2/check/all?to=${hot}&from=${vault}`;
    const { status, short, headers: said } = await limited.send(url, { headers });
    return { status, short, limit: said['ratelimit'] };
  };
  expect(await ask({ 'X-API-KEY': key })).toEqual({ status: 200, short: false, limit: undefined });
  for (let i = 0; i < 30; i++) {
    expect(await ask({ 'X-API-KEY': key })).toEqual({ status: 200, short: true, limit: undefined });
  }
  expect(await ask({})).toMatchObject({ status: 200, short: false, limit: expect.any(String) });
  await limited.close();
  const counted = 'select sum(requests)::integer as n from usage where key_id = $1';
  expect((await stage.database.query(counted, [id])).rows).toEqual([{ n: 31 }]);
  await stage.close();
});
