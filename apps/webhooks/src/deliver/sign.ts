/** Signs events as Standard Webhooks says. Each attempt is signed with its own time. */
import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/** Returns the headers of an attempt. With two secrets, a receiver may verify with either. */
export function signEvent(secrets: readonly string[], id: string, body: Buffer, nowMs: number) {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
