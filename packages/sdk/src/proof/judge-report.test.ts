import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { judgeAuditReport } from './index.ts';

const DAY = '2026-01-01';
const NOW = Date.parse('2026-01-03T00:00:00Z');
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const KEY = `0x${publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')}` as const;

function signed(body: string, day = DAY) {
  const signature = `0x${sign(null, Buffer.from(body), privateKey).toString('hex')}` as const;
  return { day, body, signature, publicKey: KEY };
}

const REPORT = signed(`{"day":"${DAY}"}`);
const OTHER_KEY = `0x${'12'.repeat(32)}` as const;

test.each([
  ['that was signed two days ago', REPORT, {}, 'verified'],
  ['with the pinned key', REPORT, { pinned: KEY }, 'verified'],
  ['that was asked for by its day', REPORT, { now: NOW + 9e8, isNewest: false }, 'verified'],
  ['that is the newest, and old', REPORT, { now: NOW + 9e8 }, 'stale'],
  ['with another key than the pinned one', REPORT, { pinned: OTHER_KEY }, 'other_key'],
  ['that was changed', { ...REPORT, body: '{}' }, {}, 'forged'],
  ['of another day', { ...REPORT, day: '2026-01-02' }, {}, 'other_day'],
  ['that is no JSON', signed('fine'), {}, 'other_day'],
] as const)('a report %s', async (_, report, options, verdict) => {
  const judged = await judgeAuditReport(report, { now: NOW, isNewest: true, ...options });
  expect(judged.verdict).toBe(verdict);
});

test('a report that this runtime cannot verify is neither sound nor forged', async () => {
  vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('', 'NotSupportedError'));
  const judged = await judgeAuditReport(REPORT, { now: NOW, isNewest: true });
  expect([judged.verdict, judged.body]).toEqual(['unsupported', null]);
});
