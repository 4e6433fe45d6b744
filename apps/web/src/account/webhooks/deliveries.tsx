import { useInfiniteQuery } from '@tanstack/react-query';
import { FailureNote } from '../../ui/page/failure-note.tsx';
import { TableHead } from '../../ui/table/table-head.tsx';
import { deliveriesQuery } from '../session/own-queries.ts';
import type { Webhook } from '../session/webhooks-api.ts';
import { writeDayAndTime } from '../session/write-time.ts';

interface DeliveriesProps {
  readonly endpoint: Webhook;
  readonly nameChain: (chainId: number) => string;
}

/** The attempts of the last 30 days, with what the server answered. */
export function Deliveries({ endpoint: { id, name }, nameChain }: DeliveriesProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    deliveriesQuery(id),
  );
  const deliveries = data?.pages.flatMap((page) => page.deliveries) ?? [];
  return (
    <section className="stack stack--m" aria-label={`Deliveries to ${name}`}>
      <h3>Deliveries to “{name}”</h3>
      {error && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data && deliveries.length === 0 && <p className="quiet">Nothing was sent yet.</p>}
      {deliveries.length > 0 && (
        <table className="table table--labelled" aria-label={`Deliveries to ${name}`}>
          <TableHead columns={['When', 'Event', 'Answer', 'Time', 'Details']} />
          <tbody>
            {deliveries.map((one) => (
              <tr key={`${one.at} ${one.event} ${one.attempt}`}>
                <td data-label="When">
                  <time dateTime={one.at}>{writeDayAndTime(one.at)}</time>
                </td>
                <td data-label="Event">
                  {one.type} <span className="hint">{nameChain(one.chainId)}</span>
                </td>
                <td data-label="Answer">
                  <span className="badge" data-tone={one.error ? 'warn' : 'good'}>
                    {one.status ?? 'None'}
                  </span>
                </td>
                <td data-label="Time">{one.ms} ms</td>
                <td className="quiet">
                  {[one.attempt > 1 && `Attempt ${one.attempt}.`, one.error, one.body]
                    .filter(Boolean)
                    .join(' ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {hasNextPage && (
        <button
          type="button"
          className="button button--quiet"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more
        </button>
      )}
    </section>
  );
}
