import { ConnectionError, MandateError } from '@mandate/sdk';
import { describeFailure } from '../../api/failure.ts';
import { hasCode } from './session-query.ts';

/** EIP-1193: the user rejected the request. */
const REFUSED = 4001;

/** Explains why signing in failed and what to do. */
export function describeSignInFailure(error: unknown): string {
  if (isRefusal(error))
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
  const { shortMessage, message } = (error ?? {}) as { shortMessage?: string; message?: string };
  return `The wallet could not sign: ${shortMessage ?? message ?? 'no reason given'}`;
}

/** Wallets and libraries wrap errors several times. */
function isRefusal(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return code === REFUSED || (cause !== undefined && isRefusal(cause));
}
