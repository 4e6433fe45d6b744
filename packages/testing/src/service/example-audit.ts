/** An audit that found nothing, for the examples: one finished pass, a key, and a signed report. */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { createAuditRecords, type Database } from '@mandate/store';

/** The bytes before an Ed25519 key in its DER form (RFC 8410). The key itself is 32 times the same byte. */
const DER_PREFIX = '302e020100300506032b657004220420';
const KEY = createPrivateKey({
  key: Buffer.from(DER_PREFIX + 'a5'.repeat(32), 'hex'),
  format: 'der',
  type: 'pkcs8',
});
const PUBLIC_KEY =
  `0x${createPublicKey(KEY).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')}` as const;

export const EXAMPLE_DAY = '2026-01-01';

/** Writes the audit of a chain whose ledger has been read up to `untilBlock`. */
export async function writeExampleAudit(
  database: Database,
  chainId: number,
  {
    untilBlock,
    differences = 0,
    day = EXAMPLE_DAY,
  }: { readonly untilBlock: number; readonly differences?: number; readonly day?: string },
): Promise<void> {
  const audit = createAuditRecords(database);
  const { id, rows } = await audit.passes.start(chainId, untilBlock);
  const questions = rows + 64;
  await audit.passes.advance(id, { half: 'logs', scannedBlock: untilBlock }, { rowsScanned: rows, calls: 3 });
  const proved = { half: 'storage', provedBlock: untilBlock, afterGrant: null } as const;
  await audit.passes.advance(id, proved, { rowsProved: rows, questions, calls: 2, differences });
  await audit.passes.finish(id);
  const body = JSON.stringify({
    day,
    chains: [{ chainId, questions, rows, differences, unconfirmed: 0, vaultsUnderAudit: 0 }],
  });
  await audit.publishKey(PUBLIC_KEY);
  await audit.keepReport({
    day,
    body,
    signature: `0x${sign(null, Buffer.from(body), KEY).toString('hex')}`,
    publicKey: PUBLIC_KEY,
  });
}
