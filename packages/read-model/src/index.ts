export { type Follower, followLedger } from './follow.ts';
export { openReadModel, type ReadModel } from './read-model.ts';
