/** Compares the SDK with `docs/api/openapi.json`: a change in one that the other lacks fails here. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createClient } from './index.ts';
import { CALLS, WITHOUT_FUNCTION } from './testing/calls.ts';
import { writeContractTypes } from './testing/contract-types.ts';
import { findSchema, OPEN_API, OPERATIONS, type OpenApi, type Schema } from './testing/open-api.ts';

const root = join(import.meta.dirname, '../../..');

/** Returns the compiler's errors for each description. An empty text means that all types are equal. */
function compile(descriptions: readonly OpenApi[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'mandate-contract-'));
  try {
    const files = descriptions.map((description, i) => {
      const file = `contract-${i}.ts`;
      writeFileSync(join(folder, file), writeContractTypes(description, import.meta.dirname));
      return file;
    });
    const config = {
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: { types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
      files,
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(root, 'node_modules/.bin/tsc');
    const { stdout, error } = spawnSync(tsc, ['-p', folder, '--pretty', 'false'], {
      encoding: 'utf8',
      timeout: 60_000,
      cwd: folder,
    });
    if (error) throw error;
    const lines = stdout.split('\n').filter((line) => line.includes('error TS'));
    const elsewhere = lines.filter((line) => !line.startsWith('contract-'));
    expect(elsewhere).toEqual([]);
    return files.map((file) => lines.filter((line) => line.startsWith(`${file}(`)).join('\n'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns a copy with this value at the path (`+` appends); without a value, the entry is removed. */
function changed(path: string, value?: unknown): OpenApi {
  const copy = structuredClone(OPEN_API);
  const keys = path.split(' ');
  const last = keys.pop() ?? '';
  const place = keys.reduce((at: Record<string, unknown>, key) => at[key] as typeof at, copy as never);
  expect(place, path).toBeDefined();
  if (last === '+') (place as unknown as unknown[]).push(value);
  else if (value === undefined) delete place[last];
  else place[last] = value;
  return copy;
}

const SCHEMAS = 'components schemas';
const ERC721 = 'paths /registry/v2/check/erc721 get';
const CHANGES: readonly [what: string, path: string, value?: unknown][] = [
  ['a field more', `${SCHEMAS} DelegationV2 properties expires`, { type: 'integer' }],
  ['a field less', `${SCHEMAS} DelegationV1 properties vault`],
  ['a field of another type', `${SCHEMAS} DelegationV2 properties tokenId`, { type: 'integer' }],
  [
    'a field that is never null',
    `${SCHEMAS} DelegationV2 properties contract`,
    { type: 'string', pattern: '^0x[0-9a-f]' },
  ],
  ['a field that may be missing', `${SCHEMAS} DelegationV2 required`, ['type']],
  ['one more kind of token', `${SCHEMAS} DelegationV2 properties tokenType enum +`, 'ERC6909'],
  ['one more state', `${SCHEMAS} Status properties chains items properties state enum +`, 'paused'],
  ['one more code', `${SCHEMAS} Problem properties code enum +`, 'teapot'],
  ['a network without a field', `${SCHEMAS} Networks properties networks items properties testnet`],
  [
    'a parameter more',
    `${ERC721} parameters +`,
    { name: 'at', required: false, schema: { type: 'integer' } },
  ],
  ['a parameter of another name', `${ERC721} parameters 2 name`, 'collection'],
  ['a parameter that must be there', `${ERC721} parameters 4 required`, true],
  ['another answer', `${ERC721} responses 200 content application/json schema`, { type: 'integer' }],
  [
    'another explanation',
    `${ERC721} responses 200 content application/json schema anyOf 1`,
    { $ref: '#/components/schemas/ExplainedBalance' },
  ],
  [
    'another proof',
    `${ERC721} responses 200 content application/json schema anyOf 2`,
    { $ref: '#/components/schemas/ProvenBalance' },
  ],
  ['a proof without its nodes', `${SCHEMAS} Proof properties nodes`],
  ['a reason without its transaction', `${SCHEMAS} StandingGrant properties transaction`],
  ['one more registry', `${SCHEMAS} StandingGrant properties registry enum +`, 'v3'],
  ['a chain that says less', `${SCHEMAS} ChainAnswer anyOf 1 properties detail`],
  [
    'a wallet that says more',
    `${SCHEMAS} Resolved properties wallets items properties name`,
    { type: 'string' },
  ],
  ['a check that says more', `${SCHEMAS} BatchCheck properties at`, { type: 'integer' }],
  ['a batch that says more', `${SCHEMAS} Batch properties at`, { type: 'integer' }],
  ['one more kind of check', `${SCHEMAS} BatchCheck properties kind enum +`, 'erc6909'],
  ['another answer of a batch', `${SCHEMAS} BatchAnswers properties answers items anyOf +`, { type: 'null' }],
  ['one more kind of change', `${SCHEMAS} Change properties change enum +`, 'moved'],
  ['a page without its cursor', `${SCHEMAS} Changes properties cursor`],
  ['a scope more', 'paths /resolve get parameters +', { name: 'at', schema: { type: 'integer' } }],
  ['another operation', `${ERC721} operationId`, 'v2CheckMore'],
];

test('types', () => {
  const [ours, ...others] = compile([OPEN_API, ...CHANGES.map(([, path, value]) => changed(path, value))]);
  expect(ours).toBe('');
  // Each of these differences must be found.
  expect(CHANGES.filter((_, i) => others[i] === '').map(([what]) => what)).toEqual([]);
});

describe('what is sent', () => {
  test('every operation has its function', () => {
    const known = [...CALLS.map(({ operation }) => operation), ...WITHOUT_FUNCTION];
    expect(OPERATIONS.map(({ operationId }) => operationId).toSorted()).toEqual(known.toSorted());
  });

  test.each(CALLS)('$operation', async ({ operation, ask }) => {
    const sent: { url: URL; method: string; body: unknown }[] = [];
    const fetch = async (url: unknown, { method = 'GET', body = '{}' }: RequestInit = {}) => {
      sent.push({ url: new URL(String(url)), method, body: JSON.parse(String(body)) });
      throw new Error('That will do.');
    };
    await expect(
      ask(createClient({ baseUrl: 'http://mandate.example', retries: 0, fetch })),
    ).rejects.toThrow();
    const { url, method, body } = sent[0] ?? expect.fail('Nothing was sent.');
    const found = OPERATIONS.find(({ operationId }) => operationId === operation);
    const { path = '', parameters = [] } = found ?? {};
    expect(method.toLowerCase()).toBe(found?.method);
    expect(url.pathname).toMatch(
      new RegExp(`^${path.replaceAll(/\{\w+\}/g, '(?:0x[0-9a-fA-F]{40}|\\d+|newest)')}$`),
    );
    // `format` is always sent, so the caller need not pass it. `resolve` takes only one of the two wallets. Only
    // `@mandate/sdk/delegate` sends `firstGrant`.
    const left = [operation === 'resolve' ? 'from' : 'format', 'firstGrant'];
    const names = parameters.map(({ name }) => name).filter((name) => !left.includes(name));
    const inQuery = names.filter((name) => !path.includes(`{${name}}`));
    expect([...url.searchParams.keys()].toSorted()).toEqual(inQuery.toSorted());
    assertBody(body as object, found?.requestBody?.content['application/json']?.schema);
    for (const { name, schema } of parameters) {
      const value = url.searchParams.get(name);
      if (value && schema.pattern) expect(value, name).toMatch(new RegExp(schema.pattern));
    }
  });

  /** Compares the names of a body, and those of the first object in each of its lists. */
  function assertBody(body: object, schema: Schema = {}) {
    const { schemas } = OPEN_API.components;
    const { properties = {} } = findSchema(schema, schemas);
    expect(Object.keys(body).toSorted()).toEqual(Object.keys(properties).toSorted());
    for (const [name, value] of Object.entries(body)) {
      const [first]: unknown[] = Array.isArray(value) ? value : [];
      if (typeof first === 'object' && first) assertBody(first, properties[name]?.items);
    }
  }

  test('the block is read from the headers that every answer has', () => {
    const names = ['X-Block-Hash', 'X-Block-Number', 'X-Block-Timestamp', 'X-Chain-Id'];
    for (const { operationId, tags, responses } of OPERATIONS) {
      const headers = Object.keys(responses[200].headers ?? {}).filter((name) => name.startsWith('X-'));
      const isOfRegistry = tags.includes('v1') || tags.includes('v2');
      const isOfOneBlock = /^snapshot$|Eligibility|Exclusive|Tokens|^scoreVotes$/.test(operationId);
      const ofOthers = isOfOneBlock ? names : [];
      const expected = isOfRegistry ? [...names, 'X-Safe-Block-Number'] : ofOthers;
      expect(headers.toSorted(), operationId).toEqual(expected);
    }
  });
});
