import { BlockNotReachedError, type Client, type PartlyResolved, resolve } from '@mandate/sdk';
import type { KnownVaults, PartlyKnownVaults } from './answers.ts';
import { type MandateQueryOptions, optionsOf, type Question } from './query.ts';
import { keyOf } from './query-key.ts';
import type { VaultsQuestion } from './questions.ts';

/** The most that the service puts on a page. */
const MAX_VAULTS = 1_000;
const ATTEMPTS = 8;
const WAIT_MS = 250;

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
    async ask(signal, floorOf) {
      for (let attempt = 1; ; attempt++) {
        const found = await resolve(client, { ...asked, signal });
        // `resolve` takes no `minBlock`: another server of the service may be a moment behind the feed.
        const late = found.chains.find(({ chainId, block }) => block.number < (floorOf(chainId) ?? 0));
        if (!late) return present(found);
        if (attempt === ATTEMPTS) {
          const detail = `The service has not reached block ${floorOf(late.chainId)} of chain ${late.chainId}.`;
          throw new BlockNotReachedError({ code: 'block_not_reached', detail });
        }
        await new Promise((done) => setTimeout(done, WAIT_MS));
        signal.throwIfAborted();
      }
    },
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
