/** When delegations begin and end. */
import type { Delegation } from '@mandate/core';
import type { Hex } from 'viem';

/** The place of an event in a chain. */
export interface Position extends LogPosition {
  readonly tx: Hex;
}

/** A block, and the position of a log in it. */
export interface LogPosition {
  readonly block: number;
  readonly log: number;
}

/** A standing row with its id, and where it began. */
export interface LiveRow {
  readonly id: number;
  readonly delegation: Delegation;
  readonly since: LogPosition;
}

/** The end of a row. If inferred, the row ended for certain, and the block is the likeliest one. */
export type End = Position & { readonly inferred: boolean };

export interface Ended extends LiveRow {
  readonly until: End;
}

export interface Begun {
  readonly delegation: Delegation;
  readonly since: Position;
  readonly until: End | null;
}
