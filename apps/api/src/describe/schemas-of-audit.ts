/** The schemas of the audit's answers. */
import type { Json } from '../operations/index.ts';
import { HASH, integer, integerOrNull, listOf, object, orNull, string } from './schema-parts.ts';

const seconds = (description: string) => ({
  ...integer,
  description: `${description}, in seconds since 1970`,
});
const counted = (description: string) => ({ ...integer, description });
const publicKey = { ...HASH, description: 'The raw Ed25519 key, 32 bytes' };

const started = seconds('When it began');
const PASS = {
  untilBlock: counted('The final block up to which logs are read'),
  rows: counted('The rows of the ledger when it began'),
  rowsCompared: counted('The rows that were compared with logs so far'),
  grantsProven: counted("The grants whose newest row was compared with the registry's storage so far"),
  questions: counted('Questions to storage: the grants, and random ones that should be false'),
  differences: counted('The differences that it confirmed'),
};

export const AUDIT_SCHEMAS: Json = {
  Audit: object({
    chains: listOf(
      object({
        chainId: integer,
        name: string,
        questions: counted("Questions to the registries' storage, ever"),
        coverage: {
          type: 'number',
          minimum: 0,
          maximum: 1,
          description: 'The share of the rows that the last pass compared; the current one if none has ended',
        },
        oldestUnauditedSeconds: {
          ...integerOrNull,
          description: 'The age of the oldest row that no finished pass has compared. Null: there is none',
        },
        differences: counted('Differences that a second block and a second node confirmed, ever'),
        unconfirmed: counted('Differences that nothing confirmed, so that nothing was done about them, ever'),
        disputes: counted('Proofs that contradicted the ledger when someone asked for them, ever'),
        vaultsUnderAudit: counted('Vaults whose questions are refused with 503 `under_audit` now'),
        passes: counted('Finished passes, ever'),
        lastPass: orNull(object({ started, finished: seconds('When it ended'), ...PASS })),
        currentPass: orNull(object({ started, ...PASS })),
      }),
    ),
    reports: listOf(string, 'The days (UTC) that have a signed report, the newest first, at most 100'),
  }),
  AuditReport: object({
    day: { type: 'string', format: 'date' },
    body: { ...string, description: 'The report as JSON in a text: these bytes are signed' },
    signature: {
      type: 'string',
      pattern: '^0x[0-9a-f]{128}$',
      description: 'The Ed25519 signature of the UTF-8 bytes of `body`, 64 bytes',
    },
    publicKey,
  }),
  AuditKey: object({
    algorithm: { type: 'string', enum: ['Ed25519'] },
    publicKey,
    since: seconds('When the key was published first'),
    pem: { ...string, description: 'The same key for tools such as OpenSSL' },
    previous: listOf(
      object({ publicKey, since: seconds('When the key was published first') }),
      'Keys of earlier reports, the newest first',
    ),
  }),
};
