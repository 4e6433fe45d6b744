import { useEffect, useState, useSyncExternalStore } from 'react';
import { useConnection } from '../../wallets/use-connection.ts';
import { pageRuns } from './page-runs.ts';
import { type Proposal, proposals } from './proposals.ts';
import { StepList } from './step-list.tsx';

/** Follows what was proposed to the connected Safe, in earlier visits too, and shows how far it is. */
export function ProposalList() {
  const { account, wallet } = useConnection() ?? {};
  if (!account || wallet?.onlyChain === undefined) return null;
  return <OfSafe key={account} safe={account} chainId={wallet.onlyChain} />;
}

function OfSafe({ safe, chainId }: { safe: string; chainId: number }) {
  const runs = useSyncExternalStore(pageRuns.subscribe, pageRuns.get);
  const [found, setFound] = useState<readonly Proposal[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a run may have become a proposal.
  useEffect(() => {
    const kept = proposals.listOf(safe, chainId);
    for (const { id, sending } of kept) if (!pageRuns.get().has(sending.id)) void pageRuns.start(sending, id);
    // Those that ended during this visit stay in sight.
    setFound((before) => [...before.filter(({ id }) => kept.every((one) => one.id !== id)), ...kept]);
  }, [safe, chainId, runs]);
  const shown = found.filter(({ sending }) => runs.has(sending.id));
  if (shown.length === 0) return null;
  return (
    <section className="card stack proposals" aria-labelledby="proposals">
      <h2 id="proposals">Proposed to this Safe</h2>
      <ul className="stack stack--m">
        {shown.map(({ id, sending: { id: run, network, transactions } }) => (
          <li key={id} className="box stack stack--m">
            <h3>{transactions.map(({ title }) => title).join(', ')}</h3>
            <StepList run={runs.get(run)} network={network} nameOf={() => network.name} />
          </li>
        ))}
      </ul>
    </section>
  );
}
