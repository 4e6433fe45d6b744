/** Workers deliver to a real receiver what a real ledger has. */
import type { LoggedChange } from '@mandate/store';
import { at, block, delegate, getLogEnd, row, wallets } from '@mandate/testing/ledger/database';
import { until } from '@mandate/testing/until';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage } from './testing/stage.ts';

const CHAINS = [1, 2, 3, 4] as const;
let stage: Awaited<ReturnType<typeof openStage>>;
let worker: ReturnType<typeof stage.start>;
beforeAll(async () => {
  stage = await openStage(CHAINS);
  for (const chainId of CHAINS) {
    await stage.ledger.openChain(chainId);
    // No news for anyone: endpoints begin later.
    await stage.ledger.write(chainId, 1, row(delegate('e'), at(1)));
  }
  worker = stage.start();
});
afterAll(() => stage?.close());

async function listLog(chainId: number): Promise<LoggedChange[]> {
  const { reader } = stage.ledger;
  const end = (await reader.listLogEnds()).find((each) => each.chainId === chainId);
  if (!end) return [];
  const parts = [{ chainId, feed: end.feed, after: 0, until: end.changes }];
  return (await reader.listChanges({ parts, limit: 1_000 }))[0] ?? [];
}

const idsOf = async (chainId: number, after: number) =>
  (await listLog(chainId)).filter(({ number }) => number > after).map(({ stamp }) => `${chainId}-${stamp}`);

test('an endpoint that answered its challenge is sent every change, also what a reorg undid, signed and in order', async () => {
  const [a, b] = [delegate('a'), delegate('b', { from: wallets.other })];
  const { id, secret } = await stage.subscribe('/all', { chainIds: [1] }, [1]);
  await stage.subscribe('/some', { chainIds: [1], wallets: [wallets.other] }, [1]);
  const { write, writer } = stage.ledger;
  await write(1, 3, row(a, at(2), at(3)), row(b, at(3, 1)));
  await writer.rewind(1, block(3), block(2));
  await write(1, 3, row(a, at(2), at(3, 2)));
  const events = await stage.receive('/all', 6);
  expect(events.map(({ id: each }) => each)).toEqual(await idsOf(1, 1));
  expect(
    events.map(
      ({ type, data }) =>
        `${type} ${data.change} ${data.contract.at(-1).toLowerCase()} ${data.block}:${data.log}`,
    ),
  ).toEqual([
    'delegation.granted granted a 2:0',
    'delegation.revoked revoked a 3:0',
    'delegation.granted granted b 3:1',
    'delegation.undone granted b 3:1',
    'delegation.undone revoked a 3:0',
    'delegation.revoked revoked a 3:2',
  ]);
  const [first] = events;
  expect(first).toMatchObject({
    timestamp: '2023-11-14T22:13:22.000Z',
    data: { id: first?.id, chainId: 1, undone: false },
  });
  expect(first?.data.check).toMatch(
    /^https:\/\/mandate\.example\/registry\/v2\/check\/erc20\?delegate=0x.*&chainId=1&atBlock=2&proof=true$/,
  );
  for (const { text, headers } of events) new Webhook(secret).verify(text, headers as Record<string, string>);
  expect(stage.receiver.events('/some').map(({ type }) => type)).toEqual([
    'delegation.granted',
    'delegation.undone',
  ]);
  expect(stage.receiver.all('/all')[0]?.type).toBe('endpoint.challenge');
  // Attempts are noted in the background.
  const attempts = await until('all attempts are noted', async () => {
    const noted = await stage.hooks.listDeliveries(stage.owner, id, { limit: 100 });
    return noted.length === 7 && noted;
  });
  expect(attempts.map(({ status, error, attempt }) => `${status} ${error} ${attempt}`)).toEqual(
    Array(7).fill('200 null 1'),
  );
});

test('with the mark safe, what a reorg undid before is never sent', async () => {
  const { write, writer } = stage.ledger;
  await stage.subscribe('/safe', { chainIds: [2], mark: 'safe' }, [2]);
  const mark = (number: number, safe: number, fork = 'a') =>
    writer.mark(2, block(number, fork), { head: number, safe, finalized: 0 }, 'following');
  const batch = async (last: number, safe: number, ...begun: ReturnType<typeof row>[]) =>
    writer.commit(2, {
      ...(await stage.ledger.createBatch(2, last, { begun })),
      marks: { head: last, safe, finalized: 0 },
    });
  await batch(3, 1, row(delegate('a'), at(2)), row(delegate('b'), at(3)));
  await writer.rewind(2, block(3), block(2));
  await batch(4, 1, row(delegate('c'), at(4)));
  await mark(4, 2);
  await stage.receive('/safe', 1);
  await mark(4, 4);
  const events = await stage.receive('/safe', 2);
  expect(events.map(({ type, data }) => `${type} ${data.contract.at(-1).toLowerCase()}`)).toEqual([
    'delegation.granted a',
    'delegation.granted c',
  ]);
  // A change that was sent, and is undone in spite of its mark, has to be taken back.
  await writer.rewind(2, block(4), block(3));
  expect((await stage.receive('/safe', 3)).at(-1)).toMatchObject({ type: 'delegation.undone' });
  await write(2, 4);
});

test('a repair is told before the new history of its wallets, and a chain that was forgotten begins at its end', async () => {
  const { write, writer, openChain } = stage.ledger;
  await stage.subscribe('/repaired', { chainIds: [3] }, [3]);
  await write(3, 2, row(delegate('a'), at(2)));
  await stage.receive('/repaired', 1);
  const rows = [row(delegate('a'), at(1))];
  await writer.repair(3, { vaults: [wallets.vault], rows, eventful: [block(1)], block: block(2) });
  const [, reset, again] = await stage.receive('/repaired', 3);
  expect(reset).toMatchObject({ type: 'delegation.reset', data: { chainId: 3 } });
  expect(reset?.data.vaults.map((vault: string) => vault.toLowerCase())).toEqual([wallets.vault]);
  expect(again).toMatchObject({ type: 'delegation.granted', data: { block: 1 } });
  await writer.forget(3);
  await openChain(3);
  await write(3, 2, row(delegate('f'), at(1)));
  // A slow machine is in doubt about the chain meanwhile.
  const changes = () =>
    stage.receiver
      .events('/repaired')
      .filter(({ type }) => type.startsWith('delegation.'))
      .slice(3);
  await until('the end of the log is told', () => changes().length > 0);
  expect(changes()).toMatchObject([{ type: 'delegation.reset', data: { chainId: 3, vaults: null } }]);
  await until('the lane begins again', async () => {
    const { rows: lanes } = await stage.db.database.query(
      'select from webhook_lane l join chain c using (chain_id, feed) where chain_id = 3 and number = changes',
    );
    return lanes.length === 1;
  });
  await write(3, 3, row(delegate('c'), at(3)));
  await until('the newest change arrives', () => stage.receiver.events('/repaired').at(-1)?.data.block === 3);
  expect(changes()).toHaveLength(2);
});

test('another worker goes on where one ended, and a replay sends the same events again', async () => {
  const { write } = stage.ledger;
  const { id } = await stage.subscribe('/moved', { chainIds: [4] }, [4]);
  await write(4, 3, row(delegate('a'), at(2)), row(delegate('b'), at(3)));
  await stage.receive('/moved', 2);
  const next = stage.start();
  await stage.stop(next);
  await write(4, 4, row(delegate('c'), at(4)));
  const events = await stage.receive('/moved', 3);
  expect(events.map((event) => event.id)).toEqual(await idsOf(4, 1));
  const { feed } = await getLogEnd(stage.ledger.reader, 4);
  await stage.hooks.replay(stage.owner, id, { chainId: 4, number: 2, feed });
  const again = (await stage.receive('/moved', 5)).slice(3);
  expect(again.map((event) => event.id)).toEqual(events.slice(1).map((event) => event.id));
});

test('an endpoint whose place is no longer in the log is sent all that comes after its number', async () => {
  const { write } = stage.ledger;
  await stage.subscribe('/lost', { chainIds: [4] }, [4]);
  await write(4, 5, row(delegate('d'), at(5)));
  await stage.receive('/lost', 1);
  await stage.stop(worker);
  // A restored database has other changes under the same numbers.
  await stage.db.database.query('update change set stamp = gen_random_uuid() where chain_id = 4');
  await write(4, 6, row(delegate('f'), at(6)));
  stage.start();
  const [, reset, change] = await stage.receive('/lost', 3);
  expect([reset, change]).toMatchObject([
    { type: 'delegation.reset', data: { chainId: 4, vaults: null } },
    { type: 'delegation.granted', data: { block: 6 } },
  ]);
});
