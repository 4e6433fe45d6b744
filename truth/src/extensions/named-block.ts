/** The block that an answer names, held against the chain and the moment that was asked for. */
import type { Reply } from '../service.ts';
import type { Moment } from './moments.ts';
import type { Block, RestingChain } from './resting-chain.ts';

/** Of a block in which nothing happened the service may know its number only. */
export interface NamedBlock {
  readonly number: number;
  readonly hash: string | null;
  readonly timestamp: number | null;
  /** Of a strict answer. */
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

/** The chain's own block, if the answer may name it; else what is wrong with it. */
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
