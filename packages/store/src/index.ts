export { CheckpointMovedError } from './chain-table.ts';
export type { Block, ChainState, Checkpoint, Marks } from './checkpoint.ts';
export { connect, type Database, type DatabaseOptions, UnavailableError } from './database.ts';
export type { Begun, End, Ended, LiveRow, Position } from './delegation-table.ts';
export type { Listed, ListRequest, Page } from './list.ts';
export { createLocks, type Locks } from './locks.ts';
export { listPending, migrate } from './migrate.ts';
export { createReader, type Read, type Reader } from './reader.ts';
export { type Batch, createWriter, type Writer } from './writer.ts';
