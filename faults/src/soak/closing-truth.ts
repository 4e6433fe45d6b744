/** When the chains rest, compares every answer with the contracts, and the feed with the lists. */
import { setTimeout as delay } from 'node:timers/promises';
import type { LocalChain } from '@mandate/contracts';
import { type Delegation, type Grant, identify, viewOfQuestion } from '@mandate/core';
import {
  answersOverHttp,
  askViews,
  compare,
  compareExtensions,
  type Difference,
  nameGrant,
  QUESTIONS_PER_COMPARISON,
  type Service,
  show,
  tellApart,
  WALLETS,
} from '@mandate/truth';
import type { FeedReplica } from './feed-replica.ts';

/** The number of times that all moments, reasons, batches, resolves and snapshots are compared. */
const EXTENSION_ROUNDS = 3;
/** The time limit for the last events. */
const FEED_TIMEOUT_MS = 10_000;
const LOOK_EVERY_MS = 100;

export interface ClosingTruth {
  readonly questions: number;
  readonly differences: readonly Difference[];
}

interface Closing {
  readonly service: Service;
  readonly chainIds: readonly number[];
  readonly seed: number;
  readonly replicas: readonly FeedReplica[];
}

/** Requires that the service has indexed all of the chain. */
export async function compareAtRest(
  chain: LocalChain,
  { service, chainIds, seed, replicas }: Closing,
): Promise<ClosingTruth> {
  const { hash: blockHash } = await chain.client.getBlock();
  const answers = answersOverHttp(service, chain.chainId, blockHash);
  const now = await compare(chain, { answers, blockHash });

  const everGranted = listEverGranted(replicas, chain.chainId);
  const views = everGranted.map((grant) => ({ registry: grant.registry, view: viewOfQuestion(grant) }));
  const registry = await askViews(chain, views, blockHash);
  const ours = await Promise.all(everGranted.map((grant) => answers.check(grant)));
  const granted = everGranted.flatMap((grant, i) =>
    tellApart(`check ${nameGrant(grant)}`, show(ours[i]), show(registry[i])),
  );

  const extensions = await compareExtensions(chain, { service, chainIds, seed, rounds: EXTENSION_ROUNDS });
  const lists = await Promise.all(
    (['v1', 'v2'] as const).flatMap((version) =>
      WALLETS.map((wallet) => answers.list(version, 'from', wallet)),
    ),
  );
  const told = await Promise.all(
    replicas.map((replica) => compareTold(replica, chain.chainId, lists.flat())),
  );
  return {
    questions: QUESTIONS_PER_COMPARISON + everGranted.length + extensions.questions + told.length,
    differences: [...now, ...granted, ...extensions.differences, ...told.flat()],
  };
}

function listEverGranted(replicas: readonly FeedReplica[], chainId: number): Grant[] {
  const grants = replicas.flatMap((replica) => replica.listGranted(chainId));
  return [...new Map(grants.map((grant) => [identify(grant), grant])).values()];
}

async function compareTold(
  { query: { chainIds, wallet }, getStanding }: FeedReplica,
  chainId: number,
  listed: readonly Delegation[],
): Promise<Difference[]> {
  const isMeant = ({ from, to }: Delegation) =>
    (!chainIds || chainIds === String(chainId)) && (!wallet || from === wallet || to === wallet);
  const expected = show(listed.filter(isMeant));
  const tell = () =>
    tellApart(
      `what stands on chain ${chainId} by the event stream of ${JSON.stringify({ chainIds, wallet })}`,
      show([...getStanding(chainId).values()]),
      expected,
    );
  const timeout = AbortSignal.timeout(FEED_TIMEOUT_MS);
  while (tell().length > 0 && !timeout.aborted) await delay(LOOK_EVERY_MS);
  return tell();
}
