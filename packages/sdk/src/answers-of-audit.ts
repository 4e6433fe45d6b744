/** The types of the answers about the service's audit of itself. */
import type { Hex } from './hex.ts';

/** One comparison of all records of a chain with the chain. */
export interface AuditPass {
  /** Unix time in seconds. */
  readonly started: number;
  /** The finalized block up to which logs are read. */
  readonly untilBlock: number;
  /** The rows of the ledger when it began. */
  readonly rows: number;
  /** The rows that were compared with the logs of the chain so far. */
  readonly rowsCompared: number;
  /** The grants whose newest row was compared with the registry's storage so far. */
  readonly grantsProven: number;
  /** Questions to storage: the grants, and random ones that should be false. */
  readonly questions: number;
  /** The differences that it confirmed. */
  readonly differences: number;
}

/** The audit of one chain. */
export interface ChainAudit {
  readonly chainId: number;
  readonly name: string;
  /** Questions to the registries' storage, ever. */
  readonly questions: number;
  /** The share of the rows that the last pass compared, from 0 to 1. */
  readonly coverage: number;
  /** The age of the oldest row that no finished pass has compared. Null when there is none. */
  readonly oldestUnauditedSeconds: number | null;
  /** Differences that a second block and a second node confirmed, ever. */
  readonly differences: number;
  /** Differences that nothing confirmed, ever. */
  readonly unconfirmed: number;
  /** Proofs that contradicted the ledger when someone asked for them, ever. */
  readonly disputes: number;
  /** Vaults whose questions fail with the code `under_audit` now. */
  readonly vaultsUnderAudit: number;
  /** Finished passes, ever. */
  readonly passes: number;
  readonly lastPass: (AuditPass & { readonly finished: number }) | null;
  readonly currentPass: AuditPass | null;
}

export interface Audit {
  readonly chains: ChainAudit[];
  /** The days (UTC) that have a signed report, the newest first. */
  readonly reports: string[];
}

/** The report of a day. Verify it with `verifyAuditReport` before you parse `body`. */
export interface AuditReport {
  readonly day: string;
  /** JSON as text: these bytes are signed. */
  readonly body: string;
  readonly signature: Hex;
  /** The raw Ed25519 key, 32 bytes. */
  readonly publicKey: Hex;
}

/** The key that reports are signed with. */
export interface AuditKey {
  readonly algorithm: 'Ed25519';
  readonly publicKey: Hex;
  /** Unix time in seconds at which the key was published first. */
  readonly since: number;
  /** The same key for tools such as OpenSSL. */
  readonly pem: string;
  /** The keys of earlier reports, the newest first. */
  readonly previous: { readonly publicKey: Hex; readonly since: number }[];
}
