'use client';

import { grantCall, type WritableGrant } from '@mandate/sdk/write';
import type { UseMutationResult } from '@tanstack/react-query';
import { useWrite, type Written } from './use-write.ts';

/**
 * Grants a delegation with the connected wallet, which is the vault. The mutation simulates the call, asks the
 * wallet, waits for the block, and then until the service has it: by then, the answers on the page are right.
 *
 * @example
 * const grant = useGrant();
 * grant.mutate({ registry: 'v2', type: 'contract', to: '0x0407…', contract: '0xc011ec…' });
 */
export function useGrant(): UseMutationResult<Written, Error, WritableGrant> {
  return useWrite<WritableGrant>(grantCall);
}
