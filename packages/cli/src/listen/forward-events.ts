/** Posts events to a server, signed as the service signs them: one after the other, and each once. */
import { signWebhook } from '@mandate/sdk/webhooks';

const TIMEOUT_MS = 10_000;

export interface Forwarded {
  /** `null` if the server did not answer. */
  readonly status: number | null;
  readonly ms: number;
  /** Why there was no answer. */
  readonly error: string | null;
}

interface Sent {
  readonly id: string;
  readonly body: string;
}

export function createForward(url: string, secret: string, signal: AbortSignal | undefined) {
  return async ({ id, body }: Sent): Promise<Forwarded> => {
    const timestamp = Math.floor(Date.now() / 1_000);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'mandate-webhooks',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': await signWebhook(secret, { id, timestamp, body }),
    };
    const began = performance.now();
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
      await answer.body?.cancel();
      return { status: answer.status, ms: performance.now() - began, error: null };
    } catch (error) {
      signal?.throwIfAborted();
      return { status: null, ms: performance.now() - began, error: describeFailure(error) };
    }
  };
}

function describeFailure(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  return name === 'TimeoutError'
    ? `no answer in ${TIMEOUT_MS / 1_000} s`
    : (cause?.code ?? cause?.message ?? message);
}
