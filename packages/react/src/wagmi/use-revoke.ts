'use client';

import { type RevocableGrant, revokeCall } from '@mandate/sdk/write';
import { useWrite, type WriteResult } from './use-write.ts';

/**
 * Revokes a delegation of the connected wallet, with the fields that it was granted with. It works like `useGrant`.
 *
 * @example
 * const revoke = useRevoke();
 * revoke.mutate({ registry: 'v2', type: 'contract', to: '0x0407…', contract: '0xc011ec…' });
 */
export function useRevoke(): WriteResult<RevocableGrant> {
  return useWrite<RevocableGrant>('revoke', revokeCall);
}
