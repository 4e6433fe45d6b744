/** Made from apps/api/src/operations by `npm run build:docs`. */
import {
  array,
  bytes32,
  bytes64,
  number,
  object,
  oneOf,
  orNull,
  type Read,
  text,
  whole,
} from '../client/read-json.ts';
import type { Hex } from '../hex.ts';

/** One comparison of all records of a chain with the chain. */
export interface AuditPass {
  /** When it began, in seconds since 1970. */
  readonly started: number;
  /** The final block up to which logs are read. */
  readonly untilBlock: number;
  /** The rows of the ledger when it began. */
  readonly rows: number;
  /** The rows that were compared with logs so far. */
  readonly rowsCompared: number;
  /** The grants whose newest row was compared with the registry's storage so far. */
  readonly grantsProven: number;
  /** Questions to storage: the grants, and random ones that should be false. */
  readonly questions: number;
  /** The differences that it confirmed. */
  readonly differences: number;
}

const ofAuditPass = {
  started: whole,
  untilBlock: whole,
  rows: whole,
  rowsCompared: whole,
  grantsProven: whole,
  questions: whole,
  differences: whole,
};

const readAuditPass: Read<AuditPass> = object<AuditPass>(ofAuditPass);

/** The audit of one chain. */
export interface ChainAudit {
  readonly chainId: number;
  readonly name: string;
  /** Questions to the registries' storage, ever. */
  readonly questions: number;
  /** The share of the rows that the last pass compared, from 0 to 1. The current pass if none has ended. */
  readonly coverage: number;
  /** The age of the oldest row that no finished pass has compared. `null` if there is none. */
  readonly oldestUnauditedSeconds: number | null;
  /** Differences that a second block and a second node confirmed, ever. */
  readonly differences: number;
  /** Differences that nothing confirmed, so that nothing was done about them, ever. */
  readonly unconfirmed: number;
  /** Proofs that contradicted the ledger when someone asked for them, ever. */
  readonly disputes: number;
  /** Vaults whose questions are refused with 503 `under_audit` now. */
  readonly vaultsUnderAudit: number;
  /** Finished passes, ever. */
  readonly passes: number;
  readonly lastPass: (AuditPass & { readonly finished: number }) | null;
  readonly currentPass: AuditPass | null;
}

const readChainAudit: Read<ChainAudit> = object<ChainAudit>({
  chainId: whole,
  name: text,
  questions: whole,
  coverage: number,
  oldestUnauditedSeconds: orNull(whole),
  differences: whole,
  unconfirmed: whole,
  disputes: whole,
  vaultsUnderAudit: whole,
  passes: whole,
  lastPass: orNull(object<AuditPass & { readonly finished: number }>({ ...ofAuditPass, finished: whole })),
  currentPass: orNull(readAuditPass),
});

export interface Audit {
  readonly chains: ChainAudit[];
  /** The days (UTC) that have a signed report, the newest first, at most 100. */
  readonly reports: string[];
}

export const readAudit: Read<Audit> = object<Audit>({ chains: array(readChainAudit), reports: array(text) });

/** The report of a day. Verify its signature before you parse `body`. */
export interface AuditReport {
  readonly day: string;
  /** The report as JSON in a text: these bytes are signed. */
  readonly body: string;
  /** The Ed25519 signature of the UTF-8 bytes of `body`, 64 bytes. */
  readonly signature: Hex;
  /** The raw Ed25519 key, 32 bytes. */
  readonly publicKey: Hex;
}

export const readAuditReport: Read<AuditReport> = object<AuditReport>({
  day: text,
  body: text,
  signature: bytes64,
  publicKey: bytes32,
});

/** The key that reports are signed with. */
export interface AuditKey {
  readonly algorithm: 'Ed25519';
  /** The raw Ed25519 key, 32 bytes. */
  readonly publicKey: Hex;
  /** When the key was published first, in seconds since 1970. */
  readonly since: number;
  /** The same key for tools such as OpenSSL. */
  readonly pem: string;
  /** Keys of earlier reports, the newest first. */
  readonly previous: { readonly publicKey: Hex; readonly since: number }[];
}

export const readAuditKey: Read<AuditKey> = object<AuditKey>({
  algorithm: oneOf(['Ed25519']),
  publicKey: bytes32,
  since: whole,
  pem: text,
  previous: array(object({ publicKey: bytes32, since: whole })),
});
