import { spawnSync } from 'node:child_process';
import { createSecret } from '@mandate/config';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { signEvent } from './sign.ts';

const HOUR_MS = 3_600_000;
const [oldSecret, secret] = [createSecret(), createSecret()];
const body = Buffer.from(
  '{"type":"delegation.granted","data":{"amount":115792089237316195423570985008687907853}}',
);
const sign = (nowMs = Date.now()) => signEvent([secret, oldSecret], '1-a', body, nowMs);

test('the package of Standard Webhooks verifies an event with either secret', () => {
  for (const each of [secret, oldSecret]) new Webhook(each).verify(body, sign());
  expect(() => new Webhook(createSecret()).verify(body, sign())).toThrow();
  expect(() => new Webhook(secret).verify(`${body} `, sign())).toThrow();
  expect(() => new Webhook(secret).verify(body, { ...sign(), 'webhook-id': '1-b' })).toThrow();
});

test('an event of six minutes ago is refused, and its retry after ten hours is not', () => {
  expect(() => new Webhook(secret).verify(body, sign(Date.now() - HOUR_MS / 10))).toThrow('too old');
  const [first, retry] = [sign(Date.now() - 10 * HOUR_MS), sign()];
  expect(() => new Webhook(secret).verify(body, first)).toThrow();
  new Webhook(secret).verify(body, retry);
  expect(retry['webhook-id']).toBe(first['webhook-id']);
});

/** Verifies a signature without any library. */
const PYTHON = `
import base64, hashlib, hmac, json, sys, time

def verify(secret, headers, body, tolerance=300):
    message = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    if abs(time.time() - int(headers["webhook-timestamp"])) > tolerance:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = base64.b64encode(hmac.new(key, message, hashlib.sha256).digest()).decode()
    given = [each[3:] for each in headers["webhook-signature"].split() if each.startswith("v1,")]
    return any(hmac.compare_digest(expected, each) for each in given)

cases = json.load(sys.stdin)
print(json.dumps([verify(c["secret"], c["headers"], c["body"].encode()) for c in cases]))
`;

test("Python's standard library verifies an event", () => {
  const right = { secret: oldSecret, headers: sign(), body: String(body) };
  const cases = [
    right,
    { ...right, secret: createSecret() },
    { ...right, body: `${body} ` },
    { ...right, headers: sign(Date.now() - HOUR_MS / 10) },
  ];
  const { stdout, stderr } = spawnSync('python3', ['-c', PYTHON], {
    input: JSON.stringify(cases),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual([true, false, false, false]);
});
