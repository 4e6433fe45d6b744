/** The auditor as a process: it continues passes, leaves chains to another auditor, looks at disputes, and signs reports. */
import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalChain, writeChains } from '@mandate/contracts';
import { startLivelyChain } from '@mandate/indexer/testing/lively-chain';
import { createAuditRecords, createReader } from '@mandate/store';
import { startApp } from '@mandate/testing/process/app-process';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditOnce, createChainAudit } from './chain-audit.ts';
import { writeReport } from './report/report.ts';
import { createSigner, openSigner } from './report/signing-key.ts';
import { startAuditor } from './start.ts';
import { type AuditedLedger, startAuditedLedger } from './testing/audited-ledger.ts';
import { corrupt } from './testing/corrupt.ts';

const FINALITY_BLOCKS = 20;
const DAY_MS = 24 * 3_600_000;
const SPKI_PREFIX = '302a300506032b6570032100';

let chain: LocalChain;
let ledger: AuditedLedger;
let rows: number;
const folder = mkdtempSync(join(tmpdir(), 'mandate-auditor-'));
beforeAll(async () => {
  ({ chain } = await startLivelyChain());
  // Makes the last revocation that does not name its grant final.
  await chain.mine(FINALITY_BLOCKS);
  ledger = await startAuditedLedger(chain);
  rows = (await ledger.listRows()).length;
  await ledger.database.query('create table honest as table delegation');
});
afterAll(async () => {
  await ledger?.stop();
  await chain?.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  await ledger.database.query(
    'truncate audit_passes, audit_findings, audit_marks, audit_events, audit_keys cascade',
  );
  await ledger.database.query('truncate delegation');
  await ledger.database.query('insert into delegation overriding system value table honest');
});

const records = () => createAuditRecords(ledger.database);
const listMarks = async () => (await createReader(ledger.database).readHeartbeats()).marks ?? [];
const signer = createSigner(generateKeyPairSync('ed25519').privateKey);
const three = () => ledger.configure(3, { proofs: false });
const createAudit = () => createChainAudit(three(), { database: ledger.database, passMs: DAY_MS });

function start(passMs = DAY_MS) {
  const limits = { callsPerDay: 10_000_000, callsPerSecond: 10_000 };
  const { database, url: databaseUrl } = ledger;
  const log = pino({ level: 'silent' });
  return startAuditor({ chains: [three()], database, databaseUrl, limits, passMs, signer, log });
}

test.each([true, false])('a ledger of a real chain has no differences, with proofs: %s', async (proofs) => {
  const { database } = ledger;
  await auditOnce(createChainAudit(ledger.configure(3, { proofs }), { database, passMs: DAY_MS }));
  expect(await records().readAudit(chain.chainId)).toMatchObject({
    ...{ differences: 0, unconfirmed: 0, marks: 0, passes: 1, coverage: 1 },
    last: { rows, rowsScanned: rows },
  });
});

test('a pass continues in another process where it stopped', async () => {
  const first = createAudit();
  await first.step();
  const { current } = await records().readAudit(chain.chainId);
  expect(current).toMatchObject({ proved: true, scannedBlock: -1 });
  const [row] = await corrupt(ledger.database, 1);
  await auditOnce(createAudit());
  const { last, passes } = await records().readAudit(chain.chainId);
  expect({ id: last?.id, passes }).toEqual({ id: current?.id, passes: 1 });
  // The row became wrong after its grant was proved: the logs show it all the same.
  expect(await listMarks()).toMatchObject([{ vault: row?.vault }]);
});

test('the next pass waits until it is due', async () => {
  await auditOnce(createAudit());
  expect(await createAudit().step()).toEqual({ type: 'waiting' });
  const due = createChainAudit(three(), { database: ledger.database, passMs: 0 });
  expect((await due.step()).type).toBe('stepped');
});

test('of two auditors one has the chain, and the other takes over', async () => {
  const [one, two] = [start(), start()];
  const states = () =>
    [one, two].map(
      (auditor) => (auditor.admin.ready().body as { chains: { state: string }[] }).chains[0]?.state,
    );
  await expect.poll(async () => (await records().readAudit(chain.chainId)).passes).toBe(1);
  await expect.poll(() => states().toSorted()).toEqual(['standby', 'waiting']);
  const [active, standby] = states()[0] === 'waiting' ? [one, two] : [two, one];
  await active.stop();
  await expect
    .poll(() => (standby.admin.ready().body as { chains: { state: string }[] }).chains[0]?.state)
    .toBe('waiting');
  expect((await records().readAudit(chain.chainId)).passes).toBe(1);
  await standby.stop();
});

test('a dispute is looked at before the next pass, and its vault marked if the chain says so', async () => {
  await auditOnce(createAudit());
  const [row] = await corrupt(ledger.database, 1);
  if (!row) throw new Error('Nothing is wrong.');
  await records().recordDispute({ chainId: chain.chainId, registry: 'v2', vault: row.vault, evidence: {} });
  await auditOnce(createAudit());
  expect(await listMarks()).toMatchObject([{ vault: row.vault }]);
  expect(await records().events.listDisputes(chain.chainId, 10)).toEqual([]);
});

test('metrics show what the database has', async () => {
  await corrupt(ledger.database, 1);
  const auditor = start();
  await expect.poll(async () => (await records().readAudit(chain.chainId)).passes).toBe(1);
  const metrics = await auditor.admin.metrics();
  const read = (name: string) =>
    Number(
      new RegExp(`^mandate_auditor_${name}\\{chain="${chain.chainId}"\\} (\\S+)$`, 'm').exec(metrics)?.[1],
    );
  await auditor.stop();
  expect(read('questions_total')).toBeGreaterThanOrEqual(rows);
  expect(read('differences_total')).toBeGreaterThanOrEqual(1);
  expect({ marked: read('marked_vaults'), unconfirmed: read('unconfirmed_total') }).toEqual({
    marked: 1,
    unconfirmed: 0,
  });
  expect(read('oldest_unaudited_seconds')).toBe(0);
  expect(read('last_pass_timestamp_seconds')).toBeGreaterThan(Date.now() / 1_000 - 60);
});

test('the report of a day is signed over its bytes, names the one before, and stays', async () => {
  await corrupt(ledger.database, 1);
  await auditOnce(createAudit());
  const { database } = ledger;
  const listCheckpoints = async () => [];
  const sources = { chains: [three()], records: createAuditRecords(database), listCheckpoints, signer };
  await records().publishKey(signer.publicKey);
  const today = await writeReport(sources, Date.now() + DAY_MS);
  const tomorrow = await writeReport(sources, Date.now() + 2 * DAY_MS);
  expect(await writeReport(sources, Date.now() + DAY_MS)).toBeNull();
  const report = await records().readReport(today ?? '');
  if (!report || !tomorrow) throw new Error('There is no report.');
  const body = JSON.parse(report.body);
  expect(body).toMatchObject({
    version: 1,
    day: today,
    chains: [{ chainId: chain.chainId, passes: [{ differences: 1 }], totals: { differences: 1, marks: 1 } }],
  });
  const sha256 = createHash('sha256').update(report.body).digest('hex');
  expect(JSON.parse((await records().readReport(tomorrow))?.body ?? '')).toMatchObject({
    previous: { day: today, sha256 },
  });
  const key = createPublicKey({
    key: Buffer.from(SPKI_PREFIX + report.publicKey.slice(2), 'hex'),
    format: 'der',
    type: 'spki',
  });
  const isSigned = (text: string) =>
    verify(null, Buffer.from(text), key, Buffer.from(report.signature.slice(2), 'hex'));
  expect([isSigned(report.body), isSigned(report.body.replace('"version":1', '"version":2'))]).toEqual([
    true,
    false,
  ]);
});

test('as a process it creates its key, serves metrics, and stops when asked', async () => {
  const keyFile = join(folder, 'key.pem');
  const app = await startApp('auditor', {
    DATABASE_URL: ledger.url,
    CHAINS: writeChains([chain], 200),
    AUDITOR_PORT: '0',
    AUDITOR_KEY_FILE: keyFile,
  });
  await expect.poll(async () => (await records().readAudit(chain.chainId)).passes).toBe(1);
  expect(await (await fetch(`${app.adminUrl}/metrics`)).text()).toContain('mandate_auditor_held');
  expect((await fetch(`${app.adminUrl}/ready`)).status).toBe(200);
  const listKeys = async () => (await records().listKeys()).map(({ publicKey }) => publicKey);
  // The key is published after the first pass.
  await expect.poll(listKeys).toEqual([openSigner(keyFile).publicKey]);
  await app.stop();
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
});

test('a key file that is no key is refused', () => {
  const file = join(folder, 'wrong.pem');
  writeFileSync(file, 'no key');
  expect(() => openSigner(file)).toThrow('has no private key in PEM');
});
