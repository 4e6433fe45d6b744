import { parseAddress } from '@mandate/core';
import {
  at,
  createTestDatabase,
  createTestLedger,
  delegate,
  row,
  wallets,
} from '@mandate/testing/ledger/database';
import { afterAll, expect, test } from 'vitest';
import { transact } from '../database/database.ts';
import { createAuditRecords } from './audit-records.ts';
import { clearMarks, type Finding } from './finding-table.ts';

const db = await createTestDatabase();
const ledger = createTestLedger(db.database);
const records = createAuditRecords(db.database);
afterAll(() => db.drop());

const { vault, hot, other } = wallets;
const finding = (chainId: number, more: Partial<Finding> = {}): Finding => ({
  chainId,
  passId: 1,
  registry: 'v2',
  vault,
  wallet: other,
  grant: 'v2:all:a:b',
  half: 'logs',
  kind: 'missing',
  evidence: { block: 3 },
  confirmed: true,
  ...more,
});

const listMarks = async (chainId: number) =>
  (await ledger.reader.readHeartbeats()).marks?.filter((mark) => mark.chainId === chainId) ?? [];

async function openChain(): Promise<number> {
  const chainId = await ledger.openChain();
  await ledger.write(chainId, 5, row(delegate('01'), at(2)), row(delegate('02'), at(4)));
  return chainId;
}

test('a pass is continued where it stopped, and a removed chain gets a new one', async () => {
  const chainId = await openChain();
  expect(await records.passes.findOpen(chainId)).toBeNull();
  const { id } = await records.passes.start(chainId, 3);
  await records.passes.advance(id, { half: 'logs', scannedBlock: 2 }, { rowsScanned: 1, calls: 4 });
  const place = [vault, hot, 2, 5, '0x01', '-1', '0x'] as const;
  await records.passes.advance(id, { half: 'storage', provedBlock: 5, afterGrant: place }, { questions: 7 });
  expect(await records.passes.findOpen(chainId)).toMatchObject({
    id,
    untilBlock: 3,
    scannedBlock: 2,
    provedBlock: 5,
    afterGrant: place,
    proved: false,
    rows: 2,
    rowsScanned: 1,
    questions: 7,
    calls: 4,
  });
  expect(await records.readAudit(chainId)).toMatchObject({
    coverage: 0.5,
    last: null,
    oldestUnaudited: 1_700_000_002,
  });
  await records.passes.advance(id, { half: 'storage', provedBlock: 4, afterGrant: null }, {});
  expect(await records.passes.findOpen(chainId)).toMatchObject({
    proved: true,
    provedBlock: 5,
    afterGrant: place,
  });
  await ledger.writer.forget(chainId);
  expect(await records.passes.findOpen(chainId)).toBeNull();
  expect(await records.readAudit(chainId)).toMatchObject({ questions: 7, current: null, last: null });
});

test('a finished pass says how much it compared, and since when rows wait', async () => {
  const chainId = await openChain();
  const { id } = await records.passes.start(chainId, 3);
  await records.passes.advance(id, { half: 'logs', scannedBlock: 3 }, { rowsScanned: 1, questions: 2 });
  await records.passes.finish(id);
  expect(await records.readAudit(chainId)).toMatchObject({
    passes: 1,
    questions: 2,
    coverage: 0.5,
    oldestUnaudited: 1_700_000_004,
    current: null,
    last: { id, untilBlock: 3, finishedAt: expect.any(Date) },
  });
});

test('a confirmed difference marks its vault once, and a reported one marks nothing', async () => {
  const chainId = await openChain();
  const reported = finding(chainId, { vault: other, grant: 'g2', confirmed: false });
  expect(await records.findings.keep([finding(chainId), reported])).toEqual({ reported: 2, differences: 1 });
  expect(await records.findings.keep([finding(chainId), reported])).toEqual({ reported: 0, differences: 0 });
  // The other half finds the same difference: it is still one.
  expect(await records.findings.keep([finding(chainId, { half: 'storage', kind: 'ended' })])).toEqual({
    reported: 0,
    differences: 0,
  });
  const marksOf = async () => (await listMarks(chainId)).map((mark) => mark.vault);
  expect(await marksOf()).toEqual([vault]);
  const confirmed = { ...reported, confirmed: true, evidence: { second: true } };
  expect(await records.findings.keep([confirmed])).toEqual({ reported: 0, differences: 1 });
  expect(await marksOf()).toEqual([vault, other]);
  expect(await records.findings.list(chainId, new Date(0), 10)).toMatchObject([
    { grant: 'g2', confirmed: true, evidence: { second: true }, vault: other, repairedAt: null },
    { grant: 'v2:all:a:b', kind: 'missing', vault },
    { grant: 'v2:all:a:b', kind: 'ended', vault },
  ]);

  await transact(db.database, (connection) => clearMarks(connection, chainId, other));
  expect(await marksOf()).toEqual([vault]);
  expect(await records.readAudit(chainId)).toMatchObject({
    differences: 2,
    unconfirmed: 0,
    open: 1,
    marks: 1,
  });
  // The same difference, found again after its repair, counts again.
  expect(await records.findings.keep([confirmed])).toEqual({ reported: 1, differences: 1 });
  await transact(db.database, (connection) => clearMarks(connection, chainId, null));
  expect(await marksOf()).toEqual([]);
  expect(await records.readAudit(chainId)).toMatchObject({ differences: 3, open: 0, marks: 0 });
});

test('a wallet is named by a marked vault if it was granted something, or should have been', async () => {
  const chainId = await openChain();
  const unlisted = parseAddress(`0x${'dd'.padStart(40, '0')}`);
  await ledger.write(chainId, 7, row(delegate('03', { to: other }), at(6), at(7)));
  await records.findings.keep([finding(chainId, { wallet: unlisted, confirmed: false })]);
  const listNamed = async () => {
    const named = [];
    for (const registry of ['v1', 'v2'] as const)
      for (const wallet of [vault, hot, other, unlisted])
        if (await records.isNamed(chainId, registry, wallet)) named.push([registry, wallet]);
    return named;
  };
  expect(await listNamed()).toEqual([]);
  await records.findings.keep([finding(chainId, { wallet: unlisted })]);
  expect(await listNamed()).toEqual([
    ['v2', hot],
    ['v2', other],
    ['v2', unlisted],
  ]);
  await transact(db.database, (connection) => clearMarks(connection, chainId, vault));
  expect(await listNamed()).toEqual([]);
});

test('marks are read again only after one was added or removed, whoever did it', async () => {
  const [chainId, second] = [await openChain(), await openChain()];
  let { marksStamp } = await ledger.reader.readHeartbeats();
  const readMoved = async () => {
    const read = await ledger.reader.readHeartbeats(marksStamp);
    marksStamp = read.marksStamp;
    return read.marks?.filter((mark) => mark.chainId === chainId).map((mark) => mark.vault) ?? null;
  };
  expect(await readMoved()).toBeNull();
  await records.findings.keep([finding(chainId, { vault: other, confirmed: false })]);
  expect(await readMoved()).toBeNull();
  await records.findings.keep([finding(chainId)]);
  expect(await readMoved()).toEqual([vault]);
  expect(await readMoved()).toBeNull();
  // A version that knows no stamp writes this.
  await db.database.query(
    "insert into audit_marks (chain_id, registry, vault) select $1, 2, decode(lpad(i::text, 40, '0'), 'hex') from generate_series(1, 3) i",
    [chainId],
  );
  expect(await readMoved()).toHaveLength(4);
  await records.findings.keep([finding(second)]);
  await transact(db.database, (connection) => clearMarks(connection, chainId, null));
  expect(await readMoved()).toEqual([]);
  await ledger.writer.forget(second);
  expect(await readMoved()).toEqual([]);
  expect(await readMoved()).toBeNull();
});

test('marks disappear with their chain, evidence stays', async () => {
  const chainId = await openChain();
  await records.findings.keep([finding(chainId)]);
  await ledger.writer.forget(chainId);
  expect(await listMarks(chainId)).toEqual([]);
  expect(await records.findings.list(chainId, new Date(0), 10)).toHaveLength(1);
});

test('the first report of a day stays as it was signed', async () => {
  const publicKey = `0x${'ab'.repeat(32)}` as const;
  const report = {
    day: '2026-11-16',
    body: '{"a":1}',
    signature: `0x${'01'.repeat(64)}` as const,
    publicKey,
  };
  await records.publishKey(publicKey);
  await records.publishKey(publicKey);
  await records.keepReport(report);
  await records.keepReport({ ...report, body: '{"a":2}' });
  await records.keepReport({ ...report, day: '2026-11-17' });
  expect(await records.readReport('2026-11-16')).toEqual(report);
  expect(await records.readReport('2026-11-15')).toBeNull();
  expect(await records.listReports()).toEqual(['2026-11-17', '2026-11-16']);
  expect(await records.listKeys()).toEqual([{ publicKey, since: expect.any(Date) }]);
});

test('a dispute waits until the auditor has seen it', async () => {
  const chainId = await openChain();
  await records.recordDispute({ chainId, registry: 'v1', vault, evidence: { block: 9 } });
  const [dispute] = await records.events.listDisputes(chainId, 10);
  expect(dispute).toMatchObject({ registry: 'v1', vault, evidence: { block: 9 } });
  await records.events.markSeen([dispute?.id ?? 0]);
  expect(await records.events.listDisputes(chainId, 10)).toEqual([]);
  expect(await records.readAudit(chainId)).toMatchObject({ disputes: 1 });
});
