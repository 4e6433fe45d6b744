export { type Follower, ForeignLedgerError, followLedger } from './follow.ts';
export { type Checked, openReadModel, type ReadModel, type ReadModelState } from './read-model.ts';
