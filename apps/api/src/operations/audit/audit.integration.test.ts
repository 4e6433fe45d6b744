/** The state of the audit, its reports and its key, as a client reads them. */
import { createPublicKey, verify } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { identify, parseAddress } from '@mandate/core';
import { createAuditRecords } from '@mandate/store';
import { at, block, delegate, row } from '@mandate/testing/ledger/database';
import { EXAMPLE_DAY, writeExampleAudit } from '@mandate/testing/service/example-audit';
import { type LedgerApi, startLedgerApi } from '@mandate/testing/service/ledger-api';
import { afterAll, beforeAll, expect, test } from 'vitest';

const SHARED_MS = 1_100;

let service: LedgerApi;
beforeAll(async () => {
  service = await startLedgerApi();
  await service.ledger.write(service.chainId, 9, row(delegate('c1'), at(3)), row(delegate('c2'), at(7)));
});
afterAll(() => service?.close());

async function get(path: string) {
  const { statusCode: status, headers, body } = await service.api.app.inject(path);
  return { status, headers, body: JSON.parse(body) };
}
/** Asks after the last answer has been shared for long enough. */
async function getAudit() {
  await delay(SHARED_MS);
  return (await get('/audit')).body;
}
const getChain = async () => (await getAudit()).chains[0];

test('before the first pass nothing is claimed', async () => {
  const { status, headers, body } = await get('/audit');
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(body.reports).toEqual([]);
  const age = Math.floor(Date.now() / 1_000) - block(3).timestamp;
  expect(body.chains).toEqual([
    {
      chainId: 1,
      name: 'Ethereum',
      questions: 0,
      coverage: 0,
      oldestUnauditedSeconds: expect.any(Number),
      differences: 0,
      unconfirmed: 0,
      disputes: 0,
      vaultsUnderAudit: 0,
      passes: 0,
      lastPass: null,
      currentPass: null,
    },
  ]);
  expect(Math.abs(body.chains[0].oldestUnauditedSeconds - age)).toBeLessThan(5);
  expect(await get('/audit/key')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await get('/audit/reports/newest')).toMatchObject({
    status: 404,
    body: { detail: 'No report has been signed yet. The auditor signs one each day.' },
  });
});

test('a pass shows its progress, and then what it compared', async () => {
  const { passes } = createAuditRecords(service.database);
  const { id } = await passes.start(1, 5);
  await passes.advance(id, { half: 'logs', scannedBlock: 4 }, { rowsScanned: 1, questions: 3 });
  expect(await getChain()).toMatchObject({
    questions: 3,
    coverage: 0.5,
    lastPass: null,
    currentPass: { untilBlock: 5, rows: 2, rowsCompared: 1, grantsProven: 0, questions: 3, differences: 0 },
  });
  await passes.finish(id);
  const chain = await getChain();
  expect(chain).toMatchObject({ passes: 1, currentPass: null, lastPass: { untilBlock: 5 } });
  expect(chain.lastPass.finished).toBeGreaterThanOrEqual(chain.lastPass.started);
  // The row of block 3 has been compared, the one of block 7 has not.
  const age = Math.floor(Date.now() / 1_000) - block(7).timestamp;
  expect(Math.abs(chain.oldestUnauditedSeconds - age)).toBeLessThan(5);
});

test('every difference stays visible, also after it is repaired', async () => {
  const grant = delegate('c1');
  const found = (vault: string, confirmed: boolean) => ({
    ...({ chainId: 1, passId: 1, registry: 'v2', half: 'storage', kind: 'amount', evidence: {} } as const),
    ...{ vault: parseAddress(vault), wallet: grant.to, grant: `${identify(grant)}${vault}`, confirmed },
  });
  const { findings, recordDispute } = createAuditRecords(service.database);
  await findings.keep([found(grant.from, true), found(`0x${'77'.repeat(20)}`, false)]);
  await recordDispute({ chainId: 1, registry: 'v2', vault: grant.from, evidence: {} });
  const counts = { differences: 1, unconfirmed: 1, disputes: 1 };
  expect(await getChain()).toMatchObject({ ...counts, vaultsUnderAudit: 1 });
  await service.database.query('delete from audit_marks');
  await service.database.query('update audit_findings set repaired_at = now()');
  expect(await getChain()).toMatchObject({ ...counts, vaultsUnderAudit: 0 });
});

test('a report verifies with the published key, and with no other', async () => {
  await writeExampleAudit(service.database, 1, { untilBlock: 9 });
  const [{ body: report }, { body: key }] = [
    await get(`/audit/reports/${EXAMPLE_DAY}`),
    await get('/audit/key'),
  ];
  expect((await get('/audit/reports/newest')).body).toEqual(report);
  expect((await getAudit()).reports).toEqual([EXAMPLE_DAY]);
  expect([report.day, report.publicKey]).toEqual([EXAMPLE_DAY, key.publicKey]);
  const verifies = (body: string) =>
    verify(null, Buffer.from(body), createPublicKey(key.pem), Buffer.from(report.signature.slice(2), 'hex'));
  expect([verifies(report.body), verifies(`${report.body} `)]).toEqual([true, false]);
  await createAuditRecords(service.database).publishKey(`0x${'11'.repeat(32)}`);
  expect((await get('/audit/key')).body).toMatchObject({
    algorithm: 'Ed25519',
    publicKey: `0x${'11'.repeat(32)}`,
    previous: [{ publicKey: report.publicKey, since: expect.any(Number) }],
  });
});

test.each(['2026-13-01', '2026-1-1', 'latest', '2026-02-30', '20260101', '0000-01-01'])(
  '%s is no day',
  async (day) => {
    expect(await get(`/audit/reports/${day}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_parameters', errors: [{ parameter: 'day' }] },
    });
  },
);

test('a day without a report is not found', async () => {
  expect(await get('/audit/reports/2020-01-01')).toMatchObject({
    status: 404,
    body: {
      code: 'not_found',
      detail: 'There is no report of 2020-01-01. /audit lists the days that have one.',
    },
  });
});
