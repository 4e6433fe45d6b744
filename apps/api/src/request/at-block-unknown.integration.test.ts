/** If a chain's safe and final blocks are unknown, the present is answered, and nothing is called final. */
import { at, delegate, row, wallets } from '@mandate/testing/ledger/database';
import { type LedgerApi, startLedgerApi } from '@mandate/testing/service/ledger-api';
import { afterAll, beforeAll, expect, test } from 'vitest';

const granted = delegate('c0', { kind: 'all' });
const CHECK = `/registry/v2/check/all?from=${wallets.vault}&to=${wallets.hot}`;
const LIST = `/registry/v2/${wallets.vault}`;

let service: LedgerApi;
beforeAll(async () => {
  service = await startLedgerApi();
  await service.ledger.write(service.chainId, 5, row(granted, at(3)));
  await service.database.query('update chain set safe_number = null, finalized_number = null');
});
afterAll(() => service?.close());

async function ask(url: string) {
  const { statusCode, body, headers } = await service.api.app.inject({ url, remoteAddress: '192.0.2.1' });
  return { status: statusCode, body, cache: headers['cache-control'] };
}

test('the present and the past are answered, and never as final', async () => {
  expect(await ask(CHECK)).toEqual({ status: 200, body: 'true', cache: 'no-store' });
  expect(await ask(`${CHECK}&atBlock=2`)).toEqual({ status: 200, body: 'false', cache: 'no-store' });
  expect(await ask(`${CHECK}&atTime=${1_700_000_002}`)).toEqual({
    status: 200,
    body: 'false',
    cache: 'no-store',
  });
  expect(await ask(`${LIST}?atBlock=3&limit=5`)).toMatchObject({ status: 200, cache: 'no-store' });
  expect(JSON.parse((await ask('/status')).body)).toMatchObject({
    chains: [{ safe: null, finalized: null }],
  });
});

test.each([
  ['safe', `${CHECK}&blockTag=safe`, 'safeDepth'],
  ['final', `${CHECK}&blockTag=finalized`, 'finalizedDepth'],
  ['strict', `${CHECK}&consistency=strict`, 'safeDepth'],
  ['a safe list', `${LIST}?blockTag=safe`, 'safeDepth'],
  [
    'a strict resolution',
    `/resolve?to=${wallets.hot}&contract=${wallets.other}&consistency=strict`,
    'safeDepth',
  ],
  ['a strict wallet', `/wallets/${wallets.hot}?consistency=strict`, 'safeDepth'],
  ['a snapshot', `/snapshots/1/2?contract=${wallets.other}`, 'finalizedDepth'],
])('%s is refused with the setting that is missing', async (_, path, setting) => {
  const { status, body } = await ask(path);
  expect([status, body]).toEqual([503, expect.stringContaining(setting)]);
  expect(JSON.parse(body)).toMatchObject({ code: 'block_not_reached' });
});
