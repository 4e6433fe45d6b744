/**
 * For any order of lag, taint, marks, repairs and an absent database, no check, stream or hook shows a yes for longer than
 * three seconds after the service stopped giving it. The clock is the test's own: a run of a minute takes milliseconds.
 */
import { Readable } from 'node:stream';
import { createRandom } from '@mandate/contracts';
import { createClient } from '@mandate/sdk';
import { wallets } from '@mandate/testing/ledger/database';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { environmentManager } from '@tanstack/react-query';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeLedger } from '../../../apps/api/src/testing/fake-ledger.ts';
import {
  createFakeCopy,
  createLiveProcess,
  type LiveProcess,
} from '../../../apps/api/src/testing/live-process.ts';
import { showHook, showWorker } from './testing/live-page.ts';

const RUNS = size(15, 10_000);
const MAX_LATE_MS = 3_000;
const MAX_LAG_MS = 5_000;
const BEAT_MS = 1_000;
const STEP_MS = 50;
const PROBE_MS = 200;
const POLL_MS = 1_000;
const BASE_URL = 'https://mandate.example';
const QUESTION = { kind: 'all', to: wallets.hot, from: wallets.vault } as const;
const CHECK = `/registry/v2/check/all?to=${wallets.hot}&from=${wallets.vault}`;

const COMMANDS = [
  ...['grant', 'revoke', 'silence', 'wake', 'taint', 'rebuild', 'mark', 'clear', 'repair', 'restore'],
  ...['refuse', 'hang', 'recover', 'recover', 'cut', 'stick', 'follow', 'slow'],
] as const;
type Step = readonly [command: string, waitMs: number];
const steps = fc.array(
  fc.tuple(fc.constantFrom(...COMMANDS), fc.constantFrom(0, 100, 450, 1_000, 2_600, 6_500)),
  { minLength: 1, maxLength: 10 },
);

beforeEach(() => {
  const toFake = [
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'Date',
    'performance',
  ] as const;
  vi.useFakeTimers({ toFake: [...toFake] });
  environmentManager.setIsServer(() => false);
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets everything happen that waits for no timer. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((done) => setImmediate(done));
}

/** Sends each request to the next process, as a balancer does. */
function createService(processes: readonly LiveProcess[]) {
  const open = new Set<AbortController>();
  let requests = 0;
  let yesAtMs = Number.NEGATIVE_INFINITY;

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input));
    const { app } = processes[requests++ % processes.length] as LiveProcess;
    const ending = new AbortController();
    init?.signal?.addEventListener('abort', () => ending.abort());
    const { statusCode, headers, stream } = (await app.inject({
      ...{ method: 'GET', url: pathname + search, headers: init?.headers as Record<string, string> },
      ...{ payloadAsStream: true, signal: ending.signal },
    })) as { statusCode: number; headers: Record<string, string>; stream(): Readable };
    const body = stream().on('error', () => {});
    const isStream = String(headers['content-type']).startsWith('text/event-stream');
    if (isStream) {
      open.add(ending);
      return new Response(Readable.toWeb(body) as ReadableStream, { status: statusCode, headers });
    }
    const text = (await body.toArray()).join('');
    if (statusCode === 200 && text === 'true') yesAtMs = Date.now();
    return new Response(text, { status: statusCode, headers });
  };
  return {
    fetch,
    /** Returns when a process said yes last. */
    yesAtMs: () => yesAtMs,
    cut(): void {
      for (const each of open) each.abort();
      open.clear();
    },
  };
}

function createWorld() {
  const ledger = createFakeLedger(MAX_LAG_MS);
  const copy = createFakeCopy(ledger);
  const processes = [
    createLiveProcess(ledger, copy, MAX_LAG_MS),
    createLiveProcess(ledger, null, MAX_LAG_MS),
  ];
  const service = createService(processes);
  const client = createClient({ baseUrl: BASE_URL, fetch: service.fetch });
  const shown = {
    hook: showHook(client, QUESTION, POLL_MS),
    worker: showWorker(client, wallets.vault),
  };
  let isSilent = false;
  const beating = setInterval(() => isSilent || ledger.beat(), BEAT_MS);
  const commands: Record<string, () => void> = {
    grant: () => ledger.grant(true),
    revoke: () => ledger.grant(false),
    silence: () => {
      isSilent = true;
    },
    wake: () => {
      isSilent = false;
    },
    ...{ taint: ledger.taint, rebuild: ledger.rebuild },
    ...{ mark: () => ledger.mark(true), clear: () => ledger.mark(false) },
    ...{ repair: () => ledger.repair(false), restore: () => ledger.repair(true) },
    refuse: () => ledger.setDatabase('refusing'),
    hang: () => ledger.setDatabase('hanging'),
    recover: () => ledger.setDatabase('up'),
    cut: service.cut,
    stick: () => copy.setFollowing(false),
    follow: () => copy.setFollowing(true),
    slow: () => copy.setLoadMs(9_000),
  };
  return {
    ...{ ledger, service, shown, commands },
    /** Asks each process, unless it still owes the last answer. Returns the answers that are there. */
    probe: createProbe(processes),
    async close() {
      clearInterval(beating);
      for (const each of Object.values(shown)) each.close();
      service.cut();
      copy.close();
      ledger.setDatabase('up');
      const closing = Promise.all(processes.map((process) => process.close()));
      for (let turn = 0; turn < 4; turn++) {
        vi.advanceTimersByTime(600);
        await settle();
      }
      await closing;
      vi.clearAllTimers();
    },
  };
}

function createProbe(processes: readonly LiveProcess[]) {
  const waiting = new Set<LiveProcess>();
  return (onYes: (index: number) => void): void => {
    for (const [index, process] of processes.entries()) {
      if (waiting.has(process)) continue;
      waiting.add(process);
      void process.app.inject(CHECK).then(({ statusCode, body }) => {
        waiting.delete(process);
        if (statusCode === 200 && body === 'true') onYes(index);
      });
    }
  };
}

/** Throws if somebody says yes too late. */
function createJudge(world: ReturnType<typeof createWorld>) {
  const counts = { yes: 0, no: 0 };
  const began = Date.now();
  const late: string[] = [];
  let yesAtMs = Date.now();
  let streamYesAtMs = Date.now();

  function note(who: string, sinceMs: number): void {
    const lateMs = Date.now() - sinceMs;
    if (lateMs > MAX_LATE_MS) late.push(`${who} says yes at ${Date.now() - began} ms, ${lateMs} ms late`);
  }

  function onYes(index: number): void {
    yesAtMs = Date.now();
    note(`process ${index}`, world.ledger.yesAtMs());
  }

  /** Compares what the page and the worker show with the answers of the service. */
  function look(): void {
    const apiYesAtMs = Math.max(world.ledger.yesAtMs(), yesAtMs, world.service.yesAtMs());
    if (world.ledger.mayStreamYes()) streamYesAtMs = Date.now();
    const sinceMs = Math.max(apiYesAtMs, streamYesAtMs);
    for (const [name, { isYes }] of Object.entries(world.shown)) {
      if (isYes()) note(name, sinceMs);
      counts[isYes() ? 'yes' : 'no']++;
    }
    if (late.length > 0) throw new Error(late.join('; '));
  }

  return {
    counts,
    async pass(ms: number): Promise<void> {
      for (const end = Date.now() + ms; Date.now() < end; look()) {
        vi.advanceTimersByTime(STEP_MS);
        await settle();
        if ((Date.now() - began) % PROBE_MS !== 0) continue;
        world.ledger.yesAtMs();
        world.probe(onYes);
        await settle();
      }
    },
  };
}

async function run(order: readonly Step[], luck: number): Promise<{ yes: number; no: number }> {
  vi.spyOn(Math, 'random').mockImplementation(createRandom(luck));
  const world = createWorld();
  const { pass, counts } = createJudge(world);
  try {
    await pass(3_000);
    for (const [command, waitMs] of order) {
      world.commands[command]?.();
      await pass(waitMs);
    }
    await pass(4_000);
  } finally {
    await world.close();
    vi.restoreAllMocks();
  }
  return counts;
}

/** A stream begins just after a revocation that the other process has not read yet. */
const LATE_PROCESS: readonly Step[] = [
  ...([
    ['rebuild', 1_000],
    ['grant', 1_000],
    ['revoke', 100],
  ] as const),
  ...([
    ['rebuild', 2_600],
    ['revoke', 0],
  ] as const),
];

test(
  `in ${RUNS} orders of trouble, nobody shows a yes late`,
  async () => {
    const seed = readSeed('late yes');
    const counts = { yes: 0, no: 0 };
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(), async (order, luck) => {
        const { yes, no } = await run(order, luck);
        counts.yes += yes;
        counts.no += no;
      }),
      { seed, numRuns: RUNS, examples: [[[...LATE_PROCESS], 0]] },
    );
    process.stdout.write(`late yes: ${JSON.stringify(counts)}\n`);
    expect(Math.min(counts.yes, counts.no)).toBeGreaterThan(RUNS);
  },
  2 * TIMEOUT_MS,
);
