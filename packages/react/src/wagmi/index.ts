/** Grants and revocations with the wallet that wagmi has connected. */
export { TransactionEndedError } from './transaction-ended-error.ts';
export { useGrant } from './use-grant.ts';
export { useRevoke } from './use-revoke.ts';
export type { WriteResult, Written } from './use-write.ts';
