/**
 * Counts how much of a limited resource, such as event streams or the memory for bodies, each client holds. A holder is
 * counted at several levels at once, so that many addresses of one network, or many keys of one address, can't take it all.
 */
import type { FastifyRequest } from 'fastify';
import { clientOf, networksOf } from './client.ts';

/** The holder of a request's share: a secret key, or without one the client. */
export interface Holder {
  /** The name from `clientOf`. */
  readonly client: string;
  readonly keyId: number | null;
}

/** A name that a holder is counted under, and how much all holders with that name may have together. */
export interface Level {
  readonly name: string;
  readonly max: number;
}

export interface Caps {
  /** The share of an IPv4 address or an IPv6 /64 without a key. A /56 has twice as much, a /48 four times. */
  readonly client: number;
  /** The share of a key. All keys of one address together have twice as much. */
  readonly key: number;
  /** The total. The last fifth is reserved for requests with a key. */
  readonly total: number;
}

const KEYED_PART = 0.2;
/** Each wider network has this many times the share of the one in it. */
const WIDER = 2;
export const EVERYBODY = 'everybody';

/** `null` if clients are not limited, so they are not told apart. */
export type FindHolder = (request: FastifyRequest) => Holder | null;

/** Call this after the check of keys. */
export function createFindHolder(trustedHops: number | null): FindHolder {
  if (trustedHops === null) return () => null;
  return ({ raw: { socket, headers }, apiKey }) => ({
    client: clientOf(socket.remoteAddress, headers['x-forwarded-for'], trustedHops),
    // Everyone may copy a publishable key: its visitors hold what they would hold without it, and cannot take it from each other.
    keyId: apiKey?.kind === 'secret' ? apiKey.id : null,
  });
}

/** `null` if clients are not told apart, and there is only the total. */
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

/** The client that questions to nodes count against. */
export interface Asker {
  /** The names that its questions count under, each with its own share. Empty: clients are not told apart. */
  readonly lanes: readonly string[];
  /** Whether its share of a day's calls is limited. */
  readonly hasDayShare: boolean;
}

export type FindAsker = (request: FastifyRequest) => Asker;

/**
 * Many keys of one owner count together, and so do many keys and visitors of one IPv4 address or IPv6 /48. Only the operator
 * makes keys without an owner, so each of them stands alone.
 */
export function createFindAsker(findHolder: FindHolder): FindAsker {
  return (request) => {
    const holder = findHolder(request);
    if (!holder) return { lanes: [], hasDayShare: false };
    const network = networksOf(holder.client).at(-1) ?? holder.client;
    if (holder.keyId === null) return { lanes: [network], hasDayShare: true };
    const owner = request.apiKey?.owner ?? null;
    if (owner === null) return { lanes: [laneOf(holder)], hasDayShare: false };
    return { lanes: [`owner ${owner}`, network], hasDayShare: true };
  };
}

/** Names the lane in which a holder takes turns: its key, or without one its client. */
export function laneOf(holder: Holder | null): string {
  if (!holder) return EVERYBODY;
  return holder.keyId === null ? holder.client : `key ${holder.keyId}`;
}

export function createShares() {
  const held = new Map<string, number>();
  const holds = (name: string) => held.get(name) ?? 0;
  return {
    /** The amount under each name. */
    held: held as ReadonlyMap<string, number>,
    /** Takes the amount at every level and returns null, or takes nothing and returns the level that has no room. */
    take(levels: readonly Level[], amount: number): Level | null {
      const full = levels.find(({ name, max }) => holds(name) + amount > max);
      if (full) return full;
      for (const { name } of levels) held.set(name, holds(name) + amount);
      return null;
    },
    give(levels: readonly Level[], amount: number): void {
      for (const { name } of levels) {
        const left = holds(name) - amount;
        if (left > 0) held.set(name, left);
        else held.delete(name);
      }
    },
  };
}
