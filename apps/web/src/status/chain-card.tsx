import type { ChainState, ChainStatus } from '@mandate/sdk';
import { type ReactNode, useEffect, useRef } from 'react';
import { describeAge, useNow } from '../ui/time/clock.ts';
import { OnExplorer } from '../ui/wallet/on-explorer.tsx';
import type { Sample } from './live-samples.ts';
import { NodeList } from './node-list.tsx';
import { Sparkline } from './sparkline.tsx';

const STATES: Readonly<Record<ChainState, string>> = {
  ready: 'Ready',
  chain_not_ready: 'Being read',
  chain_lagging: 'Behind',
  chain_tainted: 'Needs an operator',
};

interface ChainCardProps {
  readonly chain: ChainStatus;
  /** The service stopped answering, so this may be outdated. */
  readonly isOld: boolean;
  readonly samples: readonly Sample[];
  readonly explorer: string | null;
}

export function ChainCard({ chain, isOld, samples, explorer }: ChainCardProps) {
  const { chainId, name, state, detail, indexed, head, safe, finalized, lagBlocks } = chain;
  const isReady = state === 'ready';
  return (
    <li className="chain card stack" data-state={state} data-chain={chainId}>
      <div className="row row--apart row--top">
        <div>
          <h2>{name}</h2>
          <p className="hint">Chain {chainId}</p>
        </div>
        <span className="badge" data-tone={isOld ? undefined : isReady ? 'good' : 'warn'}>
          {!isOld && <span className="dot" aria-hidden="true" />}
          {isOld ? `Was: ${STATES[state]}` : STATES[state]}
        </span>
      </div>
      {indexed ? <Indexed block={indexed} explorer={explorer} /> : <p className="hint">Nothing read yet</p>}
      {detail && (
        <p className="note" data-tone="warn">
          {detail}
        </p>
      )}
      <dl className="chain__facts">
        <Fact name="Newest block">{writeBlock(head)}</Fact>
        <Fact name="Safe">{writeBehind(safe, indexed?.number)}</Fact>
        <Fact name="Finalized">{writeBehind(finalized, indexed?.number)}</Fact>
        <Fact name="Not read yet">{lagBlocks === null ? '–' : writeBlocks(lagBlocks)}</Fact>
      </dl>
      <Sparkline samples={samples} maxLagMs={chain.maxLag.blockAgeMs} name={name} />
      <NodeList nodes={isOld ? [] : chain.nodes} head={head} />
    </li>
  );
}

interface IndexedProps {
  readonly block: { readonly number: number; readonly hash: string; readonly timestamp: number };
  readonly explorer: string | null;
}

function Indexed({ block: { number, hash, timestamp }, explorer }: IndexedProps) {
  const age = describeAge(useNow() - timestamp);
  const isNew = useHasChanged(hash);
  return (
    <div className="row indexed">
      <p className="hint">Read up to block</p>
      {/* A new key per block restarts the animation of new blocks. */}
      <p key={hash} className="indexed__number" data-new={isNew} data-tip={hash}>
        <OnExplorer explorer={explorer} path={`block/${number}`}>
          {number.toLocaleString('en')}
        </OnExplorer>
      </p>
      <p className="hint digits">
        <time dateTime={new Date(timestamp * 1000).toISOString()}>{age}</time>
      </p>
    </div>
  );
}

/** Returns false for the first block after loading the page. */
function useHasChanged(hash: string): boolean {
  const first = useRef(hash);
  const changed = useRef(false);
  if (first.current !== hash) changed.current = true;
  useEffect(() => {
    first.current = hash;
  }, [hash]);
  return changed.current;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function writeBlock(number: number | null): string {
  return number === null ? '–' : number.toLocaleString('en');
}

const writeBlocks = (count: number) => (count === 1 ? '1 block' : `${count.toLocaleString('en')} blocks`);

function writeBehind(number: number | null, newest: number | undefined): ReactNode {
  if (number === null) return '–';
  const behind = newest === undefined ? 0 : newest - number;
  return (
    <>
      {writeBlock(number)}
      {behind > 0 && <small>{behind.toLocaleString('en')} behind</small>}
    </>
  );
}
