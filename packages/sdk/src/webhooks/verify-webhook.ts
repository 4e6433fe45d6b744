import type { Form, Forms } from '../client/forms.ts';
import { assertParameters } from '../client/validate.ts';
import { readEvent, type WebhookEvent } from './event.ts';
import { InvalidWebhookError } from './invalid-webhook-error.ts';
import { isSignedBy, secretForm } from './sign-webhook.ts';

/** The headers of a request: those of `fetch`, or an object as `node:http` has it. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyWebhookParameters {
  /** The body as it was received, before any parser. */
  readonly body: string | Uint8Array;
  readonly headers: WebhookHeaders;
  /** The secret that was shown when the endpoint was made, `whsec_…`. */
  readonly secret: string;
  /** How old or how new a signature may be. Default: 300. */
  readonly toleranceSeconds?: number | undefined;
}

const TOLERANCE_S = 300;

const body: Form = [
  (value) => typeof value === 'string' || value instanceof Uint8Array,
  'must be the text or bytes as received, before any parser: e.g. await request.text(), or express.raw().',
];
const headers: Form = [
  (value) => typeof value === 'object' && value !== null,
  'must be the headers of the request.',
];
const toleranceSeconds: Form = [
  (value) => typeof value === 'number' && value > 0,
  'must be a number of seconds above 0.',
];
const REQUIRED: Forms = { body, headers, secret: secretForm };

/**
 * Returns the event of a request, or throws an `InvalidWebhookError`: answer that with status 400. A retry has a new time
 * and signature and the same `id`.
 *
 * @example
 * import { signWebhook, verifyWebhook } from '@mandate/sdk/webhooks';
 *
 * const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
 * const body = '{"type":"endpoint.test","timestamp":"2026-01-01T00:00:00Z","data":{}}';
 * const signed = { id: 'a', timestamp: Math.floor(Date.now() / 1_000), body };
 * const headers = new Headers({
 *   'webhook-id': signed.id,
 *   'webhook-timestamp': String(signed.timestamp),
 *   'webhook-signature': await signWebhook(secret, signed),
 * });
 * console.log((await verifyWebhook({ body, headers, secret })).type); // endpoint.test
 */
export async function verifyWebhook(parameters: VerifyWebhookParameters): Promise<WebhookEvent> {
  assertParameters(parameters, REQUIRED, { toleranceSeconds });
  const { body, headers, secret } = parameters;
  const read = (name: string) => findHeader(headers, name);
  const [id, time, signatures] = [read('webhook-id'), read('webhook-timestamp'), read('webhook-signature')];
  const timestamp = readTime(time, parameters.toleranceSeconds ?? TOLERANCE_S);
  if (!(await isSignedBy(secret, { id, timestamp, body }, signatures))) {
    throw new InvalidWebhookError(
      'wrong_signature',
      'No signature of the request fits its body and this secret. Pass the body exactly as it was received, and the secret of this endpoint.',
    );
  }
  try {
    return readEvent(id, typeof body === 'string' ? body : new TextDecoder().decode(body));
  } catch (error) {
    const detail = `The body is signed, but is no event of this version: ${(error as Error).message}. Update @mandate/sdk.`;
    throw new InvalidWebhookError('unexpected_event', detail);
  }
}

function findHeader(headers: WebhookHeaders, name: string): string {
  const found = isGetter(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof found === 'string' && found !== '') return found;
  const detail = `The request has no header ${name}. Either Mandate did not send it, or a proxy removed the header.`;
  throw new InvalidWebhookError('headers_missing', detail);
}

const isGetter = (headers: WebhookHeaders): headers is { get(name: string): string | null } =>
  typeof headers['get' as keyof WebhookHeaders] === 'function';

function readTime(text: string, toleranceSeconds: number): number {
  const timestamp = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  const age = Math.floor(Date.now() / 1_000) - timestamp;
  if (Math.abs(age) <= toleranceSeconds) return timestamp;
  const clock = `Check the clock of this server: it says ${new Date().toISOString()}.`;
  if (age < 0)
    throw new InvalidWebhookError('too_new', `The signature is ${-age} s from the future. ${clock}`);
  const old = Number.isNaN(age) ? 'has no time' : `is ${age} s old, and at most ${toleranceSeconds} s pass`;
  throw new InvalidWebhookError('too_old', `The signature ${old}. Someone may have sent it again. ${clock}`);
}
