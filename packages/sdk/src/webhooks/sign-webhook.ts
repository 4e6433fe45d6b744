import type { Form } from '../client/forms.ts';
import { assertParameters } from '../client/validate.ts';

/** The text that a signature covers. */
export interface Signed {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string | Uint8Array;
}

const PREFIX = 'whsec_';
const BASE64 = /^whsec_(?:[A-Za-z0-9+/]{4}){5,21}[A-Za-z0-9+/]{2}[A-Za-z0-9+/=]{2}$/;
export const secretForm: Form = [
  (value) => typeof value === 'string' && BASE64.test(value),
  'must be the secret of the endpoint, as it was shown when you made it: whsec_ and base64.',
];

/**
 * Returns the signature of an event as Standard Webhooks writes it, e.g. to test your own server.
 *
 * @example
 * import { signWebhook } from '@mandate/sdk/webhooks';
 *
 * const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
 * console.log(await signWebhook(secret, { id: 'a', timestamp: 1_700_000_000, body: '{}' }));
 * // v1,D1ku+G81e9Xp9G7myjwzdxKcJTJ7EIt/YdzwBt65SXM=
 */
export async function signWebhook(secret: string, signed: Signed): Promise<string> {
  assertParameters({ secret }, { secret: secretForm });
  const signature = await crypto.subtle.sign('HMAC', await importSecret(secret), bytesOf(signed));
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`;
}

/** `crypto.subtle` compares in constant time. */
export async function isSignedBy(secret: string, signed: Signed, signatures: string): Promise<boolean> {
  const key = await importSecret(secret);
  const bytes = bytesOf(signed);
  for (const one of signatures.split(' ')) {
    const [, base64] = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(one) ?? [];
    if (base64 && (await crypto.subtle.verify('HMAC', key, decode(base64), bytes))) return true;
  }
  return false;
}

function importSecret(secret: string) {
  const bytes = decode(secret.slice(PREFIX.length));
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

function bytesOf({ id, timestamp, body }: Signed): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const head = encoder.encode(`${id}.${timestamp}.`);
  const rest = typeof body === 'string' ? encoder.encode(body) : body;
  const bytes = new Uint8Array(head.length + rest.length);
  bytes.set(head);
  bytes.set(rest, head.length);
  return bytes;
}

const decode = (base64: string) => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
