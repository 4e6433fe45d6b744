import { setTimeout as delay } from 'node:timers/promises';
import { createRandom, integer, pick } from '@mandate/contracts';
import { type Address, type Delegation, parseAddress } from '@mandate/core';
import { createReader, type LoggedChange } from '@mandate/store';
import { block, createTestDatabase, createTestLedger } from '@mandate/testing/ledger/database';
import { createRandomHistory, type RandomHistory, replay } from '@mandate/testing/ledger/history';
import { startApiProcess } from '@mandate/testing/process/api-process';
import { UNFOLLOWED } from '@mandate/testing/service/ledger-api';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { afterAll, expect, test } from 'vitest';
import { type ApiHere, startApiHere } from '../../testing/api-here.ts';
import { type FeedClient, type ReceivedChange, startFeedClient } from './testing/feed-client.ts';

const DISCONNECTS = size(20, 200);
const REORGS = size(4, 20);
const RESTARTS = size(2, 10);
const WAIT_TIMEOUT_MS = 20_000;
const CHAIN_IDS = [1, 8453] as const;
const CHAINS = JSON.stringify(Object.fromEntries(CHAIN_IDS.map((id) => [id, UNFOLLOWED])));
const address = (n: number) => parseAddress(`0x${n.toString(16).padStart(40, '0')}`);

const random = createRandom(readSeed('feed'));
const db = await createTestDatabase();
const ledger = createTestLedger(db.database);
const reader = createReader(db.database);
const processes: ApiHere[] = [];
const clients: FeedClient[] = [];
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await Promise.all(processes.map((each) => each.kill()));
  await db.drop();
});

/** Another service than the one that goes answers meanwhile. Those that are killed are processes. */
async function restart(how: 'stop' | 'kill'): Promise<void> {
  const gone = processes.shift();
  await gone?.[how]();
  const start = how === 'kill' ? startApiProcess : startApiHere;
  processes.push(await start(db.url, { CHAINS }));
}

async function readLogs(): Promise<Map<number, LoggedChange[]>> {
  const logs = new Map<number, LoggedChange[]>();
  for (const { chainId, feed, changes: until } of await reader.listLogEnds()) {
    const [log] = await reader.listChanges({ parts: [{ chainId, feed, after: 0, until }], limit: 1e6 });
    expect(log?.map(({ number }) => number)).toEqual(Array.from({ length: until }, (_, i) => i + 1));
    logs.set(chainId, log ?? []);
  }
  return logs;
}

interface Expected {
  readonly client: FeedClient;
  readonly chainIds: readonly number[];
  readonly wallet?: Address;
  readonly contract?: Address;
  /** How long each log was when the client began. */
  readonly from: ReadonlyMap<number, number>;
}

/** Applies a filter as the interface promises. */
function passes(delegation: Delegation, { wallet, contract }: Omit<Expected, 'from'>): boolean {
  const isOf = !wallet || delegation.from === wallet || delegation.to === wallet;
  return isOf && (!contract || !('contract' in delegation) || delegation.contract === contract);
}

const listExpected = (expected: Expected, chainId: number, log: readonly LoggedChange[]) =>
  log.slice(expected.from.get(chainId) ?? 0).filter(({ delegation }) => passes(delegation, expected));

const ofChain = (changes: readonly ReceivedChange[], chainId: number) =>
  changes.filter((change) => change.chainId === chainId).map(({ chainId: _, ...change }) => change);

function holdAgainst(
  expected: Expected,
  logs: ReadonlyMap<number, LoggedChange[]>,
  histories: ReadonlyMap<number, RandomHistory>,
): void {
  const { client } = expected;
  for (const chainId of CHAIN_IDS) {
    const log = expected.chainIds.includes(chainId) ? (logs.get(chainId) ?? []) : [];
    const due = listExpected(expected, chainId, log);
    const received = ofChain(client.changes, chainId);
    expect(received, client.name).toEqual(due.map(({ number: _, began: __, ...change }) => change));
    if (expected.from.get(chainId) || log.length === 0) continue;
    const standing = new Map<string, Delegation>();
    for (const change of received) replay(standing, change);
    const stands = [...(histories.get(chainId)?.standing() ?? [])].filter(([, d]) => passes(d, expected));
    expect(standing, client.name).toEqual(new Map(stands));
    expect(stands.length).toBeGreaterThan(0);
  }
}

test(
  `${DISCONNECTS} disconnects, ${REORGS} reorgs and ${RESTARTS} restarts: nothing is missed, and nothing comes twice`,
  async () => {
    const histories = new Map<number, RandomHistory>();
    for (const chainId of CHAIN_IDS) {
      await ledger.writer.open(chainId, block(0), { head: 0, safe: 0, finalized: 0 });
      histories.set(chainId, createRandomHistory(ledger, chainId, block(0), random));
    }
    for (const start of [startApiProcess, startApiHere]) processes.push(await start(db.url, { CHAINS }));

    const all = CHAIN_IDS.slice();
    const expectations: Expected[] = [];
    function begin(
      mode: 'events' | 'pages',
      {
        cursor = 'start' as string | null,
        chainIds = all,
        from = new Map<number, number>(),
        ...filter
      }: {
        cursor?: string | null;
        chainIds?: (1 | 8453)[];
        from?: ReadonlyMap<number, number>;
        wallet?: Address;
        contract?: Address;
        limit?: string;
      } = {},
    ): void {
      const query = { ...filter, ...(chainIds === all ? {} : { chainIds: chainIds.join() }) };
      // Not of the seed: how often clients ask depends on the machine, and the history must not.
      const url = () => processes[integer(Math.random, 0, processes.length - 1)]?.url ?? '';
      const client = startFeedClient({ mode, query, cursor, url });
      clients.push(client);
      expectations.push({ client, chainIds, from, ...filter });
    }
    begin('events');
    begin('events', { wallet: address(2) });
    begin('events', { contract: address(11), chainIds: [1] });
    begin('pages', { limit: '7' });
    begin('pages', { wallet: address(1), contract: address(12), chainIds: [8453, 1], limit: '2' });

    let [reorgs, restarts] = [0, 0];
    for (let tick = 1; tick <= DISCONNECTS; tick++) {
      const history = histories.get(pick(random, CHAIN_IDS));
      await history?.grow(integer(random, 1, 3), integer(random, 0, 8));
      if (tick * REORGS >= (reorgs + 1) * DISCONNECTS) {
        await history?.rewind(integer(random, 1, 8));
        reorgs++;
      }
      if (tick === DISCONNECTS / 2) {
        // Those that begin now are sent what comes from now on.
        const ends = await reader.listLogEnds();
        const from = new Map(ends.map(({ chainId, changes }) => [chainId, changes]));
        begin('events', { cursor: null, from });
        begin('pages', { cursor: null, from });
        await expect.poll(() => clients.at(-2)?.cursor() && clients.at(-1)?.cursor()).toBeTruthy();
      }
      clients[integer(random, 0, clients.length - 1)]?.disconnect();
      if (tick * RESTARTS >= (restarts + 1) * DISCONNECTS) {
        const writing = history?.grow(3, 5);
        await Promise.all([restart(restarts % 2 === 0 ? 'kill' : 'stop'), writing]);
        restarts++;
      }
      await delay(random() * 40);
    }
    expect([reorgs, restarts]).toEqual([REORGS, RESTARTS]);

    const logs = await readLogs();
    const dueOf = (expected: Expected) =>
      expected.chainIds.flatMap((chainId) => listExpected(expected, chainId, logs.get(chainId) ?? [])).length;
    for (const expected of expectations) {
      await expect
        .poll(() => expected.client.changes.length, {
          timeout: WAIT_TIMEOUT_MS,
          message: expected.client.name,
        })
        .toBeGreaterThanOrEqual(dueOf(expected));
    }
    // A change that would come twice comes now.
    await delay(500);
    for (const expected of expectations) holdAgainst(expected, logs, histories);
    expectEveryNumber(clients[0]);
    const total = [...logs.values()].reduce((sum, log) => sum + log.length, 0);
    const received = clients.reduce((sum, { changes }) => sum + changes.length, 0);
    const refused = clients.flatMap((client) => [...client.refused]).filter(([status]) => status < 500);
    expect(refused).toEqual([]);
    process.stdout.write(
      `feed: ${total} changes in the logs, ${received} received by ${clients.length} clients, ` +
        `${DISCONNECTS} disconnects, ${reorgs} reorgs, ${restarts} restarts, 0 missed, 0 twice\n`,
    );
  },
  // Starting processes takes its time on a machine that has other things to do.
  3 * TIMEOUT_MS,
);

/** The cursor behind each event names the number of its change: one more than that of the chain's event before. */
function expectEveryNumber(client: FeedClient | undefined): void {
  const reached = new Map<number, number>();
  for (const [index, { chainId }] of (client?.changes ?? []).entries()) {
    const place = client?.cursors[index]?.split('.').find((each) => each.startsWith(`${chainId}-`));
    const number = Number(place?.split('-')[1]);
    expect(number).toBe((reached.get(chainId) ?? 0) + 1);
    reached.set(chainId, number);
  }
}
