/** The means of the attackers: their orders, their notes, and keys. */
import type { Ask } from './ask.ts';
import type { AttackOrders } from './messages.ts';
import type { Attack } from './rates.ts';
import { signInThrowaway } from './throwaway-wallet.ts';

/** Records the requests and answers of an attack. */
interface Notes {
  sent(attack: Attack): void;
  status(attack: Attack, status: number): void;
}

export interface Means {
  readonly orders: AttackOrders;
  readonly ask: Ask;
  readonly notes: Notes;
}

const MAX_RETRIES = 1_000;
const RETRY_MS = 1_000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function getKeyOnce(
  { orders, ask }: Omit<Means, 'notes'>,
  client: string,
): Promise<string | null> {
  const wallet = await signInThrowaway(ask, { ...orders, client });
  return (await wallet?.createKey())?.key ?? null;
}

export function getKey(means: Omit<Means, 'notes'>, client: string): Promise<string | null> {
  return tryOften(() => getKeyOnce(means, client));
}

export async function tryOften<T>(attempt: () => Promise<T | null>): Promise<T | null> {
  for (let tries = 0; tries < MAX_RETRIES; tries++) {
    const got = await attempt();
    if (got !== null) return got;
    await wait(RETRY_MS);
  }
  return null;
}
