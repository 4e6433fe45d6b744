/** A vault under audit is not answered for, whichever way it is asked about; everyone else is. */

import { setTimeout as delay } from 'node:timers/promises';
import { identify, parseAddress } from '@mandate/core';
import { clearMarks, createAuditRecords } from '@mandate/store';
import {
  at,
  block,
  createTestDatabase,
  createTestLedger,
  delegate,
  row,
  type TestDatabase,
  wallets,
} from '@mandate/testing/ledger/database';
import { createFolder } from '@mandate/testing/process/folder';
import { CONFIGURED } from '@mandate/testing/service/ledger-api';
import { until } from '@mandate/testing/until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, type ReadModelApi, startReadModelApi, untilReading } from '../testing/read-model-api.ts';

const { vault, hot, other } = wallets;
const [unlisted, honest] = [
  parseAddress(`0x${'dd'.padStart(40, '0')}`),
  parseAddress(`0x${'ee'.padStart(40, '0')}`),
];
const contract = `0x${'c1'.padStart(40, '0')}`;
const HEAD = 9;
/** A mark acts within this time. */
const ACTS_MS = 30_000;

const all = { kind: 'all', contract: null, amount: null } as const;
const GRANTS = [
  row(delegate('c1', { kind: 'contract', amount: null }), at(3)),
  row(delegate('c1', { ...all, to: other }), at(3, 1), at(5)),
  row(delegate('c1', { ...all, from: honest, to: honest }), at(4)),
  row(delegate('c1', { ...all, registry: 'v1', rights: undefined, from: vault, to: hot }), at(4, 1)),
];
/** The ledger lacks this one, as the auditor found. */
const missing = delegate('c1', { ...all, to: unlisted });

const check = (from: string, to: string, more = '') =>
  `/registry/v2/check/contract?to=${to}&from=${from}&contract=${contract}${more}`;
const REFUSED = [
  check(vault, hot),
  // Nothing says that the vault never granted this one.
  check(vault, honest),
  check(vault, hot, '&atBlock=2'),
  check(vault, hot, '&blockTag=finalized'),
  check(vault, hot, '&consistency=strict'),
  check(vault, hot, '&explain=true'),
  `/registry/v2/${vault}`,
  `/registry/v2/${vault}?limit=1`,
  `/registry/v2/${vault}?atBlock=5`,
  // Those whom it names, named, or should name.
  `/registry/v2/${hot}`,
  `/registry/v2/${other}`,
  `/registry/v2/${unlisted}`,
  `/resolve?from=${vault}`,
  `/resolve?to=${hot}&contract=${contract}`,
  `/resolve?to=${unlisted}`,
  `/wallets/${vault}`,
  `/wallets/${vault}?direction=from&limit=1`,
  `/wallets/${unlisted}?registries=v2`,
  `/wallets/${hot}?direction=to`,
  `/wallets/${hot}?consistency=strict`,
  `/wallets/${vault}?atTime=1700000005`,
  `/exclusive/wallet?vault=${vault}`,
  `/exclusive/vaults?wallet=${hot}`,
  `/snapshots/1/6?contract=${contract}`,
  `/snapshots/1/6?contract=${contract}&registries=v2`,
];
const ANSWERED = [
  check(honest, hot),
  check(honest, honest),
  `/registry/v1/check/all?delegate=${hot}&vault=${vault}`,
  `/registry/v1/${vault}`,
  `/registry/v2/${honest}`,
  `/resolve?to=${honest}`,
  `/resolve?to=${hot}&registries=v1`,
  `/resolve?from=${hot}`,
  `/wallets/${honest}`,
  `/wallets/${vault}?registries=v1`,
  `/wallets/${hot}?direction=from`,
  `/exclusive/wallet?vault=${honest}`,
  `/snapshots/1/6?contract=${contract}&registries=v1`,
  '/changes?cursor=start&chainIds=1&limit=10',
  '/status',
];

const folder = createFolder();
let db: TestDatabase;
let ledger: ReturnType<typeof createTestLedger>;
let withModel: ReadModelApi;
let onDatabase: ReadModelApi;
beforeAll(async () => {
  db = await createTestDatabase();
  ledger = createTestLedger(db.database);
  await ledger.openChain();
  await ledger.write(1, HEAD, ...GRANTS);
  await ledger.writer.mark(1, block(HEAD), { head: HEAD, safe: 8, finalized: 7 }, 'following');
  withModel = await startReadModelApi(db.url, folder.path, CONFIGURED);
  onDatabase = await startReadModelApi(db.url, null, CONFIGURED);
  await untilReading(withModel, check(vault, hot));
});
afterAll(async () => {
  await Promise.all([withModel?.close(), onDatabase?.close()]);
  await db?.drop();
  folder.remove();
});

async function find(confirmed: boolean, delegation = missing): Promise<void> {
  const { registry, from, to } = delegation;
  await createAuditRecords(db.database).findings.keep([
    {
      chainId: 1,
      passId: 1,
      registry,
      vault: from,
      wallet: to,
      grant: identify(delegation),
      half: 'logs',
      kind: 'missing',
      evidence: {},
      confirmed,
    },
  ]);
}

async function repair(): Promise<void> {
  const connection = await db.database.connect();
  await clearMarks(connection, 1, vault).finally(() => connection.release());
}

async function untilBoth(code: string): Promise<void> {
  const since = performance.now();
  for (const { url } of [withModel, onDatabase])
    await until(code, async () => (await ask(url, check(vault, hot))).code === code);
  expect(performance.now() - since).toBeLessThan(ACTS_MS);
}

async function batch({ url }: ReadModelApi) {
  const checks = [
    { registry: 'v2', kind: 'contract', to: hot, from: vault, contract },
    { registry: 'v2', kind: 'all', to: honest, from: honest },
    { registry: 'v1', kind: 'all', to: hot, from: vault },
  ];
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/batch`, { method: 'POST', headers, body: JSON.stringify({ checks }) });
  return (await response.json()) as { answers: unknown[] };
}

describe.each([
  ['from the read model', () => withModel],
  ['from the database', () => onDatabase],
])('%s', (_, api) => {
  const codes = (paths: readonly string[]) =>
    Promise.all(paths.map(async (path) => [path, (await ask(api().url, path)).code]));
  const expected = (paths: readonly string[], code: string) => paths.map((path) => [path, code]);

  test('everything is answered, also while a difference is not confirmed', async () => {
    await find(false);
    await delay(1_500);
    expect(await codes([...REFUSED, ...ANSWERED])).toEqual(expected([...REFUSED, ...ANSWERED], '200'));
    await repair();
  });

  test('what concerns the vault is refused within seconds, and nothing else', async () => {
    const { tag, next } = await readList(`/registry/v2/${vault}?limit=1`);
    await find(true);
    await untilBoth('503 under_audit');
    expect(await codes(REFUSED)).toEqual(expected(REFUSED, '503 under_audit'));
    expect(await codes(ANSWERED)).toEqual(expected(ANSWERED, '200'));
    expect(await batch(api())).toMatchObject({
      answers: [{ value: null, code: 'under_audit' }, { value: true }, { value: true }],
    });
    const { status } = await fetch(`${api().url}/registry/v2/${vault}?limit=1`, {
      headers: { 'If-None-Match': tag ?? '' },
    });
    expect(status).toBe(503);
    if (next) expect((await ask(api().url, next)).code).toBe('503 under_audit');
    const { headers, body } = await ask(api().url, check(vault, hot));
    expect([headers.get('retry-after'), headers.get('cache-control')]).toEqual(['300', 'no-store']);
    expect(JSON.parse(body).detail).toBe(
      'The audit found that the records of this vault on Ethereum differ from the chain. They are not used until an operator has repaired them; /audit shows the state.',
    );
  });

  test('once it is repaired, everything is answered again', async () => {
    await repair();
    await untilBoth('200');
    expect(await codes([...REFUSED, ...ANSWERED])).toEqual(expected([...REFUSED, ...ANSWERED], '200'));
  });

  async function readList(path: string) {
    const { headers } = await ask(api().url, path);
    return { tag: headers.get('etag'), next: /^<([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? null };
  }
});

test('after a repair, the copy of the rows before it is not used', async () => {
  const [, , invented] = GRANTS;
  if (!invented) throw new Error('There is no grant to repair.');
  await ledger.write(1, HEAD + 2);
  await untilReading(withModel, check(honest, honest));
  // The copy waits for its turn, as it does while other chains are loaded.
  await withModel.stopFollowing();
  await find(true, invented.delegation);
  const ask200 = async () => (await ask(withModel.url, check(honest, honest))).code === '200';
  await until('it is refused', async () => !(await ask200()));
  const block = await ledger.writer.findBlockUpTo(1, HEAD + 1);
  if (!block) throw new Error('There is no block to go back to.');
  const repaired = await ledger.writer.repair(1, { vaults: [honest], rows: [], eventful: [], block });
  expect(repaired.removed).toHaveLength(1);
  await until('it is answered', ask200);
  expect(await ask(withModel.url, check(honest, honest))).toMatchObject({ code: '200', body: 'false' });
});
