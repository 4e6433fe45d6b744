/** The API's metrics: about itself and its chains. */
import { type DashboardRow, lines, type Names, now, type Steps, table } from './panels.ts';
import { byChain, rate } from './promql.ts';

const OPERATIONS = 'operation=~"v[12].+"';
const CHECKS = 'operation=~"v[12]Check.+"';
const LISTS = 'operation=~"v[12]List"';

const quantile = (share: number, which: string) =>
  `histogram_quantile(${share}, sum by (le) (${rate(`mandate_api_request_seconds_bucket{${which}}`)}))`;
const inState = (state: string) => byChain(`mandate_api_chain_state{state="${state}"} == 1`);
const share5xx =
  `sum(${rate(`mandate_api_requests_total{${OPERATIONS},status=~"5.."}`)})` +
  ` / sum(${rate(`mandate_api_requests_total{${OPERATIONS}}`)})`;

const AWAY: Names = { 0: ['away', 'red'], 1: ['answers', 'green'] };
const STATES: Names = {
  1: ['ready', 'green'],
  2: ['being read', 'orange'],
  3: ['lagging', 'red'],
  4: ['tainted', 'red'],
};
const LAG: Steps = [
  [null, 'green'],
  [0.5, 'orange'],
  [1, 'red'],
];
const none = (bad: 'orange' | 'red', from = 1): Steps => [
  [null, 'green'],
  [from, bad],
];

export const API_ROWS: readonly DashboardRow[] = [
  {
    title: 'Is it well?',
    height: 4,
    panels: [
      now(
        {
          title: 'Alerts',
          description: 'How many fire now. docs/operations.md has a section for each.',
          queries: [{ expr: 'count(ALERTS{alertname=~"Mandate.+",alertstate="firing"}) or vector(0)' }],
        },
        { steps: none('red') },
      ),
      now(
        {
          title: 'Chains refused',
          description: 'Chains whose questions are answered with 503 at this moment.',
          queries: [
            { expr: `count(${byChain('mandate_api_chain_state{state="ready"}')} == 0) or vector(0)` },
          ],
        },
        { steps: none('red') },
      ),
      now(
        {
          title: 'Database',
          description: 'Whether every process of the API reaches it.',
          queries: [{ expr: 'min(mandate_api_database_up)' }],
        },
        { names: AWAY },
      ),
      now({
        title: 'Questions',
        description: 'The ten operations, all processes together.',
        unit: 'reqps',
        queries: [{ expr: `sum(${rate(`mandate_api_requests_total{${OPERATIONS}}`)})` }],
      }),
      now(
        {
          title: 'Answered with 5xx',
          description: 'Of the ten operations. Above 1 % an alert fires.',
          unit: 'percentunit',
          queries: [{ expr: share5xx }],
        },
        { steps: none('red', 0.01) },
      ),
      now(
        {
          title: 'Checks, p99',
          description: 'All but one check in a hundred take less. Above 250 ms an alert fires.',
          unit: 's',
          queries: [{ expr: quantile(0.99, CHECKS) }],
        },
        { steps: none('orange', 0.25) },
      ),
    ],
  },
  {
    title: 'Chains',
    height: 9,
    panels: [
      table(
        'Each chain',
        'As the API answers for it. Above 100 % of its lag a chain is refused.',
        [
          {
            title: 'State',
            expr: ['ready', 'chain_not_ready', 'chain_lagging', 'chain_tainted']
              .map((state, i) => `${i + 1} * ${inState(state)}`)
              .join(' or '),
            names: STATES,
          },
          { title: 'Lag used', expr: byChain('mandate_api_chain_lag_used'), unit: 'percentunit', steps: LAG },
          { title: 'Blocks behind', expr: byChain('mandate_api_chain_lag_blocks') },
          {
            title: 'Age of its block',
            expr: byChain('mandate_api_chain_lag_seconds'),
            unit: 'dtdurations',
          },
          {
            title: 'Indexer silent for',
            expr: byChain('mandate_api_chain_heard_seconds'),
            unit: 'dtdurations',
          },
          { title: 'Block', expr: byChain('mandate_api_chain_block') },
          { title: 'Head', expr: byChain('mandate_api_chain_head_block') },
        ],
        { chain: 'Chain', name: 'Name' },
      ),
      lines({
        title: 'Lag used',
        description: 'Above 100 % a chain is refused.',
        unit: 'percentunit',
        queries: [{ expr: byChain('mandate_api_chain_lag_used'), legend: '{{name}}' }],
      }),
      lines({
        title: 'Age of the block that answers are true for',
        description: 'Falls with every block. A line that only climbs is a head that stands still.',
        unit: 's',
        queries: [{ expr: byChain('mandate_api_chain_lag_seconds'), legend: '{{name}}' }],
      }),
    ],
  },
  {
    title: 'API',
    height: 8,
    panels: [
      lines({
        title: 'Requests by status',
        description: 'All paths. 503 says that the service can not know, 429 that a client asks too much.',
        unit: 'reqps',
        queries: [{ expr: `sum by (status) (${rate('mandate_api_requests_total')})`, legend: '{{status}}' }],
      }),
      lines({
        title: 'Time to answer',
        description: 'From the first byte of a request to the last of its answer.',
        unit: 's',
        queries: [
          { expr: quantile(0.5, CHECKS), legend: 'checks p50' },
          { expr: quantile(0.99, CHECKS), legend: 'checks p99' },
          { expr: quantile(0.99, LISTS), legend: 'lists p99' },
        ],
      }),
      lines({
        title: 'Event loop, p99',
        description:
          'How late a process gets to what it should do, the latest of those behind a port. Lists are refused from 200 ms on.',
        unit: 's',
        queries: [{ expr: 'nodejs_eventloop_lag_p99_seconds', legend: '{{job}} {{instance}}' }],
      }),
      lines({
        title: 'Memory',
        description:
          'Of each process, or of all behind a port together, where what they share counts for each.',
        unit: 'bytes',
        queries: [
          { expr: 'process_resident_memory_bytes{job=~"mandate.+"}', legend: '{{job}} {{instance}}' },
        ],
      }),
    ],
  },
  {
    title: 'Read model and processes',
    height: 7,
    panels: [
      lines({
        title: 'Checks by source',
        description:
          'With a read model, nearly all are answered by it. Those of the database are right, and slower.',
        unit: 'reqps',
        queries: [{ expr: `sum by (source) (${rate('mandate_api_checks_total')})`, legend: '{{source}}' }],
      }),
      lines(
        {
          title: 'Chains that the read model has',
          description: '1: its checks are answered by the read model. 0: they ask the database.',
          queries: [
            {
              expr: 'min by (chain, instance) (mandate_api_read_model_ready)',
              legend: '{{chain}} {{instance}}',
            },
          ],
        },
        1,
      ),
      lines({
        title: 'Blocks between ledger and read model',
        description: 'Usually none. What the ledger has just taken, the read model has a moment later.',
        queries: [
          {
            expr:
              'clamp_min(max by (chain) (mandate_api_chain_block)' +
              ' - on (chain) group_right () min by (chain, instance) (mandate_api_read_model_block), 0)',
            legend: '{{chain}} {{instance}}',
          },
        ],
      }),
      lines({
        title: 'Processes',
        description:
          'How often each was started again, and which follow the ledger: one of those that share a read model.',
        queries: [
          {
            expr: 'changes(process_start_time_seconds[$__rate_interval]) and on (instance) mandate_api_database_up',
            legend: 'restarted {{instance}}',
          },
          { expr: 'mandate_api_read_model_following', legend: 'follows {{instance}}' },
        ],
      }),
    ],
  },
  {
    title: 'Limits and keys',
    height: 7,
    panels: [
      lines({
        title: 'Refused for asking too often',
        description: 'Requests without a key, answered with 429.',
        unit: 'reqps',
        queries: [{ expr: `sum(${rate('mandate_api_limit_refused_total')})`, legend: '429' }],
      }),
      lines({
        title: 'Redis counts',
        description: '1: for all processes together. 0 where Redis is configured: each counts alone.',
        queries: [
          { expr: 'mandate_api_limit_shared', legend: '{{instance}}' },
          {
            expr: 'increase(mandate_api_limit_redis_lost_total[$__rate_interval])',
            legend: 'lost {{instance}}',
          },
        ],
      }),
      lines({
        title: 'Keys looked up',
        description:
          'Asked of the database; most keys are known without it. Many not found: someone is guessing.',
        unit: 'reqps',
        queries: [
          { expr: `sum by (result) (${rate('mandate_api_key_lookups_total')})`, legend: '{{result}}' },
        ],
      }),
    ],
  },
];
