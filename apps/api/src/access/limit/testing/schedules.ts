/** How clients ask: random, by a seed, each from an address of its own. */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom, integer, pick } from '@mandate/contracts';
import { wallets } from '@mandate/testing/ledger/database';
import type { Anonymous, AnonymousAnswer } from '@mandate/testing/service/anonymous';

const SPAN_MS = 12_500;
const WINDOW_MS = 10_000;
const LIMIT = 25;

const CHECK = `check/all?from=${wallets.vault}&to=${wallets.hot}`;
/** A wrong request counts like any other. Most don't trouble the database. */
const PATHS = [
  `/registry/v2/${CHECK}`,
  '/registry/v1/check/all',
  '/registry/v2/check/erc20',
  '/registry/v1/me',
];

/** No chain is read for it. */
const NOWHERE = { registry: 'v2', kind: 'all', from: wallets.vault, to: wallets.hot, chainId: 999 };
/** How many of the limit a batch costs, and one that costs so many. */
const COSTS = [1, 2, 3, 5, 9] as const;
const BATCHES = 0.05;
const BODIES: ReadonlyMap<number, string> = new Map(
  COSTS.map((units) => [units, JSON.stringify({ checks: new Array(40 * units).fill(NOWHERE) })]),
);

/** Only a batch that was read has a known cost. */
const WAS_READ = /"detail":"This request counts as/;

/** A request, and how many it counts as. */
interface Costly {
  readonly units: number;
  ask(): Promise<AskedFor>;
}

export interface AskedFor extends AnonymousAnswer {
  readonly units: number;
  /** How many units were counted: one for a batch that was refused after it was read. */
  readonly counted: number;
  readonly isBatch: boolean;
}

/** A calm client stays below the limit, whatever the network does. An obedient one waits as long as it is told. */
export type Kind = 'bursts' | 'steady' | 'edges' | 'calm' | 'obedient';

export interface Schedule {
  readonly kind: Kind;
  readonly client: string;
  run(): Promise<AskedFor[]>;
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
  // Each has a /48 of its own: networks are counted, too.
  const client = isIPv6
    ? `2001:db8:${(index & 0xffff).toString(16)}:${(index >> 16).toString(16)}::/64`
    : `10.${bytes.join('.')}`;

  /** One of the ways to write the client's address, behind something that nobody vouches for. */
  function forwardedFor(): string {
    const forged = random() < 0.3 ? `192.0.2.${integer(random, 1, 254)}, ` : '';
    if (!isIPv6) return forged + pick(random, ['', '::ffff:']) + client;
    return `${forged}${client.slice(0, -3)}${integer(random, 1, 0xffff).toString(16)}`;
  }

  /** One in many is a batch. */
  function choose(): Costly {
    const [url, headers] = [pick(random, urls), { 'x-forwarded-for': forwardedFor() }];
    const units = random() < BATCHES ? pick(random, COSTS) : null;
    const path = units === null ? pick(random, PATHS as [string, ...string[]]) : '/batch';
    const body = units === null ? undefined : BODIES.get(units);
    return {
      units: units ?? 1,
      ask: async () => {
        const asked = await anonymous.ask(url, path, headers, body);
        const counted = asked.status !== 429 ? (units ?? 1) : Number(WAS_READ.test(asked.body));
        return { ...asked, units: units ?? 1, counted, isBatch: units !== null };
      },
    };
  }

  /** At these times, whatever is answered. */
  async function askAt(times: readonly number[]): Promise<AskedFor[]> {
    const began = performance.now();
    return Promise.all(
      times.map(async (time) => {
        await delay(Math.max(0, time - (performance.now() - began)));
        return choose().ask();
      }),
    );
  }

  const many = (count: number, time: () => number) => Array.from({ length: count }, time);
  const runs: Record<Kind, () => Promise<AskedFor[]>> = {
    bursts: () =>
      askAt(
        many(integer(random, 1, 4), () => random() * SPAN_MS).flatMap((at) =>
          many(integer(random, 1, 30), () => at + random() * 50),
        ),
      ),
    steady: () => askAt(many(integer(random, 20, 60), () => random() * SPAN_MS)),
    // Twice the limit, around the place where a fixed window would start again.
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
        choose,
        many(integer(random, 26, 50), () => random() * random() * SPAN_MS),
      ),
    obedient: () => askObediently(choose),
  };
  return { kind, client, run: runs[kind] };
}

/** Waits while too many may still count: those without an answer, and those whose answer is not 10 seconds old. */
async function askCalmly(choose: () => Costly, times: readonly number[]): Promise<AskedFor[]> {
  const began = performance.now();
  const asked: AskedFor[] = [];
  const open = new Map<Promise<unknown>, number>();
  for (const time of times.toSorted((a, b) => a - b)) {
    await delay(Math.max(0, time - (performance.now() - began)));
    const next = choose();
    for (;;) {
      const counting = asked.filter(({ answeredAtMs }) => answeredAtMs > performance.now() - WINDOW_MS);
      const units = [...open.values(), ...counting.map((each) => each.units)];
      if (units.reduce((sum, each) => sum + each, next.units) <= LIMIT) break;
      if (open.size > 0) await Promise.race(open.keys());
      else {
        const oldestMs = Math.min(...counting.map(({ answeredAtMs }) => answeredAtMs));
        await delay(Math.max(0, oldestMs + WINDOW_MS - performance.now()));
      }
    }
    const asking = next.ask().then((answered) => {
      asked.push(answered);
      open.delete(asking);
    });
    open.set(asking, next.units);
  }
  await Promise.all(open.keys());
  return asked;
}

/** Asks again for what was refused, and for nothing else meanwhile. */
async function askObediently(choose: () => Costly): Promise<AskedFor[]> {
  const began = performance.now();
  const asked: AskedFor[] = [];
  let next = choose();
  while (performance.now() - began < SPAN_MS) {
    const answered = await next.ask();
    asked.push(answered);
    if (answered.status === 429) await delay(Number(answered.headers['retry-after']) * 1_000);
    else {
      await delay(100);
      next = choose();
    }
  }
  return asked;
}
