/** The attackers: many clients at once ask whether a wallet may claim a token whose contract burns gas. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Call } from '@mandate/testing/chain/fake-node';
import type { Behaviour } from '@mandate/testing/chain/misbehaving-node';
import type { Ask } from '../ask.ts';
import type { AttackReport } from './verdict.ts';

/** A client without a key may ask 12 such questions in ten seconds. */
const CLIENTS = 200;
const PAUSE_MS = 800;
const EXAMPLE_LENGTH = 200;

/** Each client asks, waits for the answer and for a pause, and asks again. Resolves when the last answer has come. */
export async function attack(
  ask: Ask,
  paths: readonly string[],
  { unknown, wrong }: AttackReport,
  durationMs: number,
): Promise<void> {
  const endsAt = performance.now() + durationMs;

  async function askOnce(path: string): Promise<void> {
    const { status, body } = await ask(path);
    const isOverloaded = status === 503 && body.includes('"overloaded"');
    const reasons = isOverloaded ? 'overloaded' : status === 200 ? readReasons(body) : null;
    if (reasons) unknown.set(reasons, (unknown.get(reasons) ?? 0) + 1);
    else wrong.push(`${path} is ${status || 'not answered'}: ${body.slice(0, EXAMPLE_LENGTH)}`);
  }

  async function keepAsking(client: number): Promise<void> {
    // Clients that know nothing of each other do not begin at the same moment.
    await delay((PAUSE_MS * client) / CLIENTS);
    for (let number = client; performance.now() < endsAt; number += CLIENTS) {
      await askOnce(paths[number % paths.length] ?? '');
      await delay(PAUSE_MS);
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => keepAsking(client)));
}

/** Returns why nothing is known, or `null` if the answer says that something is. */
function readReasons(text: string): string | null {
  const { eligible, unknown } = JSON.parse(text) as {
    readonly eligible: unknown;
    readonly unknown: readonly { readonly reason: string }[];
  };
  if (eligible !== null) return null;
  return [...new Set(unknown.map(({ reason }) => reason))].toSorted().join('+');
}

/**
 * Behaves as a node on another machine would, which does not take its processors from the API: a node that keeps its
 * answers repeats each after as long as it took. Notes when calls arrive.
 */
export function createNodeElsewhere(arrivals: number[]): Behaviour {
  const begun = new WeakMap<readonly Call[], number>();
  const tookMs = new Map<string, number>();
  return {
    respond(_, calls) {
      begun.set(calls, performance.now());
      arrivals.push(...calls.map(() => performance.now()));
      return false;
    },
    async answer({ method, params }, honest, { calls }) {
      const call = JSON.stringify([method, params]);
      const known = tookMs.get(call);
      if (known === undefined) tookMs.set(call, performance.now() - (begun.get(calls) ?? 0));
      else await delay(known);
      return honest;
    },
  };
}
