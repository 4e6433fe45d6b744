/** The answers of the audit. */
import {
  bytes32,
  bytes64,
  fields,
  integer,
  listOf,
  number,
  oneOf,
  orNull,
  seconds,
  text,
} from '../forms/form.ts';

const PASS = fields(
  {
    started: seconds('When it began'),
    untilBlock: integer('The final block up to which logs are read'),
    rows: integer('The rows of the ledger when it began'),
    rowsCompared: integer('The rows that were compared with logs so far'),
    grantsProven: integer("The grants whose newest row was compared with the registry's storage so far"),
    questions: integer('Questions to storage: the grants, and random ones that should be false'),
    differences: integer('The differences that it confirmed'),
  },
  { type: 'AuditPass', about: 'One comparison of all records of a chain with the chain' },
);

const CHAIN = fields(
  {
    chainId: integer(),
    name: text(),
    questions: integer("Questions to the registries' storage, ever"),
    coverage: number(
      'The share of the rows that the last pass compared, from 0 to 1. The current pass if none has ended',
      { minimum: 0, maximum: 1 },
    ),
    oldestUnauditedSeconds: orNull(
      integer(),
      'The age of the oldest row that no finished pass has compared. `null` if there is none',
    ),
    differences: integer('Differences that a second block and a second node confirmed, ever'),
    unconfirmed: integer('Differences that nothing confirmed, so that nothing was done about them, ever'),
    disputes: integer('Proofs that contradicted the ledger when someone asked for them, ever'),
    vaultsUnderAudit: integer('Vaults whose questions are refused with 503 `under_audit` now'),
    passes: integer('Finished passes, ever'),
    lastPass: orNull(fields({ ...PASS.fields, finished: seconds('When it ended') }, { base: PASS })),
    currentPass: orNull(PASS),
  },
  { type: 'ChainAudit', about: 'The audit of one chain' },
);

export const AUDIT_STATE = fields(
  {
    chains: listOf(CHAIN),
    reports: listOf(text(), 'The days (UTC) that have a signed report, the newest first, at most 100'),
  },
  { component: 'Audit' },
);

const publicKey = bytes32('The raw Ed25519 key, 32 bytes');

export const REPORT = fields(
  {
    day: text(undefined, { format: 'date' }),
    body: text('The report as JSON in a text: these bytes are signed'),
    signature: bytes64('The Ed25519 signature of the UTF-8 bytes of `body`, 64 bytes'),
    publicKey,
  },
  {
    component: 'AuditReport',
    about: 'The report of a day. Verify its signature before you parse `body`',
  },
);

const since = seconds('When the key was published first');
export const KEY = fields(
  {
    algorithm: oneOf(['Ed25519']),
    publicKey,
    since,
    pem: text('The same key for tools such as OpenSSL'),
    previous: listOf(fields({ publicKey, since }), 'Keys of earlier reports, the newest first'),
  },
  { component: 'AuditKey', about: 'The key that reports are signed with' },
);
