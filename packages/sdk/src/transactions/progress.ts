/** The steps of a transaction, from its simulation to the answer of the service. */
import type { Address, Hex } from '../hex.ts';
import type { Fee } from './estimate-fee.ts';
import type { Reason } from './reason.ts';

/** Why the service does not confirm a block yet: it failed, or it has the block and does not see the change. */
export type Doubt = { readonly code: 'noAnswer'; readonly error: unknown } | { readonly code: 'unseen' };

export type Progress =
  /** The wallet is asked to change its chain. */
  | { readonly step: 'switching'; readonly chainId: number }
  /** End: the wallet stayed on another chain. */
  | { readonly step: 'wrongChain'; readonly chainId: number; readonly reason: Reason }
  /** End: the wallet has another account selected. */
  | { readonly step: 'wrongAccount'; readonly account: Address | null; readonly wanted: Address }
  | { readonly step: 'simulating' }
  /** End: the simulation failed, so nothing was sent. */
  | { readonly step: 'refused'; readonly reason: Reason }
  /** The wallet shows the transaction. */
  | ({ readonly step: 'signing' } & Fee)
  /** End: the owner declined. */
  | { readonly step: 'rejected' }
  /** End: the wallet failed to send it. */
  | { readonly step: 'failed'; readonly reason: Reason }
  /** A Safe keeps it for its owners, for days perhaps: `signed` of `required`. Both are null if the wallet does not say. */
  | {
      readonly step: 'proposed';
      readonly id: string;
      readonly signed: number | null;
      readonly required: number | null;
    }
  /** `hash` is null for a batch that the wallet has not put on the chain. `replaces` is the hash before a speed-up. */
  | { readonly step: 'sent'; readonly hash: Hex | null; readonly replaces: Hex | null }
  /** The wallet shows another chain, so that it cannot be asked. `isGone`: the service no longer sees the change. */
  | {
      readonly step: 'paused';
      readonly hash: Hex | null;
      readonly chainId: number;
      readonly isGone: boolean;
    }
  /** End: another transaction took its place. `by` is null if it was not found. */
  | { readonly step: 'cancelled'; readonly hash: Hex; readonly by: Hex | null }
  /** No node knows it any more. It is still watched: it may come back. */
  | { readonly step: 'dropped'; readonly hash: Hex }
  /** End: it is in a block and changed nothing. */
  | { readonly step: 'reverted'; readonly hash: Hex; readonly block: number }
  /** The service has not confirmed this block yet. */
  | {
      readonly step: 'inBlock';
      readonly hash: Hex;
      readonly block: number;
      readonly doubt: Doubt | null;
    }
  /** The service answers that it is so. The block can still be reorganized. */
  | { readonly step: 'known'; readonly hash: Hex; readonly block: number }
  /** End: the same, and the block is safe. */
  | { readonly step: 'safe'; readonly hash: Hex; readonly block: number }
  /** A reorg removed the block. It is still watched: it may come back in another block. */
  | {
      readonly step: 'takenBack';
      readonly hash: Hex;
      readonly block: number;
      readonly isWaiting: boolean;
    }
  /** End: a later transaction changed the same delegation. */
  | { readonly step: 'changedLater'; readonly hash: Hex; readonly block: number };

/** Tells a page what a step leaves to do. */
export interface Outcome {
  /** Nothing more will happen by itself. */
  readonly isEnd: boolean;
  /** The service has confirmed it: the next transaction may begin. */
  readonly isDone: boolean;
  /** A new attempt makes sense. */
  readonly canRetry: boolean;
}

const WAITS: Outcome = { isEnd: false, isDone: false, canRetry: false };
const FAILED: Outcome = { isEnd: true, isDone: false, canRetry: true };
const LOST: Outcome = { isEnd: false, isDone: false, canRetry: true };

const OUTCOMES: Readonly<Record<Progress['step'], Outcome>> = {
  switching: WAITS,
  wrongChain: FAILED,
  wrongAccount: FAILED,
  simulating: WAITS,
  refused: FAILED,
  signing: WAITS,
  rejected: FAILED,
  failed: FAILED,
  proposed: WAITS,
  sent: WAITS,
  paused: WAITS,
  cancelled: FAILED,
  dropped: LOST,
  reverted: FAILED,
  inBlock: WAITS,
  known: { isEnd: false, isDone: true, canRetry: false },
  safe: { isEnd: true, isDone: true, canRetry: false },
  takenBack: LOST,
  changedLater: FAILED,
};

export const outcomeOf = ({ step }: Pick<Progress, 'step'>): Outcome => OUTCOMES[step];
