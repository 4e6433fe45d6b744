/** One pass finds every row that was made wrong by hand, and marks no other vault. FULL=1: a ledger of 100,000 rows. */
import { createAuditRecords, createReader } from '@mandate/store';
import { both, change, dropLogs, sendNoLogs } from '@mandate/testing/chain/misbehaviours';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { auditOnce, createChainAudit } from './chain-audit.ts';
import { type AuditedLedger, startAuditedLedger } from './testing/audited-ledger.ts';
import { startComputedNode } from './testing/computed-node.ts';
import { type Corrupted, corrupt } from './testing/corrupt.ts';

const IS_FULL = process.env['FULL'] === '1';
const ROWS = IS_FULL ? 100_000 : 2_000;
const WRONG_ROWS = IS_FULL ? ROWS / 100 : 20;
const BY_CALLS = { proofs: false };
const BY_PROOFS = { proofs: true };
const HOUR_MS = 3_600_000;
if (IS_FULL) vi.setConfig({ testTimeout: HOUR_MS, hookTimeout: HOUR_MS });

/** A computed chain: anvil needs too long for as many grants. `run.integration.test.ts` audits a real one. */
let chain: Awaited<ReturnType<typeof startComputedNode>>;
let ledger: AuditedLedger;
let honest: string[];
beforeAll(async () => {
  chain = await startComputedNode(ROWS);
  ledger = await startAuditedLedger(chain, { isStill: !IS_FULL });
  honest = await ledger.listRows();
  await ledger.database.query('create table honest as table delegation');
});
afterAll(async () => {
  await ledger?.stop();
  await chain?.stop();
});
beforeEach(async () => {
  for (const node of ledger.nodes) node.misbehave(null);
  await ledger.database.query(`truncate audit_passes, audit_findings, audit_marks, audit_events, delegation`);
  await ledger.database.query('insert into delegation overriding system value table honest');
});

const records = () => createAuditRecords(ledger.database);
const listMarks = async () => (await createReader(ledger.database).readHeartbeats()).marks ?? [];
const sorted = (vaults: readonly string[]) => [...new Set(vaults)].toSorted();

async function audit(nodes = 3, options = BY_CALLS): Promise<number> {
  const chainAudit = createChainAudit(ledger.configure(nodes, options), {
    database: ledger.database,
    passMs: HOUR_MS,
  });
  return auditOnce(chainAudit);
}

async function expectFound(wrong: readonly Corrupted[]): Promise<void> {
  const marks = await listMarks();
  expect(marks.map(({ vault }) => vault)).toEqual(expect.arrayContaining(wrong.map(({ vault }) => vault)));
  expect(sorted(marks.map(({ vault }) => vault))).toEqual(sorted(wrong.map(({ vault }) => vault)));
  const findings = await records().findings.list(chain.chainId, new Date(0), 100_000);
  for (const { how, vault } of wrong) {
    const kinds = findings.filter((finding) => finding.vault === vault).map(({ kind }) => kind);
    const expected = how === 'rights' ? ['invented', 'missing'] : [how];
    expect({ how, vault, kinds }).toEqual({ how, vault, kinds: expect.arrayContaining(expected) });
  }
}

test('the ledger has as many rows as it should, of every kind, ended and standing', () => {
  expect(honest.length).toBeGreaterThanOrEqual(ROWS);
});

test('an honest ledger has no differences, and every row of it is compared', async () => {
  await audit();
  expect(await records().readAudit(chain.chainId)).toMatchObject({
    differences: 0,
    unconfirmed: 0,
    marks: 0,
    passes: 1,
    coverage: 1,
    last: { rows: honest.length, rowsScanned: honest.length },
  });
});

test('all wrong rows are found within one pass, no other vault is marked, and repair makes all rows right', async () => {
  const wrong = await corrupt(ledger.database, WRONG_ROWS);
  await audit(3, BY_PROOFS);
  await expectFound(wrong);
  expect(await ledger.listRows()).not.toEqual(honest);
  await ledger.repair((await listMarks()).map(({ vault }) => vault));
  expect(await listMarks()).toEqual([]);
  expect(await ledger.listRows()).toEqual(honest);
  expect(await records().readAudit(chain.chainId)).toMatchObject({ open: 0, marks: 0 });

  const { differences } = await records().readAudit(chain.chainId);
  await ledger.database.query('truncate audit_passes');
  await audit();
  expect(await records().readAudit(chain.chainId)).toMatchObject({
    differences,
    open: 0,
    marks: 0,
    passes: 1,
  });
});

test('a lying node among three hides nothing and marks no one', async () => {
  const wrong = await corrupt(ledger.database, WRONG_ROWS);
  // It is the first that is asked: it leaves out logs, and ends or changes grants in its storage.
  const forgeWords = change('eth_call', (words: string) => words.replaceAll(/f0{30}/g, 'e'.padEnd(31, '0')));
  ledger.nodes[2]?.misbehave(both(dropLogs(5), forgeWords));
  await audit();
  await expectFound(wrong);
});

test('a node that has lost all logs is not believed', async () => {
  ledger.nodes[1]?.misbehave(sendNoLogs());
  await audit();
  expect(await records().readAudit(chain.chainId)).toMatchObject({
    differences: 0,
    unconfirmed: 0,
    marks: 0,
  });
});

test('with one node, differences are reported and nothing is marked', async () => {
  const wrong = await corrupt(ledger.database, WRONG_ROWS);
  await audit(1);
  const { unconfirmed, differences, marks } = await records().readAudit(chain.chainId);
  expect({ differences, marks }).toEqual({ differences: 0, marks: 0 });
  expect(unconfirmed).toBeGreaterThanOrEqual(wrong.length);
});
