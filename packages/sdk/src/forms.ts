/** What each parameter has to look like. Each stands alone, so that a bundle has those of its functions only. */

export type Form = readonly [isOf: (value: unknown) => boolean, message: string];
export type Forms = Readonly<Record<string, Form>>;

const MAX_ROWS = 1_000;
/** As many as the service reads. */
const MAX_WHOLE = 999_999_999_999_999;
/** Whoever sends milliseconds is above it. */
const LATEST_S = 99_999_999_999;

const matches = (value: unknown, pattern: RegExp) => typeof value === 'string' && pattern.test(value);
const isWhole = (value: unknown, min: number, max = MAX_WHOLE) =>
  Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
const isSome = (value: unknown, isOf: (one: unknown) => boolean) =>
  Array.isArray(value) && value.length > 0 && value.every(isOf);

/** A time in seconds: no two blocks are nearer to each other. Anything else as it is. */
export function secondsOf(time: unknown): unknown {
  return time instanceof Date ? Math.floor(time.getTime() / 1_000) : time;
}

export const address: Form = [
  (value) => matches(value, /^0x[0-9a-fA-F]{40}$/),
  'must be an address: 0x and 40 hex digits. Names are not resolved.',
];
export const tokenId: Form = [
  (value) => typeof value === 'bigint' && value >= 0n && value >> 256n === 0n,
  'must be a bigint from 0n to 2n ** 256n - 1n, as 7n.',
];
export const chainId: Form = [(value) => isWhole(value, 1), 'must be the number of a chain, as 1 or 8453.'];
export const rights: Form = [
  (value) => matches(value, /^0x[0-9a-fA-F]{64}$/),
  "must be 32 bytes: 0x and 64 hex digits. rightsFromText('vote') makes them from a name.",
];
export const block: Form = [(value) => isWhole(value, 0), 'must be the number of a block.'];
export const flag: Form = [(value) => typeof value === 'boolean', 'must be true or false.'];
export const limit: Form = [
  (value) => isWhole(value, 1, MAX_ROWS),
  `must be a whole number from 1 to ${MAX_ROWS}.`,
];
export const cursor: Form = [
  (value) => matches(value, /^[\w.-]{1,4000}$/),
  'must be the cursor that came with what was before.',
];
export const chainIds: Form = [
  (value) => isSome(value, (one) => isWhole(one, 1)),
  'must be numbers of chains, as [1, 8453]. Leave it out for all.',
];
export const registries: Form = [
  (value) => isSome(value, (one) => one === 'v1' || one === 'v2'),
  "must be ['v1'], ['v2'] or both. Leave it out for both.",
];

const time: Form = [
  (value) => isWhole(secondsOf(value), 0, LATEST_S),
  'must be a Date, or whole seconds since 1970, not milliseconds.',
];
const TAGS = ['latest', 'safe', 'finalized'];
const CONSISTENCIES = ['latest', 'strict'];

export const consistency: Form = [
  (value) => CONSISTENCIES.includes(value as string),
  'must be latest or strict.',
];

/** When: of every check and list. */
export const WHEN: Forms = {
  blockTag: [(value) => TAGS.includes(value as string), 'must be latest, safe or finalized.'],
  atBlock: block,
  atTime: time,
  minBlock: block,
  consistency,
};
