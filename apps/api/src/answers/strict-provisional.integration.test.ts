/** The pages of a strict list, and those who wait for a strict answer, on a chain whose newest blocks are provisional. */
import { at, block, delegate, row, wallets } from '@mandate/testing/ledger/database';
import { type LedgerApi, startLedgerApi } from '@mandate/testing/service/ledger-api';
import { afterAll, beforeEach, expect, test } from 'vitest';

const { vault, hot } = wallets;
const CHECK = `/registry/v2/check/erc20?from=${vault}&to=${hot}&contract=0x${'c1'.padStart(40, '0')}`;
const LIST = `/registry/v2/${vault}?consistency=strict&limit=1`;
const [FINAL, SAFE, HEAD] = [2, 5, 9];
const GRANTS = ['c1', 'c2', 'c3'].map((name) => delegate(name));
const HISTORY = GRANTS.map((grant, i) => row(grant, at(3, i)));

let service: LedgerApi | null = null;
afterAll(() => service?.close());
beforeEach(async () => {
  await service?.close();
  service = await startLedgerApi();
  await service.ledger.write(service.chainId, HEAD, ...HISTORY);
  await mark({});
});

function running(): LedgerApi {
  return service ?? expect.fail('The service is not running.');
}

async function mark({ at = HEAD, safe = SAFE, finalized = FINAL }): Promise<void> {
  const { ledger, chainId } = running();
  const marks = { head: at, safe, finalized, provisional: true };
  await ledger.writer.mark(chainId, block(at), marks, 'following');
}

async function ask(url: string) {
  const { statusCode: status, headers, body } = await running().api.app.inject(url);
  const cursor = /[?&]cursor=([\w-]+)/.exec(String(headers['link']))?.[1];
  const named = [headers['x-block-number'], headers['x-block-hash'], headers['x-safe-block-number']];
  return { status, named, cache: headers['cache-control'], cursor, body: JSON.parse(body) };
}

const SAFE_NAMED = [String(SAFE), block(SAFE).hash, String(SAFE)];
const IMMUTABLE = 'public, max-age=31536000, immutable';

test('every page of a list names the safe block of the first, and is immutable once all that was read is final', async () => {
  const first = await ask(LIST);
  expect(first).toMatchObject({ status: 200, named: SAFE_NAMED, cache: 'no-store' });
  const next = `${LIST}&cursor=${first.cursor}`;
  // A revocation after the blocks of the first page does not count on the others.
  const revoked = GRANTS.map((grant, i) => row(grant, at(3, i), at(HEAD + 1, i)));
  await running().ledger.write(running().chainId, HEAD + 1, ...revoked);
  for (const [finalized, cache] of [
    [FINAL, 'no-store'],
    [SAFE, 'no-store'],
    [HEAD - 1, 'no-store'],
    [HEAD, IMMUTABLE],
  ] as const) {
    await mark({ at: HEAD + 1, safe: HEAD, finalized });
    const page = await ask(next);
    expect(page, `final: ${finalized}`).toMatchObject({ status: 200, named: SAFE_NAMED, cache });
    expect(page.body).toHaveLength(1);
  }
});

test('a list is begun again when blocks above its safe block are replaced', async () => {
  const { cursor } = await ask(LIST);
  await running().ledger.writer.rewind(running().chainId, block(HEAD), block(SAFE + 1));
  expect(await ask(`${LIST}&cursor=${cursor}`)).toMatchObject({
    status: 400,
    body: { code: 'cursor_expired' },
  });
});

test('minBlock is about the block that the answer names', async () => {
  const strict = `${CHECK}&consistency=strict`;
  expect(await ask(`${strict}&minBlock=${SAFE}`)).toMatchObject({ status: 200, named: SAFE_NAMED });
  const waiting = ask(`${strict}&minBlock=${SAFE + 1}`);
  await mark({ safe: SAFE + 1 });
  const later = [String(SAFE + 1), block(SAFE + 1).hash, String(SAFE + 1)];
  expect(await waiting).toMatchObject({ status: 200, named: later, body: 1 });
  const { cursor } = await ask(LIST);
  expect(await ask(`${LIST}&cursor=${cursor}&minBlock=${SAFE + 2}`)).toMatchObject({ status: 400 });
  expect(await ask(`${strict}&minBlock=${HEAD}`)).toMatchObject({
    status: 503,
    body: { code: 'block_not_reached', detail: expect.stringContaining(`about block ${SAFE + 1}`) },
  });
});

test('answers that are not strict are about the newest block, as on every chain', async () => {
  expect(await ask(CHECK)).toMatchObject({ status: 200, named: [String(HEAD), block(HEAD).hash, undefined] });
  const [check] = (await ask(`${CHECK}&explain=true`)).body.because;
  expect(check).toMatchObject({ block: 3 });
});
