import { ConnectionError, MandateError } from '@mandate/sdk';
import { describeFailure } from '../../service/failure.ts';
import { WalletRefusal } from '../../wallets/say-reason.ts';
import { hasCode } from '../session/session-query.ts';

/** Explains why signing in failed and what to do. */
export function describeSignInFailure(error: unknown): string {
  if (error instanceof WalletRefusal && error.isRejection)
    return 'You did not sign the message, so you are not signed in. Try again at any time.';
  if (hasCode(error, 'forbidden')) {
    return 'The service is configured for another address than this page’s. Open the page at that address.';
  }
  if (error instanceof ConnectionError) return 'The service does not answer. Try again in a moment.';
  if (error instanceof MandateError) {
    if (hasCode(error, 'sign_in_refused')) return `Not signed in. ${error.detail}`;
    const { title, next } = describeFailure(error);
    return `${title}. ${next}`;
  }
  return `The wallet could not sign: ${error instanceof Error ? error.message : 'no reason given'}`;
}
