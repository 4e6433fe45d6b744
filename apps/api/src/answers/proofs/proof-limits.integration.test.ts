/** A proof costs a client without a key five requests, and a full batch all that it has. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProofService, parametersOf, QUESTION, startProofService } from './testing/proof-service.ts';

let service: ProofService;
beforeAll(async () => {
  service = await startProofService({ isLimited: true });
});
afterAll(() => service?.close());

const path = (query: Record<string, string>) =>
  `/registry/v2/check/all?${new URLSearchParams({ ...parametersOf(QUESTION), ...query })}`;
const from = (client: string) => ({ 'x-forwarded-for': client });

async function get(client: string, query: Record<string, string>) {
  const { statusCode, headers, body } = await service.api.app.inject({
    url: path(query),
    headers: from(client),
  });
  return { status: statusCode, left: leftOf(headers['ratelimit']), json: JSON.parse(body) };
}

const leftOf = (header: unknown) => Number(/;r=(\d+);/.exec(String(header))?.[1]);

async function post(client: string, checks: number, proof: boolean) {
  const one = { ...parametersOf(QUESTION), registry: 'v2', kind: 'all' };
  const { statusCode, headers } = await service.api.app.inject({
    method: 'POST',
    url: '/batch',
    headers: from(client),
    payload: { checks: Array.from({ length: checks }, () => one), proof },
  });
  return { status: statusCode, left: leftOf(headers['ratelimit']) };
}

test('five proven checks are all that a client without a key may ask in ten seconds', async () => {
  for (const left of [20, 15, 10, 5, 0])
    expect(await get('192.0.2.1', { proof: 'true' })).toMatchObject({ status: 200, left });
  const { status, json } = await get('192.0.2.1', { proof: 'true' });
  expect(status).toBe(429);
  expect(json.detail).toMatch(
    /^This request counts as 5\. The limit is 25 requests in 10 seconds, and 0 are left/,
  );
});

test('without a proof a check counts as one', async () => {
  expect((await get('192.0.2.2', { proof: 'false' })).left).toBe(24);
  expect((await get('192.0.2.2', {})).left).toBe(23);
});

test('each check of a batch with proofs counts as five, and a full batch as everything', async () => {
  expect(await post('192.0.2.3', 3, true)).toEqual({ status: 200, left: 10 });
  expect(await post('192.0.2.3', 3, true)).toMatchObject({ status: 429 });
  expect(await post('192.0.2.4', 20, true)).toEqual({ status: 200, left: 0 });
  expect(await post('192.0.2.5', 20, false)).toEqual({ status: 200, left: 24 });
});
