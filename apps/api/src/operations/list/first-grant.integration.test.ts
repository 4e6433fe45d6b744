/** The v2 list with `firstGrant=true`. `packages/sdk/src/delegate` compares the order with the contract's. */
import { at, delegate, row, wallets } from '@mandate/testing/ledger/database';
import { type LedgerApi, startLedgerApi } from '@mandate/testing/service/ledger-api';
import { afterAll, beforeAll, expect, test } from 'vitest';

const { vault, hot, other } = wallets;
const LONG = 600;

let service: LedgerApi;
beforeAll(async () => {
  service = await startLedgerApi();
  const many = Array.from({ length: LONG }, (_, i) =>
    row(
      delegate('c', { kind: 'erc721', contract: other, tokenId: BigInt(i), from: other, to: vault }),
      at(5, i),
    ),
  );
  await service.ledger.write(
    service.chainId,
    9,
    row(delegate('a'), at(2, 3), at(4)),
    row(delegate('b'), at(3)),
    row(delegate('a'), at(8)),
    row(delegate('1', { registry: 'v1', kind: 'all' }), at(8, 1)),
    ...many,
  );
});
afterAll(() => service?.close());

async function get(path: string, query: Record<string, string> = {}) {
  const asked = new URLSearchParams({ chainId: String(service.chainId), ...query });
  const { statusCode: status, headers, body } = await service.api.app.inject(`/registry/${path}?${asked}`);
  return { status, headers, body: JSON.parse(body) };
}
const placesOf = (rows: readonly { firstGrant: { block: number; log: number } }[]) =>
  rows.map(({ firstGrant: { block, log } }) => `${block}.${log}`);

test('each row says where it was given for the first time; the order stays', async () => {
  const { status, headers, body } = await get(`v2/${hot}`, { firstGrant: 'true' });
  expect(status).toBe(200);
  expect(placesOf(body)).toEqual(['3.0', '2.3']);
  expect(headers['x-block-number']).toBe('9');
  const plain = await get(`v2/${hot}`, { firstGrant: 'false' });
  expect(plain.body).toEqual(body.map(({ firstGrant: _, ...rest }: { firstGrant: unknown }) => rest));
});

test('a past list has the places of its own rows', async () => {
  const { body } = await get(`v2/${hot}`, { firstGrant: 'true', atBlock: '3' });
  expect(placesOf(body)).toEqual(['2.3', '3.0']);
});

test('a long list is streamed with its places, and pages keep the parameters', async () => {
  const asked = { firstGrant: 'true', types: 'exact' };
  const whole = await get(`v2/${other}`, asked);
  expect(placesOf(whole.body)).toEqual(Array.from({ length: LONG }, (_, i) => `5.${i}`));
  const page = await get(`v2/${other}`, { ...asked, limit: '7' });
  const next = /^<\/registry\/([^?]+)\?([^>]+)>/.exec(String(page.headers['link']));
  const { body } = await get(String(next?.[1]), Object.fromEntries(new URLSearchParams(next?.[2])));
  expect([...placesOf(page.body), ...placesOf(body)]).toEqual(placesOf(whole.body).slice(0, 14));
  const types = [...whole.body, ...page.body, ...body].map(({ type }) => type);
  expect(new Set(types)).toEqual(new Set(['ERC721']));
});

test('v1 has no such places', async () => {
  const { status, body } = await get(`v1/${vault}`, { firstGrant: 'true' });
  expect([status, body]).toEqual([400, expect.objectContaining({ code: 'invalid_parameters' })]);
});
