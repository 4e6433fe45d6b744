import type { Client, PartlyResolved } from '@mandate/sdk';
import { resolveNotBefore } from '@mandate/sdk/live';
import type { KnownVaults, PartlyKnownVaults } from './answers.ts';
import { type MandateQueryOptions, optionsOf, type Question } from './query.ts';
import { keyOf } from './query-key.ts';
import type { VaultsQuestion } from './questions.ts';

/** The most that the service puts on a page. */
const MAX_VAULTS = 1_000;

export function vaultsQuery(
  client: Client,
  question: VaultsQuestion,
): Question<KnownVaults | PartlyKnownVaults> {
  const { limit = MAX_VAULTS, ...rest } = question;
  const asked = { ...rest, limit };
  return {
    key: keyOf(client, 'vaults', asked),
    chainIds: question.chainIds ?? null,
    isPolled: question.consistency === 'strict',
    ask: async (signal, floorOf) => present(await resolveNotBefore(client, { ...asked, signal }, floorOf)),
  };
}

function present(found: Omit<PartlyResolved, 'unknown'> & Partial<PartlyResolved>) {
  const { wallets: vaults, chains, nextCursor, unknown = [] } = found;
  const common = { vaults, chains, nextCursor };
  return unknown.length > 0
    ? { status: 'partial' as const, ...common, unknown }
    : { status: 'known' as const, ...common };
}

/** Returns the query of `useVaults`, so that a server can ask before it renders the page. */
export function vaultsQueryOptions(
  client: Client,
  question: VaultsQuestion,
): MandateQueryOptions<KnownVaults | PartlyKnownVaults> {
  return optionsOf(vaultsQuery(client, question));
}
