export { createFollower, type FollowedChain, type Follower, type Step } from './follower.ts';
export { createNode } from './node.ts';
export { createQuorum } from './quorum.ts';
export { type Observer, type RunOptions, run } from './run.ts';
export type { Source } from './source.ts';
