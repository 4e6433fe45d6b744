/** Says why a wallet or its node refused. */
import { type Reason, type ReasonCode, readWalletFailure } from '@mandate/sdk/transactions';

const WORDS: Readonly<Record<ReasonCode, (message: string) => string>> = {
  said: (message) => message,
  declined: () => 'You declined it.',
  busy: () => 'The wallet already shows a request. Open it and answer that one first.',
  silent: () => 'The wallet gave no reason.',
  unknownChain: () => 'Your wallet does not have this chain. Add it there, then try again.',
  otherChain: () => 'Your wallet shows another chain.',
  otherAccount: () => 'Your wallet shows another account.',
  noRegistry: () => 'Your wallet’s node has no registry on this chain.',
  reverted: (message) => `The registry answered “${message}”.`,
  multicallFailed: () => 'One of the changes in the transaction failed.',
  batchGivenUp: () => 'The wallet gave the batch up.',
  proposalRejected: () => 'The owners of the Safe rejected it, or another transaction took its place.',
};

export function sayReason({ code, message }: Reason): string {
  return WORDS[code](message ?? '');
}

/** The reason of a failed trial, which the wallet's node gives. */
export function sayRefusal(reason: Reason): string {
  return reason.code === 'said' ? `Your wallet’s node says “${reason.message}”.` : sayReason(reason);
}

/** The owner of the wallet declined, or the wallet cannot do it. */
export class WalletRefusal extends Error {
  override readonly name = 'WalletRefusal';
  readonly isRejection: boolean;

  constructor(message: string, isRejection = false) {
    super(message);
    this.isRejection = isRejection;
  }
}

export function refusalOf(error: unknown): WalletRefusal {
  const { reason } = readWalletFailure(error);
  return new WalletRefusal(sayReason(reason), reason.code === 'declined');
}
