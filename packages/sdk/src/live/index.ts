/** For pages that stay up to date: what the hooks of `@mandate/react` and the vault picker are made of. */
export { type Chains, type Follower, follow } from './follow.ts';
export { createLeastBlocks, type LeastBlocks } from './least-blocks.ts';
export { resolveNotBefore } from './resolve-not-before.ts';
