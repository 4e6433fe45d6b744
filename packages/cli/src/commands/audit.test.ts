/** Tests `mandate audit` with a terminal, against honest and lying services. */
import { generateKeyPairSync, sign } from 'node:crypto';
import type { AuditReport, ChainAudit, Hex } from '@mandate/sdk';
import {
  answer,
  type MisbehavingServer,
  startMisbehavingServer,
} from '@mandate/testing/service/misbehaving-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { typeCommand } from '../testing/type-command.ts';

let server: MisbehavingServer;
beforeAll(async () => {
  server = await startMisbehavingServer();
});
afterAll(() => server.close());

/** The clock of the tests says 2023-11-14. */
const [NOW_S, DAY] = [1_700_000_012, '2023-11-13'];

function createSigner() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw: Hex = `0x${publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')}`;
  const report = (day: string, body: string): AuditReport => {
    const signature: Hex = `0x${sign(null, Buffer.from(body), privateKey).toString('hex')}`;
    return { day, body, signature, publicKey: raw };
  };
  return { publicKey: raw, report };
}
const [signer, other] = [createSigner(), createSigner()];
const bodyOf = (day: string) => JSON.stringify({ day, chains: [{ chainId: 1, differences: 0 }] });
const REPORT = signer.report(DAY, bodyOf(DAY));

const PASS = { untilBlock: 9, rows: 4, rowsCompared: 4, grantsProven: 4, questions: 68, differences: 0 };
const CHAIN: ChainAudit = {
  chainId: 1,
  name: 'Ether\x1b[31meum',
  questions: 1_234_567,
  coverage: 1,
  oldestUnauditedSeconds: 780,
  differences: 0,
  unconfirmed: 0,
  disputes: 0,
  vaultsUnderAudit: 0,
  passes: 3,
  lastPass: { ...PASS, started: NOW_S - 9_000, finished: NOW_S - 7_200 },
  currentPass: null,
};
const BASE: ChainAudit = {
  ...CHAIN,
  chainId: 8453,
  name: 'Base',
  questions: 68,
  coverage: 0.9999,
  oldestUnauditedSeconds: null,
};

function serve(chains: readonly ChainAudit[], report: AuditReport | null = REPORT): void {
  server.behave((request, response, count) => {
    const body = request.url === '/audit' ? { chains, reports: report ? [report.day] : [] } : report;
    answer(JSON.stringify(body))(request, response, count);
  });
}
const type = (line = 'audit') => typeCommand(server.url, line);

test('chains that never differed, and a report with a valid signature', async () => {
  serve([CHAIN, BASE]);
  const { out, code } = await type();
  expect(code).toBe(0);
  expect(out).toBe(`✓ No record has ever differed from its chain

CHAIN            ID  COMPARED  QUESTIONS  DIFFERENCES  UNDER AUDIT  OLDEST UNAUDITED  LAST PASS
Ether [31meum     1      100%  1,234,567            0            0        13 min ago    2 h ago
Base           8453     99.9%         68            0            0              none    2 h ago

✓ Report of 2023-11-13 (1 d ago)
  signature  valid
  key        ${signer.publicKey}
             as the service sends it: get it from another place, and pass it as --audit-key`);
  const pinned = await type(
    `audit --chain 8453 --day ${DAY} --audit-key ${signer.publicKey.toUpperCase().replace('0X', '0x')}`,
  );
  expect(pinned.code).toBe(0);
  expect(pinned.out).toContain('the key that you passed');
  expect(pinned.out).not.toContain('Ether');
  expect((await type('audit --chain 5')).code).toBe(3);
});

test('differences that were repaired stay visible', async () => {
  serve([{ ...CHAIN, differences: 2 }]);
  const { out, code } = await type();
  expect(code).toBe(0);
  expect(out).toContain('✓ No record differs from its chain; 2 differences were found and repaired\n');
});

test('a vault under audit is the answer no', async () => {
  serve([CHAIN, { ...BASE, differences: 1, vaultsUnderAudit: 1 }]);
  const { out, code } = await type();
  expect(code).toBe(1);
  expect(out).toMatch(/^✗ 1 vault is under audit\n {2}Questions about it are refused/);
});

test('a chain that was never audited, or a service without reports, is not known', async () => {
  serve([CHAIN, { ...BASE, passes: 0, lastPass: null, currentPass: { ...PASS, started: NOW_S } }]);
  const running = await type();
  expect([running.code, running.out.split('\n')[0]]).toEqual([2, '? Not audited yet: Base']);
  expect(running.out).toMatch(/Base .+ running\n/);
  serve([CHAIN], null);
  const unsigned = await type();
  expect(unsigned.code).toBe(2);
  expect(unsigned.out).toContain('? No report has been signed yet');
});

describe('a report is not believed', () => {
  const forged = { ...REPORT, body: REPORT.body.replace('0}', '1}') };
  test.each([
    ['that was changed', forged, '', 1, 'forged', '✗ Report'],
    [
      'with the signature of another',
      { ...REPORT, signature: other.report(DAY, REPORT.body).signature },
      '',
      1,
      'forged',
      'not valid: someone',
    ],
    [
      'with another key',
      other.report(DAY, REPORT.body),
      `--audit-key ${signer.publicKey}`,
      1,
      'other_key',
      'another key than yours',
    ],
    ['of another day', signer.report(DAY, bodyOf('2023-11-12')), '', 1, 'other_day', 'of another day'],
    ['that is no JSON', signer.report(DAY, 'fine'), '', 1, 'other_day', 'of another day'],
    [
      'that is the newest, and old',
      signer.report('2023-11-01', bodyOf('2023-11-01')),
      '',
      2,
      'stale',
      'newer reports are missing',
    ],
  ])('%s', async (_, report, options, code, verdict, says) => {
    serve([CHAIN], report);
    const typed = await type(`audit ${options}`);
    expect([typed.code, typed.out]).toEqual([code, expect.stringContaining(says)]);
    const { out } = await type(`audit --json ${options}`);
    const { report: judged } = JSON.parse(out) as { report: { verdict: string; body: unknown } };
    expect(judged.verdict).toBe(verdict);
    if (verdict === 'forged' || verdict === 'other_key') expect(judged.body).toBeNull();
  });
});
