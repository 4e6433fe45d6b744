'use client';

import { grantCall, type WritableGrant } from '@mandate/sdk/write';
import { useWrite, type WriteResult } from './use-write.ts';

/**
 * Grants a delegation with the connected wallet, which is the vault. The mutation simulates the call, asks the
 * wallet, waits for the block, and then until the service confirms the change. `progress` has each step, until the block is safe.
 *
 * @example
 * const grant = useGrant();
 * grant.mutate({ registry: 'v2', type: 'contract', to: '0x0407…', contract: '0xc011ec…' });
 */
export function useGrant(): WriteResult<WritableGrant> {
  return useWrite<WritableGrant>('grant', grantCall);
}
