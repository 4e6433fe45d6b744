/** When the chains rest, compares every answer with the contracts, and the feed with the lists. */
import type { LocalChain } from '@mandate/contracts';
import type { Delegation, Grant } from '@mandate/core';
import { until } from '@mandate/testing/until';
import {
  answersOverHttp,
  askChecks,
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
): Promise<{ readonly questions: number; readonly differences: readonly Difference[] }> {
  const { hash: blockHash } = await chain.client.getBlock();
  const answers = answersOverHttp(service, chain.chainId, blockHash);
  const now = await compare(chain, { answers, blockHash });

  const lists = await Promise.all(
    (['v1', 'v2'] as const).flatMap((version) =>
      WALLETS.map((wallet) => answers.list(version, 'from', wallet)),
    ),
  );
  const told = await Promise.all(
    replicas.map((replica) => compareTold(replica, chain.chainId, lists.flat())),
  );

  const granted = replicas.map((replica) => replica.replay(chain.chainId).granted);
  const everGranted = [...new Map<string, Grant>(granted.flatMap((each) => [...each])).values()];
  const registry = await askChecks(chain, everGranted, blockHash);
  const ours = await Promise.all(everGranted.map((grant) => answers.check(grant)));
  const checked = everGranted.flatMap((grant, i) =>
    tellApart(`check ${nameGrant(grant)}`, show(ours[i]), show(registry[i])),
  );

  const extensions = await compareExtensions(chain, { service, chainIds, seed, rounds: EXTENSION_ROUNDS });
  return {
    questions: QUESTIONS_PER_COMPARISON + everGranted.length + extensions.questions + told.length,
    differences: [...now, ...checked, ...extensions.differences, ...told.flat()],
  };
}

async function compareTold(
  { query: { chainIds, wallet }, replay }: FeedReplica,
  chainId: number,
  listed: readonly Delegation[],
): Promise<Difference[]> {
  const isMeant = ({ from, to }: Delegation) =>
    (!chainIds || chainIds === String(chainId)) && (!wallet || from === wallet || to === wallet);
  const expected = show(listed.filter(isMeant));
  const what = `what stands on chain ${chainId} by the event stream of ${JSON.stringify({ chainIds, wallet })}`;
  const tell = () => tellApart(what, show(replay(chainId).standing), expected);
  const isSame = () => tell().length === 0;
  return until(what, isSame, FEED_TIMEOUT_MS).then(() => [], tell);
}
