/** A pass over 1,000,000 rows takes at most 60,000 calls, logs included. FULL=1: that many rows, else a part of them. */
import type { ConfiguredChain } from '@mandate/config';
import { createAuditRecords } from '@mandate/store';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/database';
import { CHAIN_ID, V1, V2 } from '@mandate/testing/long-chain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditOnce, createChainAudit } from './chain-audit.ts';
import { startComputedNode } from './testing/computed-node.ts';

const ROWS = process.env['FULL'] === '1' ? 1_000_000 : 5_000;
const MAX_CALLS = (60_000 * ROWS) / 1_000_000;
const HOUR_MS = 3_600_000;
const TIMEOUT_MS = 3_600_000;

let node: Awaited<ReturnType<typeof startComputedNode>>;
let db: TestDatabase;
beforeAll(async () => {
  node = await startComputedNode(ROWS);
  db = await createTestDatabase();
  await node.write(db.database);
}, TIMEOUT_MS);
afterAll(async () => {
  await node?.stop();
  await db?.drop();
});
beforeEach(async () => {
  await db.database.query('truncate audit_passes');
  node.takeCalls();
});

/** Three nodes, of which two have to agree. */
function configure(proofs: boolean): ConfiguredChain {
  const limits = { callsPerSecond: null, callsPerMonth: null, costPerMillionCalls: null };
  return {
    chainId: CHAIN_ID,
    name: 'Computed',
    explorer: null,
    testnet: true,
    registries: { v1: V1, v2: V2 },
    possibleRegistries: {},
    nodes: ['a', 'b', 'c'].map((label) => ({
      url: `${node.url}/${label}`,
      label,
      stateOnly: false,
      ...limits,
    })),
    publicNode: null,
    quorum: 2,
    evidence: { bloom: false, receipts: false, header: proofs, headersFrom: 0, proofs },
    depths: { safe: null, finalized: null },
    needsTo: false,
    startBlock: 0,
    blockTimeMs: null,
    pollMs: null,
    form: null,
    maxLag: { ms: 60_000, blockAgeMs: null },
  };
}

test.each([
  ['proofs', true],
  ['calls by quorum', false],
])(
  'a pass compares every row within its calls, with %s',
  async (_, proofs) => {
    const startedAt = performance.now();
    await auditOnce(createChainAudit(configure(proofs), { database: db.database, passMs: HOUR_MS }));
    const calls = node.takeCalls();
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    const { last, ...summary } = await createAuditRecords(db.database).readAudit(CHAIN_ID);
    process.stderr.write(`${ROWS} rows, ${proofs ? 'proofs' : 'calls'}: ${calls} calls, ${seconds} s\n`);
    expect(summary).toMatchObject({ differences: 0, unconfirmed: 0, passes: 1, coverage: 1 });
    expect(last).toMatchObject({ rows: ROWS, rowsScanned: ROWS, rowsProved: ROWS });
    expect(calls).toBeLessThanOrEqual(MAX_CALLS);
  },
  TIMEOUT_MS,
);
