/** `/status` shows nodes whose newest block is below the ledger's. */
import { createWriter } from '@mandate/store';
import { at, delegate, row } from '@mandate/testing/ledger/database';
import { type LedgerApi, startLedgerApi } from '@mandate/testing/service/ledger-api';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: LedgerApi;
beforeAll(async () => {
  service = await startLedgerApi();
  await service.ledger.write(service.chainId, 5, row(delegate('c0', { kind: 'all' }), at(3)));
});
afterAll(() => service?.close());

async function getChain() {
  const { body } = await service.api.app.inject('/status');
  return JSON.parse(body).chains[0];
}

test('a head below the indexed block is in the detail of its chain', async () => {
  expect(await getChain()).toMatchObject({ state: 'ready', detail: null });
  const writer = createWriter(service.database);
  const checkpoint = await writer.findCheckpoint(service.chainId);
  if (!checkpoint) throw new Error('There is no chain.');
  await writer.noteHead(service.chainId, checkpoint.block, 2);
  expect(await getChain()).toMatchObject({
    state: 'ready',
    detail: expect.stringContaining('at block 2, below block 5'),
    head: 2,
    lagBlocks: 0,
  });
});
