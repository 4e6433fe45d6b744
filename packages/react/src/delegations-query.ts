import {
  type Client,
  type Delegation,
  type DelegationV1,
  listDelegations,
  listDelegationsV1,
  type Registry,
} from '@mandate/sdk';
import type { KnownDelegations } from './answers.ts';
import { type MandateQueryOptions, optionsOf, type Question } from './query.ts';
import { keyOf } from './query-key.ts';
import type { DelegationsQuestion } from './questions.ts';

export type RecordOf<R extends Registry> = R extends 'v1' ? DelegationV1 : Delegation;

export function delegationsQuery<R extends Registry = 'v2'>(
  client: Client,
  question: DelegationsQuestion<R>,
): Question<KnownDelegations<RecordOf<R>>> {
  const { registry = 'v2', chainId = 1, ...parameters } = question;
  return {
    key: keyOf(client, 'delegations', { registry, chainId, ...parameters }),
    chainIds: [chainId],
    isPolled: question.consistency === 'strict',
    async ask(signal, floorOf) {
      // A page is pinned to the block of its list.
      const minBlock = parameters.cursor === undefined ? floorOf(chainId) : undefined;
      const list = registry === 'v1' ? listDelegationsV1 : listDelegations;
      const { value, ...rest } = await list(client, { ...parameters, chainId, minBlock, signal });
      const wallet = question.wallet.toLowerCase();
      const records = value as RecordOf<R>[];
      const isBy = (side: 'giver' | 'receiver') => (record: RecordOf<R>) =>
        partiesOf(record)[side].toLowerCase() === wallet;
      const [given, received] = [records.filter(isBy('giver')), records.filter(isBy('receiver'))];
      return { status: 'known', given, received, ...rest };
    },
  };
}

function partiesOf(record: Delegation | DelegationV1) {
  return 'from' in record
    ? { giver: record.from, receiver: record.to }
    : { giver: record.vault, receiver: record.delegate };
}

/** Returns the query of `useDelegations`, so that a server can ask before it renders the page. */
export function delegationsQueryOptions<R extends Registry = 'v2'>(
  client: Client,
  question: DelegationsQuestion<R>,
): MandateQueryOptions<KnownDelegations<RecordOf<R>>> {
  return optionsOf(delegationsQuery(client, question));
}
