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
export { CheckpointMovedError } from './chain-table.ts';
export type { Block, ChainState, Checkpoint, Marks } from './checkpoint.ts';
export { connect, type Database, type DatabaseOptions, UnavailableError } from './database.ts';
export type { Begun, End, Ended, LiveRow, Position } from './delegation-table.ts';
export type { Listed, ListRequest, Page } from './list.ts';
export { createLocks, type Locks } from './locks.ts';
export { listPending, migrate } from './migrate.ts';
export { createReader, type Read, type Reader } from './reader.ts';
export { type Batch, createWriter, type Writer } from './writer.ts';
