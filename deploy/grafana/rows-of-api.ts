/** The API's metrics: about itself and its chains. */
import { type DashboardRow, lines, type Names, now, type Steps, table } from './panels.ts';
import { byChain, rate } from './promql.ts';

/** Every operation: requests that reach none are counted as "other". */
const OPERATIONS = 'operation!="other"';
const CHECKS = 'operation=~".+Check.+"';
const LISTS = 'operation=~".+List"';

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
    title: 'Health',
    height: 4,
    panels: [
      now(
        {
          title: 'Alerts',
          description: 'Alerts that fire now. docs/operating/operations.md has a section for each.',
          queries: [{ expr: 'count(ALERTS{alertname=~"Mandate.+",alertstate="firing"}) or vector(0)' }],
        },
        { steps: none('red') },
      ),
      now(
        {
          title: 'Chains unavailable',
          description: 'Chains whose requests are answered with 503 now.',
          queries: [
            { expr: `count(${byChain('mandate_api_chain_state{state="ready"}')} == 0) or vector(0)` },
          ],
        },
        { steps: none('red') },
      ),
      now(
        {
          title: 'Database',
          description: 'OK when every API process can reach it.',
          queries: [{ expr: 'min(mandate_api_database_up)' }],
        },
        { names: AWAY },
      ),
      now({
        title: 'Requests',
        description: 'The ten operations, summed over all processes.',
        unit: 'reqps',
        queries: [{ expr: `sum(${rate(`mandate_api_requests_total{${OPERATIONS}}`)})` }],
      }),
      now(
        {
          title: 'Answered with 5xx',
          description: 'Share of the ten operations’ requests. An alert fires above 1 %.',
          unit: 'percentunit',
          queries: [{ expr: share5xx }],
        },
        { steps: none('red', 0.01) },
      ),
      now(
        {
          title: 'Checks, p99',
          description: '99 of 100 checks are faster. An alert fires above 250 ms.',
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
        'As the API sees it. Above 100 % of its allowed lag, a chain is answered with 503.',
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
            title: 'Block age',
            expr: byChain('mandate_api_chain_lag_seconds'),
            unit: 'dtdurations',
          },
          {
            title: 'Indexer silent for',
            expr: byChain('mandate_api_chain_heard_seconds'),
            unit: 'dtdurations',
          },
          { title: 'Block is ahead', expr: byChain('mandate_api_chain_ahead_seconds'), unit: 'dtdurations' },
          { title: 'Block', expr: byChain('mandate_api_chain_block') },
          { title: 'Head', expr: byChain('mandate_api_chain_head_block') },
        ],
        { chain: 'Chain', name: 'Name' },
      ),
      lines({
        title: 'Lag used',
        description: 'Above 100 % of its allowed lag, a chain is answered with 503.',
        unit: 'percentunit',
        queries: [{ expr: byChain('mandate_api_chain_lag_used'), legend: '{{name}}' }],
      }),
      lines({
        title: 'Age of the newest indexed block',
        description: 'Drops with every block. A line that only climbs means that the head does not move.',
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
        description: 'All paths. 503: the service cannot answer. 429: a client exceeded its limit.',
        unit: 'reqps',
        queries: [{ expr: `sum by (status) (${rate('mandate_api_requests_total')})`, legend: '{{status}}' }],
      }),
      lines({
        title: 'Proofs',
        description:
          'Checks with proof=true. Collected: nodes were asked. Unavailable: no node proved it. Disputed: the ledger says something else, so neither is sent.',
        unit: 'reqps',
        queries: [{ expr: `sum by (result) (${rate('mandate_api_proofs_total')})`, legend: '{{result}}' }],
      }),
      lines({
        title: 'Names',
        description:
          'Parts of the answers of /names: remembered, asked from nodes, or unknown because the nodes could not answer.',
        unit: 'reqps',
        queries: [{ expr: `sum by (result) (${rate('mandate_api_names_total')})`, legend: '{{result}}' }],
      }),
      lines({
        title: 'Time to answer',
        description: 'From the first byte of the request to the last byte of the answer.',
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
          'The event loop delay of the slowest process behind a port. Lists are rejected from 200 ms on.',
        unit: 's',
        queries: [{ expr: 'nodejs_eventloop_lag_p99_seconds', legend: '{{job}} {{instance}}' }],
      }),
      lines({
        title: 'Memory',
        description: 'Per process, or summed behind a port. Shared memory counts for each process.',
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
          'With a read model, it answers nearly all. The database’s answers are as correct, but slower.',
        unit: 'reqps',
        queries: [{ expr: `sum by (source) (${rate('mandate_api_checks_total')})`, legend: '{{source}}' }],
      }),
      lines(
        {
          title: 'Chains in the read model',
          description: '1: the read model answers the chain’s checks. 0: the database does.',
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
        title: 'Read model lag in blocks',
        description: 'Usually 0. The read model follows the ledger within moments.',
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
        title: 'Rate limited',
        description:
          'Requests answered with 429, and requests of pages whose publishable key has used up its total: they count as without a key. Many of those mean that a key was copied, or that its ceiling is too low.',
        unit: 'reqps',
        queries: [
          { expr: `sum(${rate('mandate_api_limit_refused_total')})`, legend: '429' },
          { expr: `sum(${rate('mandate_api_limit_fallback_total')})`, legend: 'total used up' },
          { expr: `sum(${rate('mandate_api_origins_refused_total')})`, legend: 'origin refused' },
        ],
      }),
      lines({
        title: 'Limits shared by Redis',
        description: '1: all processes count together. 0 with Redis configured: each counts alone.',
        queries: [
          { expr: 'mandate_api_limit_shared', legend: '{{instance}}' },
          {
            expr: 'increase(mandate_api_limit_redis_lost_total[$__rate_interval])',
            legend: 'lost {{instance}}',
          },
        ],
      }),
      lines({
        title: 'Key lookups',
        description:
          'Lookups in the database; most keys are cached. Many “not found” mean that someone is guessing.',
        unit: 'reqps',
        queries: [
          { expr: `sum by (result) (${rate('mandate_api_key_lookups_total')})`, legend: '{{result}}' },
        ],
      }),
    ],
  },
];
