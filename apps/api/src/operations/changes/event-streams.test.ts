/** Streams that read slowly, break and come back, while logs grow, overflow the ring and are replaced. */
import type { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { createRandom } from '@mandate/contracts';
import { createLiveLog, type LiveLog } from '@mandate/feed';
import { type ChangeFilter, passes } from '@mandate/store';
import { CONTRACTS, createMovingLogs, type MovingLogs, WALLETS } from '@mandate/testing/ledger/moving-logs';
import { readSeed, size } from '@mandate/testing/size';
import { expect, test } from 'vitest';
import { createEventStreams } from './event-streams.ts';
import { findLost, parsePlaces } from './places.ts';

const STEPS = size(300, 5_000);
const CLIENTS = 20;
const SETTLE_MS = 20_000;
const CHAIN_IDS = [1, 10, 8453] as const;
/** Less than comes while some do not read, and more than a stream holds. */
const RINGS = [8, 40];

const random = createRandom(readSeed('event-streams'));

const fieldOf = (event: string, name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(event)?.[1];

type Streams = ReturnType<typeof createEventStreams>;

function createClient(logs: MovingLogs, live: LiveLog, streams: Streams) {
  const chainIds = logs.some<number>(CHAIN_IDS) ?? [...CHAIN_IDS];
  const filter: ChangeFilter = { wallets: logs.some(WALLETS), contracts: logs.some(CONTRACTS) };
  let cursor = 'start';
  let received: string[] = [];
  const isOfNow = () => cursor === 'start' || findLost(parsePlaces(cursor), live.last()) === null;
  let output = open();

  function open(): Readable {
    // The service refuses a cursor of another log: everything is read again.
    if (!isOfNow()) [cursor, received] = ['start', []];
    const { signal } = new AbortController();
    return streams.open({ chainIds, filter, places: parsePlaces(cursor), signal });
  }

  function comeBack(): void {
    output.destroy();
    output = open();
  }

  function take(event: string): void {
    cursor = fieldOf(event, 'id') ?? cursor;
    if (event.startsWith('event: change')) received.push(JSON.parse(fieldOf(event, 'data') ?? '').id);
  }

  return {
    comeBack,
    isOfNow,
    read(): void {
      for (const event of String(output.read() ?? '').split('\n\n')) take(event);
      if (output.readableEnded) comeBack();
    },
    receivedOf: (chainId: number) => received.filter((id) => id.startsWith(`${chainId}-`)),
    dueOf(chainId: number): string[] {
      const { changes } = logs.logOf(chainId);
      const due = chainIds.includes(chainId) ? changes.filter((change) => passes(filter, change)) : [];
      return due.map(({ stamp }) => `${chainId}-${stamp}`);
    },
  };
}

type Client = ReturnType<typeof createClient>;

function expectPart({ receivedOf, dueOf, isOfNow }: Client): void {
  for (const chainId of isOfNow() ? CHAIN_IDS : []) {
    const received = receivedOf(chainId);
    expect(received).toEqual(dueOf(chainId).slice(0, received.length));
  }
}

function listWrong(client: Client) {
  client.read();
  const found = CHAIN_IDS.map((chainId) => [client.receivedOf(chainId), client.dueOf(chainId)]);
  return found.filter(([is, due]) => is?.join() !== due?.join());
}

function act(client: Client): void {
  if (random() < 0.1) client.read();
  if (random() < 0.03) client.comeBack();
}

test.each(RINGS)('each client gets exactly its own, with the last %i changes at hand', async (ring) => {
  const logs = createMovingLogs(random, CHAIN_IDS);
  const live = createLiveLog(logs.reader, logs.watch, CHAIN_IDS, { ring, atOnce: 20, newest: 3 });
  const last = { doubts: new Map(), blocks: new Map() };
  const doubts = { last: () => last, subscribe: () => () => {} };
  const streams = createEventStreams({ reader: logs.reader, live, doubts });
  const clients = Array.from({ length: CLIENTS }, () => createClient(logs, live, streams));
  for (let step = 0; step < STEPS; step++) {
    logs.move();
    await live.look();
    for (const client of clients) act(client);
    await turn();
    if (step % 10 === 0) clients.forEach(expectPart);
  }
  await expect.poll(() => clients.flatMap(listWrong), { timeout: SETTLE_MS }).toEqual([]);
});
