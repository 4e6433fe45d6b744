/** Compares the block that an answer names with the chain and the requested moment. */
import type { Reply } from '../service.ts';
import type { Moment } from './moments.ts';
import type { Block, RestingChain } from './resting-chain.ts';

/** For a block without events, the service may know only the number. */
export interface NamedBlock {
  readonly number: number;
  readonly hash: string | null;
  readonly timestamp: number | null;
  /** The safe block of a strict answer. */
  readonly safe: number | null;
}

export function readNamedBlock({ headers }: Reply): NamedBlock {
  const timestamp = headers.get('x-block-timestamp');
  const safe = headers.get('x-safe-block-number');
  return {
    number: Number(headers.get('x-block-number') ?? Number.NaN),
    hash: headers.get('x-block-hash'),
    timestamp: timestamp === null ? null : Number(timestamp),
    safe: safe === null ? null : Number(safe),
  };
}

/** Returns the chain's block if the answer may name it, otherwise what is wrong. */
export function findNamed(
  named: NamedBlock,
  { at: asked, safe, mayNameEarlier }: Moment,
  { blocks }: RestingChain,
): Block | string {
  const block = blocks[named.number];
  const isAsked = named.number === asked.number || (mayNameEarlier && named.number < asked.number);
  const isSame =
    (named.hash === null || named.hash === block?.hash) &&
    (named.timestamp === null || named.timestamp === block?.timestamp);
  if (block && isAsked && isSame && named.safe === (safe?.number ?? null)) return block;
  return `for ${JSON.stringify(named)}, not ${JSON.stringify(asked)}${safe ? ` with safe ${safe.number}` : ''}`;
}
