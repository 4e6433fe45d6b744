/** Sends what is no batch: it is refused with what is wrong with it, and nothing breaks the service. */
import { createRandom, integer } from '@mandate/contracts';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postBatch } from './testing/post-batch.ts';
import { createWorld, type World } from './testing/world.ts';

const [A, B, C] = ['a', 'b', 'c'].map((end) => `0x${end.padStart(40, '0')}`);
const ALL = { registry: 'v2', kind: 'all', from: A, to: B };
const TOKEN = { registry: 'v2', kind: 'erc721', from: A, to: B, contract: C };
const RUNS = size(200, 5_000);
const MEGABYTE = 2 ** 20;

let world: World;
beforeAll(async () => {
  world = await createWorld(1);
});
afterAll(() => world?.close());

async function send(payload: string | Buffer, type = 'application/json') {
  const answered = await postBatch(world.api.app, payload, type ? { 'content-type': type } : {});
  return { status: answered.statusCode, headers: answered.headers, body: answered.json() };
}
const post = (body: unknown) => send(JSON.stringify(body));

/** The fields that are wrong, and the whole of what is said of the first. */
async function refusal(body: unknown) {
  const { status, body: problem } = await post(body);
  expect([status, problem.code]).toEqual([400, 'invalid_parameters']);
  const errors: { parameter: string; message: string }[] = problem.errors;
  return {
    fields: errors.map(({ parameter }) => parameter),
    first: errors[0]?.message,
    detail: problem.detail,
  };
}

describe('a check', () => {
  test.each([
    ['nothing', null, '', /must be an object/],
    ['a list', [], '', /must be an object/],
    ['no registry', { ...ALL, registry: undefined }, '.registry', /must be "v1" or "v2"/],
    ['another registry', { ...ALL, registry: 'v3' }, '.registry', /must be "v1" or "v2"/],
    ['a name of the language', { ...ALL, registry: '__proto__' }, '.registry', /must be/],
    ['no kind', { ...ALL, kind: undefined }, '.kind', /"all", "contract", "erc721", "erc1155", "erc20"/],
    ['a kind of the other registry', { ...ALL, registry: 'v1', kind: 'erc20' }, '.kind', /"token"/],
    ['no wallet', { ...ALL, from: undefined }, '.from', /is missing: send "from" or "vault"/],
    ['a wallet that is a number', { ...ALL, from: 1 }, '.from', /must be text/],
    ['a mistyped wallet', { ...ALL, from: `0xaA${'0'.repeat(38)}` }, '.from', /checksum \(EIP-55\) is wrong/],
    ['a name for a wallet', { ...ALL, from: 'a.eth' }, '.from', /For an ENS name/],
    ['two wallets', { ...ALL, vault: B }, '.vault', /means the same as "from"/],
    ['a misspelt field', { ...TOKEN, tokenID: '1', tokenId: '1' }, '.tokenID', /Did you mean "tokenId"\?/],
    ['another word', { ...ALL, chain: 1 }, '.chain', /Did you mean "chainId"\?/],
    [
      'an unknown field',
      { ...ALL, colour: 1 },
      '.colour',
      /is not a field of a v2 check of kind "all". Leave it out/,
    ],
    ['a field of another kind', { ...ALL, tokenId: 1 }, '.tokenId', /is not a field of/],
    ['a field of the whole', { ...ALL, atBlock: 1 }, '.atBlock', /is not a field of/],
    ['rights in v1', { ...ALL, registry: 'v1', rights: '' }, '.rights', /is not a field of/],
    ['a number that lost digits', { ...TOKEN, tokenId: 2 ** 53 }, '.tokenId', /send it as a string/],
    ['a fraction', { ...TOKEN, tokenId: 1.5 }, '.tokenId', /whole number/],
    ['less than nothing', { ...TOKEN, tokenId: -1 }, '.tokenId', /whole number/],
    ['too much', { ...TOKEN, tokenId: `0x${'f'.repeat(65)}` }, '.tokenId', /whole number/],
    ['null', { ...TOKEN, tokenId: null }, '.tokenId', /must be text/],
    ['an object', { ...TOKEN, tokenId: {} }, '.tokenId', /must be text/],
    ['the name of a right', { ...ALL, rights: 'vote' }, '.rights', /For the right "vote" send 0x766f7465/],
    ['a chain by name', { ...ALL, chainId: 'ethereum' }, '.chainId', /number of a chain/],
  ])('with %s', async (_, check, field, message) => {
    const { fields, first, detail } = await refusal({ checks: [ALL, check] });
    expect(fields).toEqual([`checks[1]${field}`]);
    expect(first).toMatch(message);
    expect(detail).toBe(`"checks[1]${field}" ${first}`);
  });

  test('a number beyond all numbers is none', async () => {
    const body = JSON.stringify({ checks: [{ ...TOKEN, tokenId: 0 }] }).replace(
      '"tokenId":0',
      '"tokenId":1e400',
    );
    expect((await send(body)).body.errors).toMatchObject([{ parameter: 'checks[0].tokenId' }]);
  });

  test('a key of JSON that other languages know is a field like any other', async () => {
    const body = `{"checks":[{"registry":"v2","kind":"all","from":"${A}","to":"${B}","__proto__":{"to":"${C}"}}]}`;
    expect((await send(body)).body.errors).toMatchObject([{ parameter: 'checks[0].__proto__' }]);
  });
});

describe('a batch', () => {
  const chains = [ALL, { ...ALL, chainId: 137 }];
  test.each([
    ['nothing in it', {}, ['checks'], /is missing: send 1 to 1000/],
    ['no checks', { checks: [] }, ['checks'], /has 0 checks/],
    ['an object of checks', { checks: { 0: ALL } }, ['checks'], /is not a list/],
    ['too many checks', { checks: new Array(1_001).fill(ALL) }, ['checks'], /has 1001 checks/],
    ['a misspelt field', { checks: [ALL], blocktag: 'safe' }, ['blocktag'], /Did you mean "blockTag"\?/],
    ['reasons', { checks: [ALL], explain: 'true' }, ['explain'], /is not a field of a batch/],
    ['a wrong tag', { checks: [ALL], blockTag: 'newest' }, ['blockTag'], /must be/],
    [
      'a time without its zone',
      { checks: [ALL], atTime: '2026-01-31T12:00:00' },
      ['atTime'],
      /with a time zone/,
    ],
    ['two blocks', { checks: [ALL], blockTag: 'safe', atTime: 1 }, ['blockTag', 'atTime'], /together/],
    ['a block of several chains', { checks: chains, atBlock: 5 }, ['atBlock'], /of one chain/],
    ['a least block of several chains', { checks: chains, minBlock: 5 }, ['minBlock'], /of one chain/],
    ['wrong numbers', { checks: [ALL], numbers: 'text' }, ['numbers'], /must be "number" or "string"/],
    ['a time before all', { checks: [ALL], atTime: 1 }, ['atTime'], /is before/],
  ])('with %s', async (_, body, fields, message) => {
    const refused = await refusal(body);
    expect(refused.fields).toEqual(fields);
    expect(refused.first).toMatch(message);
  });

  test('everything wrong is named at once', async () => {
    const checks = [{ ...ALL, from: 'x' }, ALL, { ...TOKEN, tokenId: 'y' }];
    const { fields, detail } = await refusal({ checks, numbers: 1 });
    expect(fields).toEqual(['numbers', 'checks[0].from', 'checks[2].tokenId']);
    expect(detail).toBe('3 fields are wrong: numbers, checks[0].from, checks[2].tokenId.');
  });

  test('of very much that is wrong the first twenty are named', async () => {
    const { fields, detail } = await refusal({
      checks: new Array(500).fill({ ...ALL, from: 'x', to: 'y', rights: 'z' }),
    });
    expect(fields).toHaveLength(20);
    expect(detail).toMatch(/^21 fields are wrong: .* and 1 more\. The last 493 checks were not read\.$/);
  });

  test('a time that one of several chains cannot answer for leaves the others as they are', async () => {
    await world.database.query('update chain set dated_from = 20 where chain_id = 137');
    const { status, body } = await post({ checks: chains, atTime: 1_700_000_005 });
    await world.database.query('update chain set dated_from = 0 where chain_id = 137');
    expect([status, body]).toMatchObject([
      200,
      {
        answers: [{ value: expect.any(Boolean) }, { value: null, code: 'invalid_parameters' }],
        chains: [
          { chainId: 1, known: true },
          {
            chainId: 137,
            known: false,
            code: 'invalid_parameters',
            detail: expect.stringContaining('is before'),
          },
        ],
      },
    ]);
  });
});

describe('a body', () => {
  const valid = JSON.stringify({ checks: [ALL] });
  test.each([
    ['nothing', '', 'application/json', /not valid JSON/],
    ['no JSON', '{"checks": [', 'application/json', /^The body is not valid JSON\. Send JSON as UTF-8\.$/],
    ['a text', '"checks"', 'application/json', /must be an object/],
    ['null', 'null', 'application/json', /must be an object/],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 'application/json', /not UTF-8/],
    ['text', valid, 'text/plain', /JSON of at most 1024 KiB, with Content-Type: application\/json/],
    ['a form', 'checks=1', 'application/x-www-form-urlencoded', /with Content-Type: application\/json/],
    ['too much', `${' '.repeat(MEGABYTE)}${valid}`, 'application/json', /at most 1024 KiB/],
    ['lists in lists', `${'['.repeat(500_000)}${']'.repeat(500_000)}`, 'application/json', /object/],
  ])('of %s', async (_, payload, type, detail) => {
    const { status, body } = await send(payload, type);
    expect([status, body.code]).toEqual([400, 'malformed_request']);
    expect(body.detail).toMatch(detail);
  });

  test('that is as large as can be, or says its charset, is read', async () => {
    const padded = `${' '.repeat(MEGABYTE - valid.length)}${valid}`;
    expect((await send(padded)).status).toBe(200);
    expect((await send(valid, 'application/json; charset=utf-8')).status).toBe(200);
    expect(
      (await post({ checks: new Array(1_000).fill(TOKEN).map((each, i) => ({ ...each, tokenId: i })) }))
        .status,
    ).toBe(200);
  });

  test('whatever it is, it is answered with what is promised', { timeout: TIMEOUT_MS }, async () => {
    const seed = readSeed('batch bodies');
    const random = createRandom(seed);
    const names = [
      'registry',
      'kind',
      'from',
      'to',
      'vault',
      'contract',
      'tokenId',
      'chainId',
      '__proto__',
      'rights',
    ];
    const value = fc.oneof(
      fc.constantFrom<unknown>(
        'v1',
        'v2',
        'all',
        'erc721',
        A,
        B,
        1,
        2 ** 70,
        -0,
        2 ** 60,
        '1e5',
        null,
        'constructor',
      ),
      fc.jsonValue(),
      fc.string({ unit: 'binary' }),
    );
    const check = fc
      .dictionary(fc.constantFrom(...names), value)
      .map((fields) => ({ ...TOKEN, tokenId: '1', ...fields }));
    const body = fc.oneof(
      fc.record(
        { checks: fc.array(check, { maxLength: 5 }), atTime: value, blockTag: value },
        { requiredKeys: [] },
      ),
      fc.jsonValue(),
    );
    for (const each of fc.sample(body, { seed, numRuns: RUNS })) {
      const text = JSON.stringify(each);
      // Some of them broken: a part left out, or said twice.
      const at = integer(random, 0, text.length);
      const sent =
        random() < 0.7 ? text : random() < 0.5 ? text.slice(0, at) : text.slice(0, at) + text.slice(at >> 1);
      const { status, headers, body: answered } = await send(sent);
      expect([200, 400], `${sent.slice(0, 500)} → ${JSON.stringify(answered)}`).toContain(status);
      expect(headers['content-type']).toMatch(
        status === 200 ? /^application\/json/ : /^application\/problem\+json/,
      );
    }
  });
});

test('pages of any origin may send one, and other methods are refused', async () => {
  const { app } = world.api;
  const asked = { origin: 'https://a.example', 'access-control-request-method': 'POST' };
  const preflight = await app.inject({ method: 'OPTIONS', url: '/batch', headers: asked });
  expect(preflight.statusCode).toBe(204);
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'Content-Type, X-API-KEY, X-Request-Id',
    'access-control-max-age': '86400',
  });
  const headers = { origin: 'https://a.example' };
  const answered = await postBatch(app, { checks: [ALL] }, headers);
  expect([answered.statusCode, answered.headers['access-control-allow-origin']]).toEqual([200, '*']);
  const other = await app.inject({ method: 'GET', url: '/batch' });
  expect([other.statusCode, other.headers['allow']]).toEqual([405, 'OPTIONS, POST']);
  const get = await app.inject({ method: 'OPTIONS', url: '/registry/v2/check/all', headers: asked });
  expect(get.headers['access-control-allow-methods']).toBe('GET, HEAD');
});
