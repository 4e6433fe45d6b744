/** The indexer's metrics, and both apps' metrics about their database. */
import { type DashboardRow, lines, type Names, table } from './panels.ts';
import { byNode, rate } from './promql.ts';

const COUNTS: Names = { 0: ['no', 'red'], 1: ['yes', 'green'] };

export const INDEXER_ROWS: readonly DashboardRow[] = [
  {
    title: 'Indexer',
    height: 8,
    panels: [
      lines({
        title: 'Blocks indexed',
        description: 'Many during a backfill, then as many as the chain produces.',
        unit: 'cps',
        queries: [{ expr: `sum by (chain) (${rate('mandate_blocks_total')})`, legend: '{{chain}}' }],
      }),
      lines({
        title: 'Events written',
        description: 'Events of both registries.',
        unit: 'cps',
        queries: [{ expr: `sum by (chain) (${rate('mandate_events_total')})`, legend: '{{chain}}' }],
      }),
      lines({
        title: 'Reorgs per hour',
        description: 'A few with a depth of one or two are normal.',
        queries: [
          { expr: 'sum by (chain) (increase(mandate_reorgs_total[1h]))', legend: '{{chain}}' },
          {
            expr: 'histogram_quantile(0.99, sum by (le) (increase(mandate_reorg_depth_blocks_bucket[1h])))',
            legend: 'depth, p99',
          },
        ],
      }),
    ],
  },
  {
    title: 'Nodes',
    height: 8,
    panels: [
      lines({
        title: 'Failed steps',
        description: 'By chain and kind of error. Each step is retried.',
        unit: 'cps',
        queries: [
          {
            expr: `sum by (chain, error) (${rate('mandate_errors_total')}) > 0`,
            legend: '{{chain}} {{error}}',
          },
        ],
      }),
      lines(
        {
          title: 'Enough nodes agree',
          description: '1: yes. 0: too few answer or they contradict each other, and the chain stops.',
          queries: [{ expr: 'min by (chain) (mandate_chain_quorum)', legend: '{{chain}}' }],
        },
        1,
      ),
      lines({
        title: 'Contradictions per hour',
        description: 'How many times nodes contradicted each other.',
        queries: [
          { expr: 'sum by (chain) (increase(mandate_disagreements_total[1h]))', legend: '{{chain}}' },
        ],
      }),
      lines({
        title: 'Write step, p99',
        description: 'From the requests to the nodes until the commit.',
        unit: 's',
        queries: [
          {
            expr: `histogram_quantile(0.99, sum by (chain, le) (${rate('mandate_step_seconds_bucket')}))`,
            legend: '{{chain}}',
          },
        ],
      }),
      lines({
        title: 'Followers',
        description: 'Processes that follow each chain. Should be one; others are standbys.',
        queries: [{ expr: 'sum by (chain) (mandate_chain_held)', legend: '{{chain}}' }],
      }),
    ],
  },
  {
    title: 'Each node',
    height: 8,
    panels: [
      table(
        'Nodes',
        'As the indexer sees them, under the labels you gave them.',
        [
          { title: 'Answers count', expr: byNode('mandate_node_in_quorum'), names: COUNTS },
          { title: 'Newest block', expr: byNode('mandate_node_head_block') },
          { title: 'Outvoted per day', expr: byNode('increase(mandate_node_outvoted_total[1d])') },
          { title: 'Calls today', expr: byNode('mandate_node_calls_today') },
          { title: 'Cost today', expr: byNode('mandate_node_cost_today') },
        ],
        { chain: 'Chain', node: 'Node' },
      ),
      lines({
        title: 'Calls',
        description: 'All methods. Following needs few; a backfill uses as many as it can.',
        unit: 'cps',
        queries: [
          {
            expr: `sum by (chain, node) (${rate('mandate_node_calls_total')})`,
            legend: '{{chain}} {{node}}',
          },
        ],
      }),
      lines({
        title: 'Calls by method',
        description: 'Calls to all nodes.',
        unit: 'cps',
        queries: [
          { expr: `sum by (method) (${rate('mandate_node_calls_total')}) > 0`, legend: '{{method}}' },
        ],
      }),
      lines({
        title: 'Errors',
        description: 'By kind. `refused` is normal: a node rejects requests that are too large.',
        unit: 'cps',
        queries: [
          {
            expr: `sum by (chain, node, error) (${rate('mandate_node_errors_total')}) > 0`,
            legend: '{{chain}} {{node}} {{error}}',
          },
        ],
      }),
      lines({
        title: 'Time to answer, p90',
        description: 'HTTP requests, including failed ones.',
        unit: 's',
        queries: [
          {
            expr: `histogram_quantile(0.9, sum by (chain, node, le) (${rate('mandate_node_request_seconds_bucket')}))`,
            legend: '{{chain}} {{node}}',
          },
        ],
      }),
    ],
  },
  {
    title: 'Budgets',
    height: 7,
    panels: [
      lines({
        title: 'Monthly budget used',
        description: 'Above 100 %, a node is not used until the next month.',
        unit: 'percentunit',
        queries: [
          {
            expr: 'max by (node) (mandate_node_month_calls) / max by (node) (mandate_node_month_limit_calls)',
            legend: '{{node}}',
          },
        ],
      }),
      lines({
        title: 'Monthly budget forecast',
        description: 'At the usual polling rate. Above 100 %, quiet chains are polled less often.',
        unit: 'percentunit',
        queries: [
          {
            expr: 'max by (node) (mandate_node_month_projected_calls) / max by (node) (mandate_node_month_limit_calls)',
            legend: '{{node}}',
          },
        ],
      }),
      lines({
        title: 'Stretched polls',
        description: 'The polling interval of chains slowed down by a budget. 0: the usual interval.',
        unit: 's',
        queries: [{ expr: 'max by (chain) (mandate_chain_stretched_poll_seconds)', legend: '{{chain}}' }],
      }),
    ],
  },
  {
    title: 'Store',
    height: 8,
    panels: [
      lines({
        title: 'Connections of the API',
        description: 'By purpose. Waiting should stay at 0.',
        queries: [
          {
            expr: 'sum by (pool, state) (mandate_api_database_connections)',
            legend: '{{pool}} {{state}}',
          },
        ],
      }),
      lines({
        title: 'All database connections',
        description: 'Connections to this database, and the server’s limit for all databases.',
        queries: [
          { expr: 'max(mandate_database_backends)', legend: 'in use' },
          { expr: 'max(mandate_database_max_backends)', legend: 'limit' },
        ],
      }),
      lines({
        title: 'Size of the database',
        description: 'Including indexes. PostgreSQL does not know how much disk space is free.',
        unit: 'bytes',
        queries: [{ expr: 'max(mandate_database_size_bytes)', legend: 'size' }],
      }),
    ],
  },
];
