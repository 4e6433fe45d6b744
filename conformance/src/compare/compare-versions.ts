/** Asks two versions of the API the same, over one ledger and its chains, which stand still, and compares their answers byte for byte. */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '@mandate/contracts';
import {
  createRawClient,
  type RawAnswer,
  type RawClient,
  type RawRequest,
} from '@mandate/testing/service/raw-client';
import { SILENT_S } from '../testing/chains-by-hand.ts';
import { KEYS } from '../testing/keys.ts';
import { comparableOf, describeDifference } from './differences.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { createBurst, createRequests, type DrawnRequest } from './requests.ts';
import { type Setup, startVersion, type Version } from './versions.ts';
import { exploreWorld, type World } from './world.ts';

export interface Comparison {
  /** The roots of both versions' code. */
  readonly before: string;
  readonly after: string;
  readonly requests: number;
  readonly seed: number;
  /** The blocks of each chain. */
  readonly blocks: number;
  onProgress(text: string): void;
  /** Called for each request that is answered differently. */
  onDifference(text: string): void;
}

/** The number of requests in progress at once. */
const WORKERS = 4;
const LIMITED_SHARE = 0.08;
const BURST = 40;
const WINDOW_MS = 10_000;
/** A burst that took longer may have been counted in two windows. */
const MAX_BURST_MS = 5_000;
const ATTEMPTS = 20;
const BUSY_PAUSE_MS = 500;
const PROGRESS_EVERY = 1_000;

export async function compareVersions(comparison: Comparison) {
  const { seed, blocks, onProgress } = comparison;
  onProgress(`Seed ${seed}. Writing a history of ${blocks} blocks on each of two chains.`);
  const { statuses, sums, note } = createNotes(comparison);
  const ledger = await createLedger(seed, blocks);
  try {
    const world = await withVersions(
      comparison,
      ledger,
      ['database', 'read model'],
      async (first, second) => {
        const world = await exploreWorld(first.portOf('database'));
        onProgress(`Both versions answer. The ledger has had ${world.grants.length} changes.`);
        await askAll(comparison, world, note, first, second);
        return world;
      },
    );
    // PostgreSQL has not enough connections for the pools of all processes at once.
    await withVersions(comparison, ledger, ['limits'], (first, second) =>
      askBeyondLimits(comparison, world, note, first, second),
    );
    return { ...sums, statuses };
  } finally {
    await ledger.drop();
  }
}

async function withVersions<T>(
  { before, after }: Comparison,
  ledger: Ledger,
  setups: readonly Setup[],
  use: (first: Version, second: Version) => Promise<T>,
): Promise<T> {
  const first = await startVersion(before, ledger, setups);
  try {
    const second = await startVersion(after, ledger, setups);
    try {
      // Until the chain whose indexer is silent has been so for too long, for the newest process as well.
      await delay(1_000 * (SILENT_S + 1));
      return await use(first, second);
    } finally {
      await second.stop();
    }
  } finally {
    await first.stop();
  }
}

type Note = ReturnType<typeof createNotes>['note'];

/** Counts what was asked, and tells of differences. */
function createNotes({ onProgress, onDifference }: Comparison) {
  /** The number of answers with each status, by operation. 0: the connection was closed without an answer. */
  const statuses = new Map<string, Map<number, number>>();
  const sums = { requests: 0, different: 0 };
  function note(request: DrawnRequest, found: readonly Found[]): void {
    const counts = statuses.get(request.operation) ?? new Map<number, number>();
    statuses.set(request.operation, counts);
    for (const { status } of found) counts.set(status, (counts.get(status) ?? 0) + 1);
    const differing = found.filter(({ difference }) => difference !== null);
    if (differing.length > 0) {
      sums.different++;
      const alike = Map.groupBy(differing, ({ difference }) => difference);
      const parts = [...alike].map(([difference, setups]) => {
        return `with ${setups.map(({ setup }) => setup).join(' and with ')}:\n${difference}`;
      });
      onDifference([showRequest(request), ...parts].join('\n'));
    }
    if (++sums.requests % PROGRESS_EVERY === 0)
      onProgress(`${sums.requests} requests, ${sums.different} different`);
  }
  return { statuses, sums, note };
}

const countLimited = (count: number) =>
  Math.min(count, Math.max(2 * BURST, Math.round(count * LIMITED_SHARE)));

async function askAll(
  { requests: count, seed }: Comparison,
  world: World,
  note: Note,
  first: Version,
  second: Version,
): Promise<void> {
  const requests = createRequests(seed, count - countLimited(count), world);
  const work = async () => {
    const pairs = (['database', 'read model'] as const).map((setup) => openPair(setup, first, second));
    for (let request = requests.pop(); request; request = requests.pop()) {
      const next = request;
      note(next, await Promise.all(pairs.map((pair) => pair.ask(next))));
    }
    for (const pair of pairs) pair.close();
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
}

async function askBeyondLimits(
  { requests: count, seed }: Comparison,
  world: World,
  note: Note,
  first: Version,
  second: Version,
): Promise<void> {
  const random = createRandom(seed + 1);
  for (let left = countLimited(count), client = 0; left > 0; left -= BURST, client++) {
    // The first burst has a key: its ceiling is one for all clients.
    const key = client === 0 ? { 'X-API-KEY': KEYS.valid } : {};
    const headers = { ...key, 'X-Forwarded-For': `198.51.${client >> 8}.${client & 255}` };
    const burst = createBurst(random, world, Math.min(left, BURST), headers);
    for (const [i, found] of (await askBurst(burst, first, second)).entries())
      note({ ...(burst[i] as DrawnRequest), operation: 'beyond a limit' }, [found]);
  }
}

type Found = Awaited<ReturnType<ReturnType<typeof openPair>['ask']>>;

function openPair(setup: Setup, first: Version, second: Version) {
  const clients = [first, second].map(({ portOf }) => createRawClient(portOf(setup))) as [
    RawClient,
    RawClient,
  ];
  return {
    async ask(request: RawRequest) {
      const [before, after] = await Promise.all(clients.map((client) => askUntilFree(client, request)));
      const difference = describeDifference(
        comparableOf(request, before ?? null),
        comparableOf(request, after ?? null),
      );
      return { setup, status: before?.status ?? 0, difference };
    },
    close() {
      for (const client of clients) client.close();
    },
  };
}

/** Asks again where a process refuses because this machine has too much to do: for it, or for the database. */
async function askUntilFree(client: RawClient, request: RawRequest): Promise<RawAnswer | null> {
  for (let attempt = 1; ; attempt++) {
    const answer = await client.send(request);
    const isBusy = answer?.status === 503 && /"code":"(overloaded|database_unavailable)"/.test(answer.body);
    if (!isBusy || attempt === ATTEMPTS) return answer;
    await delay(BUSY_PAUSE_MS);
  }
}

/** Asks one after the other, fast enough to be counted in one window. */
async function askBurst(burst: readonly RawRequest[], first: Version, second: Version): Promise<Found[]> {
  const pair = openPair('limits', first, second);
  try {
    for (let attempt = 1; ; attempt++) {
      const began = performance.now();
      const found: Found[] = [];
      for (const request of burst) found.push(await pair.ask(request));
      if (performance.now() - began < MAX_BURST_MS || attempt === ATTEMPTS) return found;
      await delay(WINDOW_MS);
    }
  } finally {
    pair.close();
  }
}

const MAX_SHOWN = 1_000;

function showRequest({ bytes }: RawRequest): string {
  const text = bytes.toString('latin1').trimEnd();
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}… (${bytes.length} bytes)` : text;
  return shown.replaceAll('\r', '');
}
