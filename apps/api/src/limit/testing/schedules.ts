/** How clients ask: random, by a seed, each from an address of its own. */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom, integer, pick } from '@mandate/contracts';
import { wallets } from '@mandate/store/testing';
import type { Anonymous, Asked } from './anonymous.ts';

const SPAN_MS = 12_500;
const WINDOW_MS = 10_000;
const LIMIT = 25;

const CHECK = `check/all?from=${wallets.vault}&to=${wallets.hot}`;
/** What is wrong with a request does not matter: it counts. Most don't trouble the database. */
const PATHS = [
  `/registry/v2/${CHECK}`,
  '/registry/v1/check/all',
  '/registry/v2/check/erc20',
  '/registry/v1/me',
];

/** A calm client stays below the limit, whatever the network does. An obedient one waits as long as it is told. */
export type Kind = 'bursts' | 'steady' | 'edges' | 'calm' | 'obedient';

export interface Schedule {
  readonly kind: Kind;
  readonly client: string;
  run(): Promise<Asked[]>;
}

export interface Services {
  readonly urls: readonly [string, ...string[]];
  readonly anonymous: Anonymous;
}

export function createSchedule(seed: number, index: number, { urls, anonymous }: Services): Schedule {
  const random = createRandom(seed + index);
  const kind = pick(random, ['bursts', 'steady', 'edges', 'calm', 'obedient']);
  const isIPv6 = random() < 0.3;
  const bytes = [index >> 16, (index >> 8) & 255, index & 255];
  const client = isIPv6
    ? `2001:db8:${(index >> 16).toString(16)}:${(index & 0xffff).toString(16)}::/64`
    : `10.${bytes.join('.')}`;

  /** One of the ways to write the client's address, behind something that nobody vouches for. */
  function forwardedFor(): string {
    const forged = random() < 0.3 ? `192.0.2.${integer(random, 1, 254)}, ` : '';
    if (!isIPv6) return forged + pick(random, ['', '::ffff:']) + client;
    return `${forged}${client.slice(0, -3)}${integer(random, 1, 0xffff).toString(16)}`;
  }

  function ask(): Promise<Asked> {
    const headers = { 'x-forwarded-for': forwardedFor() };
    return anonymous.ask(pick(random, urls), pick(random, PATHS as [string, ...string[]]), headers);
  }

  /** At these times, whatever is answered. */
  async function askAt(times: readonly number[]): Promise<Asked[]> {
    const began = performance.now();
    return Promise.all(
      times.map(async (time) => {
        await delay(Math.max(0, time - (performance.now() - began)));
        return ask();
      }),
    );
  }

  const many = (count: number, time: () => number) => Array.from({ length: count }, time);
  const runs: Record<Kind, () => Promise<Asked[]>> = {
    bursts: () =>
      askAt(
        many(integer(random, 1, 4), () => random() * SPAN_MS).flatMap((at) =>
          many(integer(random, 1, 30), () => at + random() * 50),
        ),
      ),
    steady: () => askAt(many(integer(random, 20, 60), () => random() * SPAN_MS)),
    // Twice the limit, around where a window of fixed place would begin anew.
    edges: () => {
      const edge = random() * 1_000;
      const jitter = () => (random() - 0.5) * 200;
      return askAt([
        ...many(LIMIT, () => edge + random() * 300),
        ...many(LIMIT, () => edge + WINDOW_MS + jitter()),
      ]);
    },
    calm: () =>
      askCalmly(
        ask,
        many(integer(random, 26, 50), () => random() * random() * SPAN_MS),
      ),
    obedient: () => askObediently(ask),
  };
  return { kind, client, run: runs[kind] };
}

/** Waits while 25 may still count: those without an answer, and those whose answer is not 10 seconds old. */
async function askCalmly(ask: () => Promise<Asked>, times: readonly number[]): Promise<Asked[]> {
  const began = performance.now();
  const asked: Asked[] = [];
  const open = new Set<Promise<unknown>>();
  for (const time of times.toSorted((a, b) => a - b)) {
    await delay(Math.max(0, time - (performance.now() - began)));
    for (;;) {
      const counting = asked.filter(({ answeredAtMs }) => answeredAtMs > performance.now() - WINDOW_MS);
      if (open.size + counting.length < LIMIT) break;
      if (open.size > 0) await Promise.race(open);
      else {
        const oldestMs = Math.min(...counting.map(({ answeredAtMs }) => answeredAtMs));
        await delay(Math.max(0, oldestMs + WINDOW_MS - performance.now()));
      }
    }
    const asking = ask().then((answered) => {
      asked.push(answered);
      open.delete(asking);
    });
    open.add(asking);
  }
  await Promise.all(open);
  return asked;
}

async function askObediently(ask: () => Promise<Asked>): Promise<Asked[]> {
  const began = performance.now();
  const asked: Asked[] = [];
  while (performance.now() - began < SPAN_MS) {
    const answered = await ask();
    asked.push(answered);
    if (answered.status === 429) await delay(Number(answered.headers['retry-after']) * 1_000);
    else await delay(100);
  }
  return asked;
}
