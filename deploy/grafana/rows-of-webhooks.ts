/** The metrics of the workers of webhooks: whether events arrive, and how late. */
import { type DashboardRow, lines, now, type Steps } from './panels.ts';
import { rate } from './promql.ts';

const NONE_BAD: Steps = [
  [null, 'green'],
  [1, 'red'],
];
const quantile = (share: number, metric: string) =>
  `histogram_quantile(${share}, sum by (le) (${rate(`${metric}_bucket`)}))`;

export const WEBHOOK_ROWS: readonly DashboardRow[] = [
  {
    title: 'Webhooks',
    height: 7,
    panels: [
      now(
        {
          title: 'Endpoints without a worker',
          description: 'They are sent nothing until a worker takes them.',
          queries: [{ expr: 'max(mandate_webhooks_unheld) or vector(0)' }],
        },
        { steps: NONE_BAD },
      ),
      lines({
        title: 'Endpoints',
        description: 'By their state, and active ones of which an event failed three times or more.',
        queries: [
          { expr: 'max by (state) (mandate_webhooks_endpoints)', legend: '{{state}}' },
          { expr: 'max(mandate_webhooks_failing)', legend: 'failing' },
        ],
      }),
      lines({
        title: 'Attempts to deliver',
        description: 'A receiver that is away makes failures, and each is tried again later.',
        unit: 'cps',
        queries: [
          { expr: `sum by (outcome) (${rate('mandate_webhooks_attempts_total')})`, legend: '{{outcome}}' },
        ],
      }),
      lines({
        title: 'From the log to the receiver',
        description:
          'Of changes that were delivered at the first try, and how long receivers took to answer.',
        unit: 's',
        queries: [
          { expr: quantile(0.5, 'mandate_webhooks_lag_seconds'), legend: 'p50' },
          { expr: quantile(0.99, 'mandate_webhooks_lag_seconds'), legend: 'p99' },
          { expr: quantile(0.99, 'mandate_webhooks_answer_seconds'), legend: 'answers p99' },
        ],
      }),
    ],
  },
];
