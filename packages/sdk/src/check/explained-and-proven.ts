/** Checks with reasons or a proof. Imports nothing that plain checks already import, so that bundlers split it off. */

import type { Explained, Proven } from '../answers.ts';
import type { Block } from '../block.ts';
import type { Parties, Why } from '../client/parameters.ts';
import type { Read } from '../client/read-json.ts';
import type { Reply } from '../client/reply.ts';
import { provenCheckOf } from './proven.ts';
import { reasonedOf } from './reasons.ts';

/** A value with its reasons, or with its proof and the header of its block. */
export interface More<T> {
  readonly value: T;
  readonly header?: string;
}

/** Reads what the caller asked for besides the value. `readPlain` reads the value, whose format is the same. */
export function readMore<T>(
  parameters: Parties & Why,
  reply: Reply,
  readPlain: (reply: Reply) => T,
  refuse: (reply: Reply, what: string, cause: unknown) => Error,
): More<T> {
  const read: Read<More<T>> = parameters.proof
    ? provenCheckOf(reply, readPlain)
    : reasonedOf(parameters, reply, readPlain);
  try {
    return read(JSON.parse(reply.body));
  } catch (error) {
    throw refuse(reply, `in an unexpected format: ${(error as Error).message}`, error);
  }
}

/** Puts the header of a proven answer into its block. */
export function join<T>(
  { header, ...more }: More<T>,
  block: Block,
  safeBlock: number | null,
): Explained<T> | Proven<T> {
  return (header ? { ...more, block: { ...block, header } } : { ...more, block, safeBlock }) as never;
}
