import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureNote } from '../../ui/page/failure-note.tsx';
import { TableHead } from '../../ui/table/table-head.tsx';
import { eventsQuery, keysQuery } from '../session/own-queries.ts';
import { writeDayAndTime } from '../session/write-time.ts';
import { describeEvent, nameEvent } from './describe-event.ts';

/** Fewer than a page of the service: the newest ones are what people look for. */
const FIRST_SHOWN = 8;

export function AuditLog() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(eventsQuery);
  const { data: own } = useQuery(keysQuery);
  const [isOpen, setIsOpen] = useState(false);
  const nameChain = (chainId: number) =>
    own?.choices.chains.find((chain) => chain.chainId === chainId)?.name ?? `chain ${chainId}`;
  const events = data?.pages.flatMap((page) => page.events) ?? [];
  const shown = isOpen ? events : events.slice(0, FIRST_SHOWN);
  const hasMore = shown.length < events.length || hasNextPage;
  return (
    <section className="card stack" aria-labelledby="audit-title">
      <h2 id="audit-title">Audit log</h2>
      {error && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data && events.length === 0 && (
        <p className="quiet">Nothing yet. Every change to a key or an endpoint is listed here for a year.</p>
      )}
      {shown.length > 0 && (
        <table className="table table--labelled" aria-label="Audit log">
          <TableHead columns={['When', 'Who', 'What', 'Key or endpoint', 'Details']} />
          <tbody>
            {shown.map((event) => (
              <tr key={event.id}>
                <td data-label="When">
                  <time dateTime={event.at}>{writeDayAndTime(event.at)}</time>
                </td>
                <td data-label="Who">{event.actor === 'owner' ? 'You' : 'The operator'}</td>
                <td data-label="What">{nameEvent(event.event)}</td>
                <td data-label="Key or endpoint">
                  {event.endpoint?.name ?? event.key?.name}{' '}
                  {event.key && <span className="hint mono">{event.key.prefix}…</span>}
                </td>
                <td className="quiet">{describeEvent(event, nameChain).join('; ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {hasMore && (
        <button
          type="button"
          className="button button--quiet"
          disabled={isFetchingNextPage}
          onClick={() => {
            if (isOpen || shown.length === events.length) void fetchNextPage();
            setIsOpen(true);
          }}
        >
          Show more
        </button>
      )}
    </section>
  );
}
