import { ProofError } from '@mandate/proof';
import { block as blockForm, type Form } from '../client/forms.ts';
import { assertNone, findErrors } from '../client/validate.ts';
import type { Hex } from '../hex.ts';

/**
 * Asks someone you trust for the hash of a block. `null` if they do not have the block. An error that it throws is thrown
 * by `verifyCheck`, since it says nothing about the proof.
 */
export type BlockSource = (
  number: number,
) => Promise<{ readonly chainId: number; readonly hash: Hex | null }>;

/**
 * The block that the proof must be about, and how old it may be. One of the two limits is required: an old block of
 * the chain proves delegations that were revoked since.
 */
export type Anchor = {
  /** The hash of a block that you trust, or one or more sources for it. All sources must agree. */
  readonly block: Hex | BlockSource | readonly BlockSource[];
} & (
  | {
      /** The block was made at most this many seconds ago, by the clock of this machine. */
      readonly maxAgeSeconds: number;
      /** The block has this number or a higher one. */
      readonly minBlock?: number | undefined;
    }
  | { readonly maxAgeSeconds?: undefined; readonly minBlock: number }
);

const BLOCK: Form = [
  (value) => {
    const sources = [value].flat();
    const isHash = typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value);
    return isHash || (sources.length > 0 && sources.every((source) => typeof source === 'function'));
  },
  'must be a block hash, or functions that fetch one: see fromClient.',
];
const AGE: Form = [(value) => Number.isSafeInteger(value), 'must be a whole number of seconds.'];

/** Throws unless the anchor has a block and a limit of its age. */
export function assertAnchor(anchor: Anchor): void {
  const errors = findErrors(anchor, { block: BLOCK }, { maxAgeSeconds: AGE, minBlock: blockForm });
  if (anchor.maxAgeSeconds === undefined && anchor.minBlock === undefined) {
    const message = 'or "minBlock" is required: an old block proves delegations that were revoked since.';
    errors.push({ parameter: 'maxAgeSeconds', message });
  }
  assertNone(errors);
}

/** Throws unless the anchor has the block that the answer is about. Returns what was compared. */
export async function verifyBlock(
  { block }: Anchor,
  { number, hash }: { readonly number: number; readonly hash: Hex },
  chainId: number,
): Promise<string> {
  if (typeof block === 'string') {
    if (block.toLowerCase() !== hash) throw refuse(`The block must be ${block}, not ${hash}.`);
    return `The block is ${hash}, as you gave it.`;
  }
  const found = await Promise.all([block].flat().map((source) => source(number)));
  for (const given of found) {
    if (given.chainId !== chainId)
      throw refuse(`Your source is on chain ${given.chainId}, not on ${chainId}.`);
    if (!given.hash)
      throw refuse(
        `Your source has no block ${number} yet: verify again soon, or ask a node that is in sync.`,
      );
    if (given.hash.toLowerCase() !== hash) throw refuse(`Block ${number} is ${given.hash}, not ${hash}.`);
  }
  return found.length === 1 ? `Your source has ${hash}, too.` : `All ${found.length} sources have ${hash}.`;
}

function refuse(detail: string): ProofError {
  return new ProofError('anchor', detail);
}
