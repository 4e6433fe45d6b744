/** Lets thousands listen to the change feed, most of them to one wallet each. Others ask beside them, and must not notice. */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom, integer } from '@mandate/contracts';
import { type Address, parseAddress } from '@mandate/core';
import { at, createTestLedger, delegate, row } from '@mandate/testing/ledger/database';
import { readResidentMb } from '@mandate/testing/process/app-process';
import { until } from '@mandate/testing/until';
import { createAsk } from '../ask.ts';
import { inMs, inSeconds, quantile } from '../figures.ts';
import { type Crowd, startCrowd } from '../listeners/crowd.ts';
import { type Heard, hear, NOTHING } from '../listeners/messages.ts';
import { repeatPerSecond } from '../pace.ts';
import type { Options } from '../scenario.ts';
import { API_MEMORY, type Stage } from '../stage.ts';

/** One of so many streams has no filter. */
const UNFILTERED_EVERY = 100;
const BLOCKS_PER_S = 10;
const CHANGES_PER_BLOCK = 10;
const CHECKS_PER_S = 20;
const WARM_CHECKS = 200;
const CUT = 0.2;
/** Written while clients are away. */
const CUT_BLOCKS = 50;
const ROUNDS_FOR_ALL = 3;
const SETTLE_S = 60;
const MINUTE_S = 60;
const DEFAULT_MINUTES = 0.5;
const CHAIN_ID = 1;
const MOST = { p99Ms: 1_000, lastMs: 1_000, residentMb: 1_000, checks: 1.5 };

const addressOf = (n: number) => parseAddress(`0x${n.toString(16).padStart(40, '0')}`);
const walletOf = (n: number) => addressOf(2 ** 32 + n);

export async function listeners(stage: Stage, options: Options): Promise<string> {
  const { seed, listeners: count, minutes = DEFAULT_MINUTES, untimed, say } = options;
  const { database, url } = await stage.createDatabase();
  const ledger = createTestLedger(database);
  await ledger.openChain(CHAIN_ID);
  // Checks are asked of both in turns: of the one with the streams, and of another without any.
  const [api, quiet] = [await stage.startApi(url, API_MEMORY), await stage.startApi(url, API_MEMORY)];
  const wallets = Array.from({ length: count }, (_, i) => (i % UNFILTERED_EVERY === 0 ? null : walletOf(i)));
  const crowd = startCrowd(stage);
  await crowd.open(api.url, wallets, true);
  const open = await api.measure();
  say(
    `${count} streams are open, ${Math.round(open.residentMb)} MB, ${Math.round(open.heapMb)} of them in use`,
  );

  const writing = createWriting(ledger, createRandom(seed), count);
  const stopAsking = await askInTurns(api.url, quiet.url);
  let residentMb = 0;
  const seconds = minutes * MINUTE_S;
  const began = performance.now();
  for (let n = 0; n < seconds * BLOCKS_PER_S; n++) {
    await delay(Math.max(0, began + (1_000 * n) / BLOCKS_PER_S - performance.now()));
    await writing.write();
    // Collecting garbage for it would stop the process that checks are asked of.
    if (n % BLOCKS_PER_S === 0) residentMb = Math.max(residentMb, readResidentMb(api.pid));
  }
  const writtenS = (performance.now() - began) / 1_000;
  const asked = await stopAsking();
  const { delays } = await expectAll(crowd, wallets, writing.heardBy);
  const [total, received] = [writing.total(), delays.length];
  say(`each of them has exactly its own of ${total} changes`);
  const ended = await cutSome(crowd, wallets, writing);
  say(`${ended} were cut, and went on where they were`);

  const lastMs = await measureLast(crowd, api.url, count, writing);
  const p99Ms = quantile(delays, 0.99);
  const ratio = quantile(asked.beside, 0.99) / quantile(asked.alone, 0.99);
  const figures =
    `${count} streams, ${Math.ceil(count / UNFILTERED_EVERY)} of them unfiltered: ${total} changes in ${inSeconds(1_000 * writtenS)} ` +
    `(${Math.round(total / writtenS)}/s), received ${received} times, p50 ${quantile(delays, 0.5)} ms, p99 ${p99Ms} ms; ` +
    `${ended} cut and back; at most ${Math.round(residentMb)} MB; one change for all reached the last after ${lastMs.join(', ')} ms; ` +
    `checks p99 ${inMs(quantile(asked.beside, 0.99))} beside them and ${inMs(quantile(asked.alone, 0.99))} without (${ratio.toFixed(2)})`;
  const isIn =
    p99Ms < MOST.p99Ms &&
    quantile(lastMs, 0.5) < MOST.lastMs &&
    residentMb < MOST.residentMb &&
    ratio < MOST.checks;
  if (!untimed && !isIn) throw new Error(`Too slow or too large: ${figures}`);
  return figures;
}

type TestLedger = ReturnType<typeof createTestLedger>;

/** Each change is of one wallet that a stream listens to, and says in its amount when it was written. */
function createWriting({ write }: TestLedger, random: () => number, count: number) {
  const byWallet = new Map<Address, Heard>();
  let all = NOTHING;
  let blocks = 0;
  let changes = 0;
  return {
    total: () => changes,
    heardBy: (wallet: Address | null) => (wallet ? (byWallet.get(wallet) ?? NOTHING) : all),
    async write(size = CHANGES_PER_BLOCK): Promise<void> {
      const number = ++blocks;
      const rows = Array.from({ length: size }, (_, log) => {
        const from = walletOf(integer(random, 0, count - 1));
        const n = ++changes;
        byWallet.set(from, hear(byWallet.get(from) ?? NOTHING, n));
        all = hear(all, n);
        const delegation = delegate(n.toString(16), {
          from,
          to: addressOf(2 ** 40),
          amount: BigInt(Date.now()),
        });
        return row(delegation, at(number, log));
      });
      await write(CHAIN_ID, number, ...rows);
    },
  };
}

/** Asks both for the same, one after the other. Each is the first in every other turn: what happens then delays the first. */
async function askInTurns(besideUrl: string, aloneUrl: string) {
  const path = `/registry/v2/check/all?to=${walletOf(1)}&from=${walletOf(2)}`;
  const times = { beside: [] as number[], alone: [] as number[] };
  const asks = { beside: createAsk(besideUrl), alone: createAsk(aloneUrl) };
  const ask = async (which: 'beside' | 'alone') => {
    const startedAt = performance.now();
    const { status } = await asks[which](path);
    if (status === 200) times[which].push(performance.now() - startedAt);
  };
  let order: readonly ('beside' | 'alone')[] = ['alone', 'beside'];
  const askBoth = async () => {
    order = order.toReversed();
    for (const which of order) await ask(which);
  };
  // Only the one with the streams has answered before: the other is cold.
  for (let i = 0; i < WARM_CHECKS; i++) await askBoth();
  Object.assign(times, { beside: [], alone: [] });
  const stop = repeatPerSecond(CHECKS_PER_S, askBoth);
  return async () => {
    await stop();
    return times;
  };
}

/** Throws unless each stream got its changes, each once and in order. */
async function expectAll(
  crowd: Crowd,
  wallets: readonly (Address | null)[],
  heardBy: (wallet: Address | null) => Heard,
) {
  for (let second = 0; ; second++) {
    const report = await crowd.report();
    const wrong = wallets.flatMap((wallet, i) => {
      const [is, due] = [report.heard[i] ?? NOTHING, heardBy(wallet)];
      return is.count === due.count && is.digest === due.digest ? [] : [{ wallet, is, due }];
    });
    if (wrong.length === 0) return report;
    if (second === SETTLE_S)
      throw new Error(`${wrong.length} streams got something else, e.g. ${JSON.stringify(wrong[0])}`);
    await delay(1_000);
  }
}

/** Breaks connections while changes are written. Resolves with how many came back, to exactly what they missed. */
async function cutSome(
  crowd: Crowd,
  wallets: readonly (Address | null)[],
  { write, heardBy }: ReturnType<typeof createWriting>,
): Promise<number> {
  crowd.cut(CUT);
  for (let i = 0; i < CUT_BLOCKS; i++) {
    await write();
    await delay(1_000 / BLOCKS_PER_S);
  }
  return (await expectAll(crowd, wallets, heardBy)).ended;
}

/** Returns how long it took until the last of all had one change that all want. */
async function measureLast(
  crowd: Crowd,
  url: string,
  count: number,
  { write }: ReturnType<typeof createWriting>,
): Promise<number[]> {
  const lastMs: number[] = [];
  crowd.close();
  await crowd.open(url, Array(count).fill(null), false);
  for (let round = 1; round <= ROUNDS_FOR_ALL; round++) {
    await crowd.report();
    crowd.clear();
    await write(1);
    const isThere = async () => (await crowd.report()).delays.length === count;
    await until('all have the change that all want', isThere);
    lastMs.push(Math.max(...(await crowd.report()).delays));
  }
  return lastMs;
}
