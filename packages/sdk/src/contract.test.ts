/** This package and `docs/api/openapi.json` say the same. A change of either that the other lacks fails here. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createClient } from './index.ts';
import { CALLS } from './testing/calls.ts';
import { FUNCTIONS, type OpenApi, WITHOUT_FUNCTION, writeContractTypes } from './testing/contract-types.ts';

const root = join(import.meta.dirname, '../../..');
const openApi: OpenApi = JSON.parse(readFileSync(join(root, 'docs/api/openapi.json'), 'utf8'));
const operations = Object.entries(openApi.paths).map(([path, { get }]) => ({ path, ...get }));

/** What the compiler says of each description. Nothing: all types are the same. */
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

/** A copy with another value at this path, `+` for one more; without a value, what was there is gone. */
function changed(path: string, value?: unknown): OpenApi {
  const copy = structuredClone(openApi);
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
  ['another operation', `${ERC721} operationId`, 'v2CheckMore'],
];

test('types', { timeout: 60_000 }, () => {
  const [ours, ...others] = compile([openApi, ...CHANGES.map(([, path, value]) => changed(path, value))]);
  expect(ours).toBe('');
  // Each of these is a difference, and has to be found.
  expect(CHANGES.filter((_, i) => others[i] === '').map(([what]) => what)).toEqual([]);
});

describe('what is sent', () => {
  test('every operation has its function', () => {
    const known = [...Object.keys(FUNCTIONS), ...WITHOUT_FUNCTION];
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(known.toSorted());
    expect(CALLS.map(({ operation }) => operation).toSorted()).toEqual(Object.keys(FUNCTIONS).toSorted());
  });

  test.each(CALLS)('$operation', async ({ operation, ask }) => {
    const sent: URL[] = [];
    const fetch = async (url: unknown) => {
      sent.push(new URL(String(url)));
      throw new Error('That will do.');
    };
    await expect(
      ask(createClient({ baseUrl: 'http://mandate.example', retries: 0, fetch })),
    ).rejects.toThrow();
    const [url] = sent;
    const { path = '', parameters = [] } =
      operations.find(({ operationId }) => operationId === operation) ?? {};
    expect(url?.pathname).toMatch(new RegExp(`^${path.replace('{wallet}', '0x[0-9a-fA-F]{40}')}$`));
    const names = parameters.map(({ name }) => name).filter((name) => name !== 'wallet');
    expect([...(url?.searchParams.keys() ?? [])].toSorted()).toEqual(names.toSorted());
    for (const { name, schema } of parameters) {
      const value = url?.searchParams.get(name);
      if (value && schema.pattern) expect(value, name).toMatch(new RegExp(schema.pattern));
    }
  });

  test('the block is read from the headers that every answer has', () => {
    const names = ['X-Block-Hash', 'X-Block-Number', 'X-Block-Timestamp', 'X-Chain-Id'];
    for (const { operationId, parameters, responses } of operations) {
      const headers = Object.keys(responses[200].headers ?? {}).filter((name) => name.startsWith('X-'));
      expect(headers.toSorted(), operationId).toEqual(parameters ? names : []);
    }
  });
});
