export {
  createKeyStore,
  type KeyFields,
  type KeyRecord,
  type KeyStore,
  type NewKey,
  type ValidKey,
} from './accounts/key-table.ts';
export { createSessionStore, type Session, type SessionStore } from './accounts/session-table.ts';
export {
  createUsageStore,
  type UsageBatch,
  type UsageQuery,
  type UsageRow,
  type UsageStore,
} from './accounts/usage-table.ts';
export type { BlockAt, Moment, PastBlock } from './block-at.ts';
export {
  type Audited,
  type AuditedRow,
  type AuditStore,
  createAuditStore,
} from './bootstrap/audit-ledger.ts';
export {
  exportLedger,
  findNewestFinal,
  type LedgerSink,
  NotExportableError,
} from './bootstrap/export-ledger.ts';
export {
  describeExisting,
  type Import,
  importLedger,
  NotImportableError,
} from './bootstrap/import-ledger.ts';
export { CheckpointMovedError } from './chain-table.ts';
export type { Change, ChangesRequest, LogEnd, LoggedChange, LogPart } from './change-table.ts';
export type { Block, ChainState, Checkpoint, EventfulBlock, Marks } from './checkpoint.ts';
export { connect, type Database, type DatabaseOptions, UnavailableError } from './database.ts';
export type { Begun, End, Ended, LiveRow, Position } from './delegation-table.ts';
export type { Standing } from './explain.ts';
export type { Granting, GrantingPage, GrantingRequest } from './find-granting.ts';
export { type LogPlace, type LogRead, type LogStart, readAllStanding, readLog } from './ledger-log.ts';
export type { Listed, ListRequest, Page } from './list.ts';
export { type Listener, listen } from './listen.ts';
export { createLocks, type Locks } from './locks.ts';
export { type Measured, measure } from './measure.ts';
export { listPending, migrate } from './migrate.ts';
export {
  createNodeStore,
  type KnownNode,
  type NodeCalls,
  type NodeReport,
  type NodeState,
  type NodeStore,
  type NodeUsage,
} from './node-table.ts';
export { createReader, type Heartbeats, type Read, type Reader } from './reader.ts';
export type { SnapshotPage, SnapshotPlace, SnapshotRequest, SnapshotRow } from './snapshot.ts';
export { type Settled, UNSETTLED, type Uncertain, type Unsettled } from './uncertain-table.ts';
export { type Batch, createWriter, type Writer } from './writer.ts';
