export { createAudit } from './bootstrap/audit.ts';
export { exportChain } from './bootstrap/export.ts';
export { importChain } from './bootstrap/import.ts';
export { createFollower, type Follower } from './follow/follower.ts';
export type { FollowedChain } from './follow/following.ts';
export { createNode } from './nodes/node.ts';

export type { Source } from './nodes/source.ts';
export { startNodeReport } from './observe/node-report.ts';
export type { Observer } from './observer.ts';
export { run } from './run.ts';
