/**
 * Rebuilds the current delegations from an event stream that is cut now and then and continued after the last
 * event.
 */
import { integer, type Random } from '@mandate/contracts';
import { type Delegation, type Grant, grantOf, identify } from '@mandate/core';
import { replay } from '@mandate/testing/ledger/history';
import { startFeedClient } from '../../../apps/api/src/operations/changes/testing/feed-client.ts';
import type { Client } from './client.ts';

/** The longest life of a connection. */
const LONGEST_MS = 40_000;

export type FeedReplica = ReturnType<typeof followFeed>;

/** Follows `/changes` with these filters. */
export function followFeed(
  url: string,
  client: Client,
  query: Readonly<Record<string, string>>,
  random: Random,
) {
  const feed = startFeedClient({
    ...{ mode: 'events', query, cursor: 'start' },
    url: () => url,
    headers: () => client.identify('key'),
  });
  let cutting: NodeJS.Timeout;
  const cutLater = () => {
    cutting = setTimeout(
      () => {
        feed.disconnect();
        cutLater();
      },
      integer(random, 0, LONGEST_MS),
    );
  };
  cutLater();
  return {
    query,
    /** Returns what is wrong if the service refused or ended a stream. */
    judge: (): string[] =>
      feed.broken.length > 0
        ? [`${feed.name} failed ${feed.broken.length} times, first: ${feed.broken[0]}`]
        : [],
    /** Replays the changes of a chain. Throws if one contradicts earlier ones. */
    replay(chainId: number) {
      const standing = new Map<string, Delegation>();
      const granted = new Map<string, Grant>();
      const changes = feed.changes.filter((change) => change.chainId === chainId);
      for (const change of changes) {
        const grant = grantOf(change.delegation);
        granted.set(identify(grant), grant);
        replay(standing, change);
      }
      return { standing: [...standing.values()], granted };
    },
    describe: () =>
      `${feed.name} sent ${feed.changes.length} changes, ${feed.changes.filter(({ undone }) => undone).length} undone`,
    close(): Promise<void> {
      clearTimeout(cutting);
      return feed.close();
    },
  };
}
