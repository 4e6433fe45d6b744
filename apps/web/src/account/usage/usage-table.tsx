import { TableHead } from '../../ui/table/table-head.tsx';
import { writeSpan } from './usage-chart.tsx';
import type { Chart, Dimension } from './usage-series.ts';

interface UsageTableProps {
  readonly chart: Chart;
  readonly hoursABar: number;
  readonly dimension: Dimension;
}

/** The chart's numbers, also for readers who cannot see it. Leaves out times without requests. */
export function UsageTable({ chart: { series, bars, total }, hoursABar, dimension }: UsageTableProps) {
  const used = bars.filter((bar) => bar.total > 0).toReversed();
  if (used.length === 0)
    return <p className="quiet">No requests yet. They appear here within a few seconds.</p>;
  return (
    <details>
      <summary className="quiet">Show as table</summary>
      {/* It scrolls, so it has to be reachable without a mouse. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above. */}
      <section className="usage-table" tabIndex={0} aria-label="Usage as a table">
        <table className="table table--numbers">
          <caption className="visually-hidden">Requests by time and {dimension}</caption>
          <TableHead columns={['Time', ...series.map(({ name }) => name), 'All']} />
          <tbody>
            {used.map((bar) => (
              <tr key={bar.beginsAt.getTime()}>
                <th scope="row">{writeSpan(bar, hoursABar)}</th>
                {series.map(({ name }, i) => (
                  <td key={name}>{(bar.parts[i] ?? 0).toLocaleString('en')}</td>
                ))}
                <td>{bar.total.toLocaleString('en')}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">All</th>
              {series.map(({ name, total }) => (
                <td key={name}>{total.toLocaleString('en')}</td>
              ))}
              <td>{total.toLocaleString('en')}</td>
            </tr>
          </tfoot>
        </table>
      </section>
    </details>
  );
}
