/** Workers tell of chains and vaults that the ledger cannot speak for, and when it can again. */
import { checksum } from '@mandate/read-model/checksum';
import { createAuditRecords } from '@mandate/store';
import { at, block, delegate, row, wallets } from '@mandate/testing/ledger/database';
import { until } from '@mandate/testing/until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage } from './testing/stage.ts';

let stage: Awaited<ReturnType<typeof openStage>>;
beforeAll(async () => {
  stage = await openStage([1, 2, 3, 4]);
  for (const chainId of [1, 2]) {
    await stage.ledger.openChain(chainId);
    // No news for anyone: endpoints begin later.
    await stage.ledger.write(chainId, 1, row(delegate('e'), at(1)));
  }
  stage.start();
});
afterAll(() => stage?.close());

test('a chain in doubt is told, and is known again after all changes up to then', async () => {
  const { write, writer, taint } = stage.ledger;
  const { id } = await stage.subscribe('/doubts', { chainIds: [1], aliveMinutes: 1 }, [1]);
  await taint(1, 'its final blocks changed');
  expect((await stage.receive('/doubts', 1))[0]).toMatchObject({
    type: 'chain.unknown',
    data: { chainId: 1, known: false, code: 'chain_tainted', block: 1, vault: null },
  });
  await writer.rebuild(1, block(0));
  await write(1, 2, row(delegate('e'), at(1)));
  const types = () => stage.receiver.events('/doubts').map(({ type }) => type);
  await until('the chain is known', () => types().includes('chain.known'));
  expect(types().filter((type) => type !== 'chain.unknown')).toEqual([
    'delegation.undone',
    'delegation.granted',
    'chain.known',
  ]);
  const alive = stage.receiver.all('/doubts').find(({ type }) => type === 'endpoint.alive');
  expect(alive?.data.chains).toMatchObject([{ chainId: 1 }]);
  const noted = await until('the attempts are noted', async () => {
    const found = await stage.hooks.listDeliveries(stage.owner, id, { limit: 10 });
    return found.some(({ type }) => type === 'chain.known') && found.map(({ type }) => type);
  });
  expect(noted, 'heartbeats that went well').not.toContain('endpoint.alive');
});

test('an endpoint with a mark waits for a chain to have it, and is sent only what has reached it', async () => {
  const { writer, write } = stage.ledger;
  await writer.open(3, block(0), { head: 0, safe: 0, finalized: null });
  await write(3, 1, row(delegate('a'), at(1)));
  await stage.subscribe('/final', { chainIds: [3], mark: 'finalized' }, []);
  const [unknown] = await stage.receive('/final', 1);
  expect(unknown).toMatchObject({
    type: 'chain.unknown',
    data: { chainId: 3, known: false, code: 'block_not_reached', vault: null },
  });
  const finalize = async (head: number, finalized: number) =>
    writer.mark(3, block(head), { head, safe: head, finalized, provisional: true }, 'following');
  await finalize(1, 1);
  await stage.receive('/final', 2);
  await write(3, 2, row(delegate('b'), at(2)));
  await writer.rewind(3, block(2), block(1));
  await write(3, 4, row(delegate('c'), at(3)), row(delegate('d'), at(4)));
  await finalize(4, 3);
  await stage.receive('/final', 3);
  await finalize(4, 4);
  const events = await stage.receive('/final', 4);
  expect(events.map(({ type, data }) => `${type} ${data.block}`)).toEqual([
    'chain.unknown 1',
    'chain.known 1',
    'delegation.granted 3',
    'delegation.granted 4',
  ]);
});

test('a doubt about a vault is told to endpoints with this wallet, until its repair', async () => {
  const { writer, write } = stage.ledger;
  const vault = checksum(wallets.vault);
  await stage.subscribe('/vault', { chainIds: [2], wallets: [wallets.vault] }, [2]);
  await stage.subscribe('/other', { chainIds: [2], wallets: [wallets.other] }, [2]);
  const grant = { registry: 'v2', vault: wallets.vault, wallet: wallets.hot, grant: 'x' } as const;
  const found = { half: 'logs', kind: 'missing', evidence: {}, confirmed: true } as const;
  await createAuditRecords(stage.db.database).findings.keep([{ chainId: 2, passId: 1, ...grant, ...found }]);
  expect((await stage.receive('/vault', 1))[0]).toMatchObject({
    type: 'chain.unknown',
    data: { chainId: 2, known: false, code: 'under_audit', block: 1, vault },
  });
  await write(2, 2, row(delegate('b', { from: wallets.other }), at(2)));
  expect((await stage.receive('/other', 1))[0]).toMatchObject({ type: 'delegation.granted' });
  await writer.repair(2, { vaults: [wallets.vault], rows: [], eventful: [], block: block(2) });
  const events = await stage.receive('/vault', 3);
  expect(events.slice(1)).toMatchObject([
    { type: 'delegation.reset', data: { vaults: [vault] } },
    { type: 'chain.known', data: { chainId: 2, known: true, code: null, block: 2, vault } },
  ]);
});

test('a chain that is added later begins when it is known, without its past', async () => {
  await stage.subscribe('/new', { chainIds: [4] }, []);
  const { openChain, writer, createBatch, write } = stage.ledger;
  await stage.receive('/new', 1);
  await openChain(4);
  await writer.commit(4, {
    ...(await createBatch(4, 2, { begun: [row(delegate('a'), at(1))] })),
    state: 'backfilling',
  });
  await write(4, 3);
  await until('the chain is known', () =>
    stage.receiver.events('/new').some(({ type }) => type === 'chain.known'),
  );
  await write(4, 4, row(delegate('b'), at(4)));
  await until('the change arrives', () => stage.receiver.events('/new').at(-1)?.data.block === 4);
  expect(stage.receiver.events('/new').filter(({ type }) => type.startsWith('delegation'))).toHaveLength(1);
});
