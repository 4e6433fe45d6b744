export { type Follower, followLedger } from './follow.ts';
export { type ListRead, openReadModel, type ReadModel } from './read-model.ts';
