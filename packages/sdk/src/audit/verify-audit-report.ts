import type { AuditReport } from '../generated/audit.ts';
import type { Hex } from '../hex.ts';

/**
 * Tells whether a report was signed with this key. Use a key that you kept, or that the operator published elsewhere.
 *
 * @example
 * import { createClient, getAuditKey, getAuditReport, verifyAuditReport } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const { publicKey } = await getAuditKey(client);
 * const report = await getAuditReport(client, { day: 'newest' });
 * console.log(await verifyAuditReport(report, publicKey)); // true
 */
export async function verifyAuditReport(
  { body, signature }: Pick<AuditReport, 'body' | 'signature'>,
  publicKey: Hex,
): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, bytesOf(signature), new TextEncoder().encode(body));
}

function bytesOf(hex: Hex): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.slice(2).match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}
