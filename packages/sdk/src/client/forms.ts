/** The format of each parameter. Each is its own export, so that a bundle contains only those it uses. */

import type { Registry } from '../registries.ts';

export type Form = readonly [isOf: (value: unknown) => boolean, message: string];
export type Forms = Readonly<Record<string, Form>>;

const MAX_ROWS = 1_000;
/** The largest number the service accepts. */
const MAX_WHOLE = 999_999_999_999_999;
/** The latest time accepted. Any time in milliseconds is larger. */
const LATEST_S = 99_999_999_999;

const matches = (value: unknown, pattern: RegExp) => typeof value === 'string' && pattern.test(value);
const isWhole = (value: unknown, min: number, max = MAX_WHOLE) =>
  Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
const isSome = (value: unknown, isOf: (one: unknown) => boolean) =>
  Array.isArray(value) && value.length > 0 && value.every(isOf);

/** Converts a Date to whole seconds, the resolution of block times. Returns anything else unchanged. */
export function secondsOf(time: unknown): unknown {
  return time instanceof Date ? Math.floor(time.getTime() / 1_000) : time;
}

export const address: Form = [
  (value) => matches(value, /^0x[0-9a-fA-F]{40}$/),
  'must be an address: 0x and 40 hex digits. getNames resolves names.',
];
export const addresses = (max: number): Form => [
  (value) => isSome(value, address[0]) && (value as unknown[]).length <= max,
  `must be 1 to ${max} addresses, each 0x and 40 hex digits.`,
];
export const tokenId: Form = [
  (value) => typeof value === 'bigint' && value >= 0n && value >> 256n === 0n,
  'must be a bigint from 0n to 2n ** 256n - 1n, e.g. 7n.',
];
export const chainId: Form = [(value) => isWhole(value, 1), 'must be a chain id, e.g. 1 or 8453.'];
export const rights: Form = [
  (value) => matches(value, /^0x[0-9a-fA-F]{64}$/),
  "must be 32 bytes: 0x and 64 hex digits. rightsFromText('vote') makes them from a name.",
];
/** Exclusive delegations name a right by its first 24 bytes: the rest of the 32 has their expiry. */
export const rightsIdentifier: Form = [
  (value) => matches(value, /^0x[0-9a-fA-F]{48}$/),
  'must be 24 bytes: 0x and 48 hex digits. Exclusive delegations use the other 8 bytes for their expiry.',
];
export const min: Form = [
  (value) => tokenId[0](value) && value !== 0n,
  'must be a bigint from 1n to 2n ** 256n - 1n, e.g. 3n.',
];
export const standard: Form = [
  (value) => matches(value, /^ERC(721|1155|20)$/),
  'must be ERC721, ERC1155 or ERC20. Leave it out to let the service find it.',
];
export const day: Form = [
  (value) => matches(value, /^(newest|\d{4}-\d\d-\d\d)$/),
  'must be a day (UTC) like 2026-01-31, or newest.',
];
export const block: Form = [(value) => isWhole(value, 0), 'must be a block number.'];
export const flag: Form = [(value) => typeof value === 'boolean', 'must be true or false.'];
export const limit: Form = [
  (value) => isWhole(value, 1, MAX_ROWS),
  `must be a whole number from 1 to ${MAX_ROWS}.`,
];
export const types: Form = [(value) => matches(value, /^(scope|exact)$/), 'must be scope or exact.'];
export const cursor: Form = [
  (value) => matches(value, /^[\w.-]{1,4000}$/),
  'must be the cursor of an earlier answer.',
];
/** A place in the feed may also be the word "start", a time or a block. */
export const feedCursor: Form = [
  (value) => matches(value, /^[\w.:+-]{1,4000}$/),
  'must be the cursor of an earlier answer, start, time:2026-01-31T12:00:00Z or block:1:20000000.',
];
export const chainIds: Form = [
  (value) => isSome(value, (one) => isWhole(one, 1)),
  'must be chain ids, e.g. [1, 8453]. Leave it out for all chains.',
];
const REGISTRY_NAMES = { v1: true, v2: true } as const satisfies Record<Registry, true>;
export const registries: Form = [
  (value) => isSome(value, (one) => typeof one === 'string' && Object.hasOwn(REGISTRY_NAMES, one)),
  "must be ['v1'], ['v2'] or both. Leave it out for both.",
];

export const time: Form = [
  (value) => isWhole(secondsOf(value), 0, LATEST_S),
  'must be a Date, or whole seconds since 1970, not milliseconds.',
];

export const consistency: Form = [
  (value) => matches(value, /^(latest|strict)$/),
  'must be latest or strict.',
];

/** The parameters of every check and list that choose the block. */
export const WHEN: Forms = {
  blockTag: [(value) => matches(value, /^(latest|safe|finalized)$/), 'must be latest, safe or finalized.'],
  atBlock: block,
  atTime: time,
  minBlock: block,
  consistency,
};
