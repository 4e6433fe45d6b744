/** A change that was read for all who listen: it is written as text once. */
import type { LoggedChange } from '@mandate/store';
import { type Numbers, presentChange } from '../changes/present.ts';

export class LiveChange {
  readonly chainId: number;
  /** Its place among all changes that this process has read, of whatever chain. */
  readonly seq: number;
  readonly change: LoggedChange;
  /** The numbers up to which the log of each chain was read, this change included, in the order of the chains. */
  readonly reached: readonly number[];
  readonly #texts: Partial<Record<Numbers, string>> = {};

  constructor(chainId: number, seq: number, change: LoggedChange, reached: readonly number[]) {
    this.chainId = chainId;
    this.seq = seq;
    this.change = change;
    this.reached = reached;
  }

  /** Returns it as the feed has it, in JSON. */
  text(numbers: Numbers = 'number'): string {
    this.#texts[numbers] ??= JSON.stringify(presentChange(this.chainId, this.change, numbers));
    return this.#texts[numbers];
  }
}
