/** Grants and revocations with the wallet that wagmi has connected. */
export { useGrant } from './use-grant.ts';
export { useRevoke } from './use-revoke.ts';
export type { Written } from './use-write.ts';
