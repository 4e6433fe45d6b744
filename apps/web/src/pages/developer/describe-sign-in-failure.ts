import { ConnectionError, MandateError } from '@mandate/sdk';
import { describeFailure } from '../../api/failure.ts';
import { hasCode } from './session-query.ts';

/** EIP-1193: the person said no. */
const REFUSED = 4001;

/** Why somebody is not signed in, and what helps. */
export function describeSignInFailure(error: unknown): string {
  if (isRefusal(error)) return 'You did not sign. Nothing has happened; try again when you like.';
  if (hasCode(error, 'forbidden')) {
    return 'The service knows itself under another address than the one of this page. Open it under that one.';
  }
  if (error instanceof ConnectionError) return 'The service does not answer. Try again in a moment.';
  if (error instanceof MandateError) {
    if (hasCode(error, 'sign_in_refused')) return `Not signed in. ${error.detail}`;
    const { title, next } = describeFailure(error);
    return `${title}. ${next}`;
  }
  const { shortMessage, message } = (error ?? {}) as { shortMessage?: string; message?: string };
  return `The wallet could not sign: ${shortMessage ?? message ?? 'it gave no reason'}`;
}

/** Wallets and libraries wrap it more than once. */
function isRefusal(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return code === REFUSED || (cause !== undefined && isRefusal(cause));
}
