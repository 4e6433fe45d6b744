'use client';

import type { KnownVaults, PartlyKnownVaults } from './answers.ts';
import { useMandate } from './context.ts';
import type { VaultsQuestion } from './questions.ts';
import { type Asked, useAnswer } from './use-answer.ts';
import { vaultsQuery } from './vaults-query.ts';

/**
 * Finds the vaults that delegate to the hot wallet `to`, on all chains and in both registries, and keeps them up to
 * date. Without `contract`, only delegations of a whole wallet count.
 *
 * @example
 * const { answer } = useVaults({ to: '0x0407…', contract: '0xc011ec…' });
 * if (answer.status === 'known') return <p>{answer.vaults.length} vaults</p>;
 */
export function useVaults(question: VaultsQuestion | null): Asked<KnownVaults | PartlyKnownVaults> {
  const { client } = useMandate();
  return useAnswer(question && vaultsQuery(client, question));
}
