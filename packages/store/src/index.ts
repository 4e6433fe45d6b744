export type { KeyChange, KeyFields, NewKey } from './accounts/key-changes.ts';
export type { KeyEvent } from './accounts/key-event-table.ts';
export type { KeyRecord } from './accounts/key-row.ts';
export { type KeyKind, type KeyRules, NO_RULES } from './accounts/key-rules.ts';
export { type BrowserSighting, createKeyStore, type KeyStore, type ValidKey } from './accounts/key-table.ts';
export {
  MAX_ORIGIN_LENGTH,
  MAX_REFUSED_ORIGINS,
  type RefusedOrigin,
} from './accounts/refused-origin-table.ts';
export { createSessionStore, type Session, type SessionStore } from './accounts/session-table.ts';
export {
  createUsageStore,
  type UsageBatch,
  type UsageRow,
  type UsageStore,
} from './accounts/usage-table.ts';
export { type AuditRecords, type AuditSummary, createAuditRecords } from './audit/audit-records.ts';
export { type AuditedRows, createAuditedRows, type NewestRow } from './audit/audited-rows.ts';
export {
  clearMarks,
  type DifferenceKind,
  type Finding,
  type KnownFinding,
  type Mark,
} from './audit/finding-table.ts';
export type { AuditPass, FinishedPass, PassCounts, PassProgress } from './audit/pass-table.ts';
export type { SignedReport } from './audit/report-table.ts';
export type { Block, Checkpoint, EventfulBlock, Marks, Read } from './database/checkpoint.ts';
export { findConnectionShortage } from './database/connection-budget.ts';
export { connect, type Database, type DatabaseOptions, UnavailableError } from './database/database.ts';
export type { Begun, End, Ended, LiveRow, Position } from './database/lifetime.ts';
export { createLocks, type Locks } from './database/locks.ts';
export { type Measured, measure } from './database/measure.ts';
export { listPending, migrate } from './database/migrate.ts';
export { within } from './database/within.ts';
export type { Change } from './follow/change.ts';
export { type ChangeFilter, passes } from './follow/change-filter.ts';
export type { LogEnd, LoggedChange, LogPart } from './follow/change-table.ts';
export type { FoundStart } from './follow/find-starts.ts';
export { listen } from './follow/listen.ts';
export type { BlockAt, Moment, PastBlock } from './read/block-at.ts';
export type { ExclusiveMoment, ExclusiveRow } from './read/exclusive.ts';
export type { Standing } from './read/explain.ts';
export {
  cutPage,
  type DatedRow,
  type Granting,
  type GrantingPage,
  type GrantingRequest,
} from './read/find-granting.ts';
export type { FoundLists } from './read/find-lists.ts';
export type { Heartbeats } from './read/heartbeats.ts';
export {
  type FollowedChange,
  type LogPlace,
  type LogRead,
  type LogStart,
  readAllStanding,
  readLog,
} from './read/ledger-log.ts';
export type { Listed } from './read/list.ts';
export type { NewChanges } from './read/new-changes.ts';
export { createReader, type Reader } from './read/reader.ts';
export type { SnapshotPage, SnapshotPlace, SnapshotRequest, SnapshotRow } from './read/snapshot.ts';
export type { VotingRequest } from './read/voting-grants.ts';
export {
  createStatusHistoryStore,
  SPAN_SECONDS,
  type SpanPart,
  type SpanReport,
  type SpanState,
  type SpanTrouble,
  type StatusHistoryStore,
  type StatusSpans,
} from './status/span-table.ts';
export type { Delivery } from './webhooks/delivery-table.ts';
export type {
  WebhookFields,
  WebhookFilter,
  WebhookMark,
} from './webhooks/endpoint-row.ts';
export type { AsideEvent, WebhookLane } from './webhooks/lane-row.ts';
export { MIN_FAILURES_TO_SKIP } from './webhooks/owned-lanes.ts';
export {
  createWebhookStore,
  type OwnedEndpoint,
  type OwnedLane,
  type WebhookStore,
} from './webhooks/webhook-store.ts';
export type { Finished, LaneKey, LaneUpdate } from './webhooks/work-commit.ts';
export {
  createWebhookWorkStore,
  type Held,
  type HeldEndpoint,
  type WebhookWorkStore,
} from './webhooks/work-store.ts';
export {
  type Audited,
  type AuditedRow,
  type AuditStore,
  createAuditStore,
} from './write/bootstrap/audit-ledger.ts';
export {
  exportLedger,
  findNewestFinal,
  type LedgerSink,
} from './write/bootstrap/export-ledger.ts';
export {
  describeExisting,
  importLedger,
  NotImportableError,
} from './write/bootstrap/import-ledger.ts';
export { CheckpointMovedError } from './write/chain-table.ts';
export {
  createNodeStore,
  type KnownNode,
  type NodeCalls,
  type NodeReport,
  type NodeStore,
  type NodeUsage,
} from './write/node-table.ts';
export type { Repaired } from './write/repair.ts';
export { type Settled, UNSETTLED, type Uncertain, type Unsettled } from './write/uncertain-table.ts';
export { type Batch, createWriter, type Writer } from './write/writer.ts';
