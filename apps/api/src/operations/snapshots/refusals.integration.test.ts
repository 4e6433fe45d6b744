/** Asks for what is no snapshot: it is refused, or not known. */
import { block } from '@mandate/testing/ledger/database';
import { LET_LAG } from '@mandate/testing/service/ledger-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  contract,
  FINAL,
  from,
  pathOf,
  type SnapshotService,
  startSnapshotService,
  to,
  V2_ONLY,
} from './testing/snapshot-service.ts';

let service: SnapshotService;
let counted: SnapshotService['counted'];
let mark: SnapshotService['mark'];
beforeAll(async () => {
  service = await startSnapshotService();
  ({ counted, mark } = service);
});
afterAll(() => service?.close());

describe('a snapshot is refused', () => {
  test.each([
    [`/snapshots/1/${FINAL}`, 'contract'],
    [`/snapshots/1/${FINAL}?contract=0x12`, 'contract'],
    [`/snapshots/1/${FINAL}?contract=`, 'contract'],
    [`${pathOf(FINAL)}&contract=${contract}`, 'contract'],
    [pathOf('latest'), 'block'],
    [pathOf('-1'), 'block'],
    [pathOf('1e3'), 'block'],
    [pathOf('1234567890123456'), 'block'],
    [pathOf(FINAL, '', 'one'), 'chainId'],
    [pathOf(FINAL, '&format=json'), 'format'],
    [pathOf(FINAL, '&format=CSV'), 'format'],
    [pathOf(FINAL, '&registries='), 'registries'],
    [pathOf(FINAL, '&registries=v3'), 'registries'],
    [pathOf(FINAL, '&registries=v1,v1'), 'registries'],
    [pathOf(FINAL, '&registrie=v1'), 'registrie'],
    [pathOf(FINAL, '&numbers=bigint'), 'numbers'],
  ])('%s', async (url, parameter) => {
    const response = await counted.inject(url);
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { code: 'invalid_parameters', errors: [{ parameter }] },
    ]);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(service.countPages()).toBe(0);
  });

  test('of a chain that is not served, or lacks the registry', async () => {
    const code = async (url: string) => (await counted.inject(url)).json().code;
    expect(await code(pathOf(FINAL, '', 5))).toBe('chain_not_supported');
    expect(await code(pathOf(FINAL, '&registries=v1', V2_ONLY))).toBe('chain_not_supported');
    expect(await code(pathOf(FINAL, '&registries=v1,v2', V2_ONLY))).toBe('chain_not_supported');
    // It is served, and nobody has read it.
    expect(await code(pathOf(FINAL, '', V2_ONLY))).toBe('chain_not_ready');
  });

  test('before the first block that the ledger has', async () => {
    await service.ledger.writer.open(10, block(100), { head: 200, safe: 200, finalized: 200 });
    await service.ledger.writer.commit(10, await service.ledger.createBatch(10, 120));
    const before = await counted.inject(pathOf(99, '', 10));
    expect([before.statusCode, before.json()]).toMatchObject([
      400,
      {
        code: 'invalid_parameters',
        errors: [{ parameter: 'block', message: expect.stringContaining('100') }],
      },
    ]);
    expect((await counted.inject(pathOf(100, '', 10))).statusCode).toBe(200);
    // If nothing happened in a block, the ledger may not know more than its number.
    await service.database.query('delete from block where chain_id = 10 and number = 110');
    const { statusCode, headers } = await counted.inject(pathOf(110, '', 10));
    expect([statusCode, headers['x-block-number']]).toEqual([200, '110']);
    expect(headers).not.toHaveProperty('x-block-hash');
    expect(headers).not.toHaveProperty('x-block-timestamp');
    // A final block counts as far as the chain was read.
    expect((await counted.inject(pathOf(121, '', 10))).json().code).toBe('block_not_reached');
  });
});

describe('where the answer cannot be known', () => {
  const ask = async (atBlock: number, query = '') => {
    const response = await counted.inject(pathOf(atBlock, query));
    return [response.statusCode, response.statusCode === 200 ? null : response.json().code];
  };

  test('a block that is not final is not there yet', async () => {
    expect(await ask(FINAL)).toEqual([200, null]);
    expect(await ask(FINAL + 1)).toEqual([503, 'block_not_reached']);
    expect(await ask(900_000_000)).toEqual([503, 'block_not_reached']);
    expect((await counted.inject(pathOf(FINAL + 1))).headers).toMatchObject({
      'retry-after': '5',
      'cache-control': 'no-store',
      'content-type': 'application/problem+json; charset=utf-8',
    });
    await mark({ finalized: FINAL + 1 });
    expect(await ask(FINAL + 1)).toEqual([200, null]);
  });

  test('a chain that lags still knows what is final', async () => {
    await service.database.query(LET_LAG, [service.chainId]);
    const check = await service.api.app.inject(`/registry/v2/check/all?from=${from}&to=${to}`);
    expect(check.json()).toMatchObject({ code: 'chain_lagging' });
    expect(await ask(FINAL)).toEqual([200, null]);
  });

  test('a chain that is being read does not', async () => {
    await mark({}, 'backfilling');
    expect(await ask(FINAL)).toEqual([503, 'chain_not_ready']);
    await mark({});
  });

  test('what v1 vaults had revoked unseen is not known', async () => {
    await service.database.query(
      `insert into uncertain (chain_id, from_address, from_block, until_block)
       select 1, from_address, 3, 6 from delegation where chain_id = 1 limit 1`,
    );
    expect(await ask(2)).toEqual([200, null]);
    expect(await ask(3)).toEqual([503, 'history_uncertain']);
    expect(await ask(5, '&registries=v1')).toEqual([503, 'history_uncertain']);
    expect(await ask(5, '&registries=v2')).toEqual([200, null]);
    expect(await ask(6)).toEqual([200, null]);
  });

  test('a chain that contradicted itself is not believed', async () => {
    await service.ledger.taint(service.chainId, 'a test says so');
    expect(await ask(FINAL)).toEqual([503, 'chain_tainted']);
  });
});
