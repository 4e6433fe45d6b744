/**
 * Whatever runs out, such as event streams or the memory for bodies: how much of it each client holds. A holder is counted
 * at several levels at once, so that neither many addresses of one network nor many keys of one address add up to all of it.
 */
import { networksOf } from './client.ts';

/** Whom a request is for: a valid key, or without one its client. */
export interface Holder {
  /** As `clientOf` names it. */
  readonly client: string;
  readonly keyId: number | null;
}

/** One of the names that a holder is counted under, and how much all that have it may hold together. */
export interface Level {
  readonly name: string;
  readonly max: number;
}

export interface Caps {
  /** Of an IPv4 address or an IPv6 /64 without a key. A /56 has twice as much, a /48 four times. */
  readonly client: number;
  /** Of a key. All keys of one address have twice as much. */
  readonly key: number;
  /** Of everybody. The last fifth is kept for requests with a key. */
  readonly total: number;
}

export interface Shares {
  /** Takes so much at every level, or nothing: then it returns the level that has no room. */
  take(levels: readonly Level[], amount: number): Level | null;
  give(levels: readonly Level[], amount: number): void;
}

const KEYED_PART = 0.2;
/** How much more each wider network has than the one in it. */
const WIDER = 2;
export const EVERYBODY = 'everybody';

/** Null: clients are not told apart, and there is only the total. */
export function levelsOf(holder: Holder | null, { client, key, total }: Caps): Level[] {
  const everybody = { name: EVERYBODY, max: total };
  if (!holder) return [everybody];
  const networks = networksOf(holder.client);
  const widen = (first: number, prefix: string) =>
    networks.map((network, i) => ({ name: prefix + network, max: first * WIDER ** i }));
  if (holder.keyId === null) {
    return [...widen(client, ''), { name: EVERYBODY, max: Math.floor(total * (1 - KEYED_PART)) }];
  }
  return [{ name: laneOf(holder), max: key }, ...widen(WIDER * key, 'keys of '), everybody];
}

/** Names who takes turns with others: a key, or a client without one. */
export function laneOf(holder: Holder | null): string {
  if (!holder) return EVERYBODY;
  return holder.keyId === null ? holder.client : `key ${holder.keyId}`;
}

export function createShares(): Shares {
  const held = new Map<string, number>();
  const holds = (name: string) => held.get(name) ?? 0;
  return {
    take(levels, amount) {
      const full = levels.find(({ name, max }) => holds(name) + amount > max);
      if (full) return full;
      for (const { name } of levels) held.set(name, holds(name) + amount);
      return null;
    },
    give(levels, amount) {
      for (const { name } of levels) {
        const left = holds(name) - amount;
        if (left > 0) held.set(name, left);
        else held.delete(name);
      }
    },
  };
}
