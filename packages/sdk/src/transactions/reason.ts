/** Why something was refused, for a program. Sentences are the page's. */
export type ReasonCode =
  /** `message` has the words of the wallet or of its node, on one line. */
  | 'said'
  /** The owner declined. */
  | 'declined'
  /** The wallet already shows a request. */
  | 'busy'
  /** The wallet gave no reason. */
  | 'silent'
  /** The wallet does not have the chain. */
  | 'unknownChain'
  /** The wallet shows another chain. */
  | 'otherChain'
  /** The wallet shows another account. */
  | 'otherAccount'
  /** The wallet's node has no code at the registry's address. */
  | 'noRegistry'
  /** The registry refused: `message` is its reason. */
  | 'reverted'
  /** One of several calls of the second registry failed. */
  | 'multicallFailed'
  /** The wallet gave a batch up. */
  | 'batchGivenUp'
  /** The owners of a Safe rejected it, or another transaction took its place. */
  | 'proposalRejected';

export interface Reason {
  readonly code: ReasonCode;
  readonly message: string | null;
}

export const reasonOf = (code: ReasonCode, message: string | null = null): Reason => ({ code, message });
