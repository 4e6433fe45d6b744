import type { ChainStatus } from '@mandate/sdk';
import type { StatusHistory } from '@mandate/sdk/explore';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Segments } from '../ui/form/segments.tsx';
import { FailureNote } from '../ui/page/failure-note.tsx';
import { useNow } from '../ui/time/clock.ts';
import { summarizeHistory, writeAnswered, writeDuration } from './describe-history.ts';
import { HistoryBar } from './history-bar.tsx';
import { historyQuery } from './history-query.ts';
import { IncidentList } from './incident-list.tsx';

const RANGES = {
  '24': { hours: 24, text: '24 hours' },
  '168': { hours: 168, text: '7 days' },
  '720': { hours: 720, text: '30 days' },
} as const;
type Range = keyof typeof RANGES;
const OPTIONS = Object.entries(RANGES).map(([value, { text }]) => ({ value: value as Range, text }));

/** Shows how each chain did, and every time at which one could not answer. */
export function HistorySection({ chains }: { chains: readonly ChainStatus[] | undefined }) {
  const [range, setRange] = useState<Range>('24');
  const { data, error, refetch } = useQuery({
    ...historyQuery(RANGES[range].hours),
    placeholderData: (before) => before,
  });
  return (
    <section className="stack" aria-labelledby="history-title">
      <div className="row row--apart">
        <h2 id="history-title">History</h2>
        <Segments label="Period" value={range} onChange={setRange} options={OPTIONS} />
      </div>
      {error && !data && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <HistoryTable history={data} period={RANGES[range].text} />
          <IncidentList history={data} chains={chains} period={RANGES[range].text} />
        </>
      )}
    </section>
  );
}

function HistoryTable({ history, period }: { history: StatusHistory; period: string }) {
  return (
    <div className="card stack">
      <table className="table table--numbers table--labelled">
        <caption className="visually-hidden">
          The last {period} of each chain: the share of the time in which it answered, and how far behind it
          was at most
        </caption>
        <thead>
          <tr>
            <th scope="col">Chain</th>
            <th scope="col">
              <span className="row row--apart">
                <span>{period} ago</span>
                <span>now</span>
              </span>
            </th>
            <th scope="col">Answered</th>
            <th scope="col">Most behind</th>
          </tr>
        </thead>
        <tbody>
          {history.chains.map((chain) => (
            <ChainRow key={chain.chainId} chain={chain} history={history} period={period} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ChainRowProps {
  readonly chain: StatusHistory['chains'][number];
  readonly history: StatusHistory;
  readonly period: string;
}

function ChainRow({ chain, history, period }: ChainRowProps) {
  const { answered, worstLagSeconds } = summarizeHistory(chain, history, useNow());
  return (
    <tr data-history={chain.chainId}>
      <th scope="row">{chain.name}</th>
      <td className="history-bar__cell">
        <HistoryBar
          label={`${chain.name}, last ${period}`}
          lag={chain.lag}
          spanSeconds={history.spanSeconds}
        />
      </td>
      <td data-label="Answered">{writeAnswered(answered)}</td>
      <td data-label="Most behind">{worstLagSeconds === null ? '–' : writeDuration(worstLagSeconds)}</td>
    </tr>
  );
}
