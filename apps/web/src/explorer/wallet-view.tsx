import type { Network } from '@mandate/sdk';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useShownAddresses } from '../names/use-marks.ts';
import { withdrawsAnswers } from '../service/failure.ts';
import { queries } from '../service/queries.ts';
import { useHiddenRows } from '../transactions/hidden-rows.ts';
import { Segments } from '../ui/form/segments.tsx';
import { FailureNote } from '../ui/page/failure-note.tsx';
import { AskedAction } from './asked-action.tsx';
import { Attention } from './attention.tsx';
import { EmptyWallet } from './head/empty-wallet.tsx';
import { Loading } from './head/loading.tsx';
import { MoveOffer } from './head/move-offer.tsx';
import { ReadingProgress } from './head/reading-progress.tsx';
import { UnknownChains } from './head/unknown-chains.tsx';
import { WalletHead } from './head/wallet-head.tsx';
import { HiddenNote } from './list/hidden-note.tsx';
import { PeopleSection } from './list/people-section.tsx';
import type { Review } from './review/review.ts';
import { ReviewPanel } from './review/review-panel.tsx';
import { useReview } from './review/use-review.ts';
import { TimeBar } from './time/time-bar.tsx';
import { useTime } from './time/use-time.ts';
import type { ExplorerSearch, SearchChange } from './wallet/explorer-search.ts';
import { filterByFacets } from './wallet/people.ts';
import type { Row } from './wallet/rows.ts';
import {
  isReading,
  nameChains,
  readMore,
  unknownChains,
  type WalletAnswer,
  walletQuery,
} from './wallet/wallet-query.ts';

interface WalletViewProps {
  readonly wallet: `0x${string}`;
  /** The ENS name that was looked up. `null` for an address. */
  readonly openedAs: string | null;
  readonly search: ExplorerSearch;
  /** Empty until they are loaded. */
  readonly networks: readonly Network[];
  readonly onChange: (change: SearchChange) => void;
}

const NO_CHAINS: WalletAnswer['chains'] = [];

export function WalletView({ wallet, openedAs, search, networks, onChange }: WalletViewProps) {
  const { chain, registry } = search;
  const [chainIds, setChainIds] = useState<readonly number[]>();
  const time = useTime({ wallet, chain, registry, written: search.at, chainIds, onChange });
  const ahead = walletQuery({ wallet, atTime: time.ahead });
  const isKnown = queries.getQueryData(ahead.queryKey) !== undefined;
  const asked = { wallet, atTime: isKnown ? time.ahead : time.settled };
  const { data: kept, error, isFetching, isPlaceholderData, refetch } = useQuery(walletQuery(asked));
  const data = withdrawsAnswers(error) ? undefined : kept;
  useEffect(() => {
    if (!data || isReading(data)) return;
    const known = data.chains.filter((one) => one.known).map(({ chainId }) => chainId);
    setChainIds((before) => (before?.join() === known.join() ? before : known));
  }, [data]);
  const isPast = time.at !== undefined;
  const isBehind = data !== undefined && isOlderThan(data, time.newest);
  // A reorg can change the past, too.
  useNews(time.happened, isBehind, () => void queries.invalidateQueries({ queryKey: ['wallet'] }));
  const refresh = useCallback(() => void refetch(), [refetch]);
  const nameOfChain = useMemo(() => nameChains(networks), [networks]);
  const unknown = useMemo(() => (data ? unknownChains(data) : []), [data]);
  return (
    <>
      <WalletHead
        wallet={data?.address ?? wallet}
        openedAs={openedAs}
        network={networks.find(({ chainId }) => chainId === chain) ?? networks[0]}
        chains={data?.chains ?? NO_CHAINS}
        nameOfChain={nameOfChain}
        isPast={isPast}
        isFetching={isFetching}
        onRefresh={refresh}
      />
      <Timeline time={time} view={search.view} isReading={isPlaceholderData} />
      {error && <Failed error={error} hasRows={Boolean(data?.rows.length)} onRetry={refresh} />}
      {unknown.length > 0 && <UnknownChains chains={unknown} nameOfChain={nameOfChain} onRetry={refresh} />}
      {!data && !error && <Loading />}
      {data && (
        <ReadingProgress
          answer={data}
          chains={networks.length}
          isFetching={isFetching}
          onMore={() => readMore(asked)}
        />
      )}
      {data && !isPast && (
        <AskedAction
          wallet={data.address}
          rows={data.rows}
          isRead={!isReading(data)}
          search={search}
          onChange={onChange}
        />
      )}
      {data?.rows.length === 0 && data.nextCursor === null && (
        <EmptyWallet wallet={data.address} chains={data.chains} isPast={isPast} hasFailed={error !== null} />
      )}
      {data && data.rows.length > 0 && (
        <div
          className="explorer__shown stack"
          data-stale={isPlaceholderData || error !== null}
          aria-busy={isPlaceholderData}
        >
          <Delegations
            answer={data}
            isWhole={data.nextCursor === null && unknown.length === 0}
            search={search}
            networks={networks}
            nameOfChain={nameOfChain}
            isPast={isPast}
            hasTimeline={time.isLong}
            at={time.at}
            onChange={onChange}
          />
        </div>
      )}
    </>
  );
}

interface TimelineProps {
  readonly time: ReturnType<typeof useTime>;
  readonly view: ExplorerSearch['view'];
  readonly isReading: boolean;
}

/** Shown when it is asked for, and while the page shows the past. */
function Timeline({ time, view, isReading }: TimelineProps) {
  if (!time.isLong || (time.at === undefined && view !== 'timeline')) return null;
  return <TimeBar {...time} isReading={isReading} onMove={time.move} />;
}

/** Says that the service cannot answer now. The rows below it are an earlier answer. */
function Failed({ error, hasRows, onRetry }: { error: Error; hasRows: boolean; onRetry: () => void }) {
  return (
    <>
      <FailureNote error={error} onRetry={onRetry} />
      {hasRows && (
        <p className="note" data-tone="warn">
          <span>
            <strong>What is true now is unknown.</strong> Below is the last answer, of the blocks above.
          </span>
        </p>
      )}
    </>
  );
}

interface DelegationsProps extends Omit<WalletViewProps, 'wallet' | 'openedAs'> {
  readonly answer: WalletAnswer;
  readonly isWhole: boolean;
  readonly nameOfChain: ReturnType<typeof nameChains>;
  readonly isPast: boolean;
  readonly hasTimeline: boolean;
  readonly at: number | undefined;
}

function Delegations(props: DelegationsProps) {
  const { answer, isWhole, search, networks, nameOfChain, isPast, hasTimeline, at, onChange } = props;
  const { address, rows } = answer;
  useShownAddresses(useMemo(() => listAddresses(address, rows), [address, rows]));
  // The list comes first: a review of 10,000 rows takes a moment.
  const review = useReview({ wallet: address, rows: useDeferredValue(rows), isWhole, at });
  const { view, chain, registry, kind, show, review: shown } = search;
  const found = useRowsOf(review, shown);
  const within = shown ? (found ?? NONE) : undefined;
  const hidden = useHiddenRows();
  const hiddenRows = useMemo(
    () => (hidden.size > 0 ? rows.filter((row) => isHidden(row, hidden)) : NO_ROWS),
    [rows, hidden],
  );
  const chosen = useMemo(() => {
    const found = filterByFacets(rows, { chain, registry, kind, show, within });
    const without = new Set(hiddenRows);
    return without.size > 0 ? found.filter((row) => !without.has(row)) : found;
  }, [rows, chain, registry, kind, show, within, hiddenRows]);
  const unsolicited = useRowsOf(review, 'unsolicited') ?? NONE;
  return (
    <>
      {!isPast && <MoveOffer wallet={address} rows={rows} />}
      <div className="row row--apart">
        <Attention review={review} shown={shown} view={view} onChange={onChange} />
        <Segments
          label="View"
          value={view ?? 'list'}
          onChange={(chosen) => onChange({ view: chosen === 'list' ? undefined : chosen })}
          options={VIEW_NAMES.filter(({ value }) => value !== 'timeline' || hasTimeline)}
        />
      </div>
      <HiddenNote rows={hiddenRows} />
      {view === 'review' ? (
        <ReviewPanel
          review={review}
          shown={shown}
          onShow={(finding) => onChange({ review: finding, view: undefined })}
          isPast={isPast}
        />
      ) : (
        <PeopleSection
          wallet={address}
          rows={rows}
          chosen={chosen}
          unsolicited={unsolicited}
          search={search}
          networks={networks}
          nameOfChain={nameOfChain}
          isPast={isPast}
          isGraph={view === 'graph'}
          onChange={onChange}
        />
      )}
    </>
  );
}

const VIEW_NAMES = [
  { value: 'list', text: 'List' },
  { value: 'graph', text: 'Graph' },
  { value: 'timeline', text: 'Timeline' },
  { value: 'review', text: 'Review' },
] as const;

const listAddresses = (wallet: string, rows: WalletAnswer['rows']) => [
  wallet,
  ...rows.flatMap(({ counterpart, contract }) => (contract ? [counterpart, contract] : [counterpart])),
];

const NONE: ReadonlySet<unknown> = new Set();
const NO_ROWS: WalletAnswer['rows'] = [];

/** A given delegation is never hidden: it gives power. */
const isHidden = (row: Row, hidden: ReadonlySet<string>) =>
  row.direction === 'incoming' && hidden.has(row.key);

/** Returns the rows of a finding. `undefined` if the review has no such finding. */
function useRowsOf({ findings }: Review, kind: ExplorerSearch['review']): ReadonlySet<unknown> | undefined {
  const rows = findings.find((finding) => finding.kind === kind)?.rows;
  return useMemo(() => rows && new Set(rows), [rows]);
}

function isOlderThan({ chains }: WalletAnswer, newest: ReadonlyMap<number, number>): boolean {
  return chains.some((chain) => chain.known && chain.block.number < (newest.get(chain.chainId) ?? 0));
}

/** Calls `tell` when there are changes newer than the list. */
function useNews(happened: number | undefined, isBehind: boolean, tell: () => void): void {
  const heard = useRef({ happened, isBehind });
  useEffect(() => {
    const before = heard.current;
    heard.current = { happened, isBehind };
    const isNew = before.happened !== undefined && before.happened !== happened;
    if (isNew || (isBehind && !before.isBehind)) tell();
  });
}
