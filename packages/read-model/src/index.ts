export { type Follower, ForeignLedgerError, followLedger } from './follow.ts';
export { type Checked, openReplica, type Replica, type ReplicaState } from './read-model.ts';
