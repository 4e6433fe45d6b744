/** A pass over 1,000,000 rows takes at most 60,000 calls, logs included. FULL=1: that many rows, else a part of them. */
import { createAuditRecords } from '@mandate/store';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditOnce, createChainAudit } from './chain-audit.ts';
import { type AuditedLedger, startAuditedLedger } from './testing/audited-ledger.ts';
import { startComputedNode } from './testing/computed-node.ts';

const IS_FULL = process.env['FULL'] === '1';
const ROWS = IS_FULL ? 1_000_000 : 5_000;
const MAX_CALLS = (60_000 * ROWS) / 1_000_000;
const HOUR_MS = 3_600_000;

let node: Awaited<ReturnType<typeof startComputedNode>>;
let ledger: AuditedLedger;
beforeAll(async () => {
  node = await startComputedNode(ROWS);
  ledger = await startAuditedLedger(node, { isStill: !IS_FULL });
}, HOUR_MS);
afterAll(async () => {
  await ledger?.stop();
  await node?.stop();
});
beforeEach(() => ledger.database.query('truncate audit_passes'));

/** Three nodes, of which two have to agree. */
const countCalls = () => ledger.nodes.reduce((sum, { calls }) => sum + calls, 0);

test.each([
  ['proofs', true],
  ['calls by quorum', false],
])(
  'a pass compares every row within its calls, with %s',
  async (_, proofs) => {
    const startedAt = performance.now();
    const before = countCalls();
    const { database } = ledger;
    await auditOnce(createChainAudit(ledger.configure(3, { proofs }), { database, passMs: HOUR_MS }));
    const calls = countCalls() - before;
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    const { last, ...summary } = await createAuditRecords(database).readAudit(node.chainId);
    process.stderr.write(`${ROWS} rows, ${proofs ? 'proofs' : 'calls'}: ${calls} calls, ${seconds} s\n`);
    expect(summary).toMatchObject({ differences: 0, unconfirmed: 0, passes: 1, coverage: 1 });
    expect(last).toMatchObject({ rows: ROWS, rowsScanned: ROWS, rowsProved: ROWS });
    expect(calls).toBeLessThanOrEqual(MAX_CALLS);
  },
  HOUR_MS,
);
