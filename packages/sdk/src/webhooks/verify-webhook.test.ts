import { CONTRACT, FROM, GRANT } from '@mandate/testing/ledger/sample-grant';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { InvalidParametersError } from '../index.ts';
import { InvalidWebhookError, signWebhook, verifyWebhook } from './index.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = 'whsec_AfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwAAAAAAAAAAA=';
const NOW_S = 1_614_265_330;

beforeEach(() => void vi.useFakeTimers({ now: NOW_S * 1_000, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const CHANGE = {
  ...GRANT,
  since: undefined,
  id: '1-6b1e',
  chainId: 1,
  change: 'granted',
  undone: false,
  amountBefore: null,
  log: 0,
  timestamp: NOW_S,
  check: null,
};
const write = (type: string, data: object) =>
  JSON.stringify({ type, timestamp: '2021-02-25T15:02:10.000Z', data });
const TEST_BODY = write('endpoint.test', {});

async function sign(body: string, { secret = SECRET, timestamp = NOW_S } = {}) {
  const signature = await signWebhook(secret, { id: 'msg_1', timestamp, body });
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': String(timestamp), 'webhook-signature': signature };
}
const verify = async (body: string) => verifyWebhook({ body, headers: await sign(body), secret: SECRET });

test('the published example of Standard Webhooks has the published signature', async () => {
  const signed = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: NOW_S, body: '{"test": 2432232314}' };
  expect(await signWebhook(SECRET, signed)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('headers of any kind, bytes, and one of several signatures', async () => {
  const headers = await sign(TEST_BODY);
  const other = (await sign(TEST_BODY, { secret: OTHER }))['webhook-signature'];
  const event = { id: 'msg_1', type: 'endpoint.test', timestamp: '2021-02-25T15:02:10.000Z', data: {} };
  for (const given of [
    headers,
    new Headers(headers),
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
    { ...headers, 'webhook-signature': `${other} v1a,abc v1,short ${headers['webhook-signature']}` },
  ]) {
    const body = new TextEncoder().encode(TEST_BODY);
    expect(await verifyWebhook({ body, headers: given, secret: SECRET })).toEqual(event);
  }
});

test('numbers of a change keep every digit', async () => {
  const most = 2n ** 256n - 1n;
  const long = write('delegation.granted', {
    ...CHANGE,
    type: 'TOKEN',
    tokenType: 'ERC1155',
    contract: CONTRACT,
    tokenId: '#',
    amount: '#',
  });
  const event = await verify(long.replaceAll('"#"', String(most)));
  if (event.type !== 'delegation.granted') throw new Error(event.type);
  expect(event.data).toMatchObject({ id: '1-6b1e', from: FROM, tokenId: most, amount: most, check: null });
});

test.each([
  ['delegation.reset', { chainId: 1, vaults: null }],
  ['chain.unknown', { chainId: 1, known: false, code: 'under_audit', block: 7, vault: FROM }],
  ['endpoint.alive', { chains: [{ chainId: 1, known: true, block: 7 }] }],
  ['endpoint.challenge', { challenge: 'abc' }],
  ['of.a.newer.service', { any: [1] }],
])('%s', async (type, data) => {
  expect(await verify(write(type, data))).toMatchObject({ type, data });
});

test.each([
  ['another body', 'wrong_signature', { body: `${TEST_BODY} ` }],
  ['another secret', 'wrong_signature', { secret: OTHER }],
  ['another id', 'wrong_signature', { headers: { 'webhook-id': 'msg_2' } }],
  ['no signature', 'headers_missing', { headers: { 'webhook-signature': '' } }],
  ['no number of seconds', 'too_old', { headers: { 'webhook-timestamp': '2021-02-25' } }],
])('%s is refused', async (_, code, flaw: object) => {
  const { headers, ...given } = flaw as { headers?: object };
  const sent = { body: TEST_BODY, headers: { ...(await sign(TEST_BODY)), ...headers }, secret: SECRET };
  const refusal = verifyWebhook({ ...sent, ...given });
  await expect(refusal).rejects.toThrow(InvalidWebhookError);
  await expect(refusal).rejects.toMatchObject({ code });
});

test.each([
  [-300, null],
  [300, null],
  [-301, 'too_old'],
  [301, 'too_new'],
])('signed %i s from now', async (seconds, code) => {
  const headers = await sign(TEST_BODY, { timestamp: NOW_S + seconds });
  const verified = verifyWebhook({ body: TEST_BODY, headers, secret: SECRET });
  if (code) await expect(verified).rejects.toMatchObject({ code });
  else await expect(verified).resolves.toMatchObject({ id: 'msg_1' });
});

test.each([
  ['a list', '[]'],
  ['no type', '{"type":1}'],
  ['no JSON', 'no JSON'],
  ['no address', write('delegation.granted', { ...CHANGE, to: 'mira' })],
])('a signed body that is no event: %s', async (_, body) => {
  await expect(verify(body)).rejects.toMatchObject({ code: 'unexpected_event' });
});

test.each([
  ['body', { body: { type: 'parsed' } }],
  ['secret', { secret: SECRET.slice(6) }],
  ['secret', { secret: undefined }],
  ['toleranceSeconds', { toleranceSeconds: '5m' }],
])('a mistake in "%s" is named', async (parameter, given) => {
  const sent = { body: TEST_BODY, headers: await sign(TEST_BODY), secret: SECRET, ...given } as never;
  const refusal = verifyWebhook(sent);
  await expect(refusal).rejects.toThrow(InvalidParametersError);
  await expect(refusal).rejects.toMatchObject({ errors: [{ parameter }] });
});
