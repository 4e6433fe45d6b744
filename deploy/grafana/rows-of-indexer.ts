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
        title: 'Blocks taken',
        description: 'Many while a chain is being read, then as many as the chain makes.',
        unit: 'cps',
        queries: [{ expr: `sum by (chain) (${rate('mandate_blocks_total')})`, legend: '{{chain}}' }],
      }),
      lines({
        title: 'Events written',
        description: 'Of both registries.',
        unit: 'cps',
        queries: [{ expr: `sum by (chain) (${rate('mandate_events_total')})`, legend: '{{chain}}' }],
      }),
      lines({
        title: 'Reorgs undone in an hour',
        description: 'Some are usual, at a depth of one or two.',
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
        description: 'By chain and kind of error. Each is tried again.',
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
          description:
            '1: yes. 0: too few answer, or they contradict each other, and the chain stands still.',
          queries: [{ expr: 'min by (chain) (mandate_chain_quorum)', legend: '{{chain}}' }],
        },
        1,
      ),
      lines({
        title: 'Contradictions in an hour',
        description: 'How often nodes contradicted each other.',
        queries: [
          { expr: 'sum by (chain) (increase(mandate_disagreements_total[1h]))', legend: '{{chain}}' },
        ],
      }),
      lines({
        title: 'Step that writes, p99',
        description: 'From asking the nodes to the commit.',
        unit: 's',
        queries: [
          {
            expr: `histogram_quantile(0.99, sum by (chain, le) (${rate('mandate_step_seconds_bucket')}))`,
            legend: '{{chain}}',
          },
        ],
      }),
      lines({
        title: 'Followed by',
        description: 'How many processes follow each chain: one. Others stand by.',
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
        'As the indexer sees them, by the labels that you gave them.',
        [
          { title: 'Answers count', expr: byNode('mandate_node_in_quorum'), names: COUNTS },
          { title: 'Newest block', expr: byNode('mandate_node_head_block') },
          { title: 'Outvoted in a day', expr: byNode('increase(mandate_node_outvoted_total[1d])') },
          { title: 'Calls today', expr: byNode('mandate_node_calls_today') },
          { title: 'Cost today', expr: byNode('mandate_node_cost_today') },
        ],
        { chain: 'Chain', node: 'Node' },
      ),
      lines({
        title: 'Calls',
        description: 'Of all methods. Following needs few; a backfill takes what it gets.',
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
        description: 'To all nodes.',
        unit: 'cps',
        queries: [
          { expr: `sum by (method) (${rate('mandate_node_calls_total')}) > 0`, legend: '{{method}}' },
        ],
      }),
      lines({
        title: 'Errors',
        description:
          'By kind. `refused` is usual: it is how a node says that it was asked for too much at once.',
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
        description: 'Of HTTP requests, whether or not they were answered.',
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
        title: 'Calls of the month',
        description: 'Above 100 % a node is not asked any more, until the next month.',
        unit: 'percentunit',
        queries: [
          {
            expr: 'max by (node) (mandate_node_month_calls) / max by (node) (mandate_node_month_limit_calls)',
            legend: '{{node}}',
          },
        ],
      }),
      lines({
        title: 'Calls at the end of the month',
        description: 'At the usual polls. Above 100 % quiet chains are polled less often.',
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
        description: 'How often chains are polled for the sake of a budget. 0: as often as usual.',
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
        description: 'By what they are for. Waiting should stay at 0.',
        queries: [
          {
            expr: 'sum by (pool, state) (mandate_api_database_connections)',
            legend: '{{pool}} {{state}}',
          },
        ],
      }),
      lines({
        title: 'Connections of everyone',
        description: 'To this database, and how many the server takes for all its databases.',
        queries: [
          { expr: 'max(mandate_database_backends)', legend: 'in use' },
          { expr: 'max(mandate_database_max_backends)', legend: 'most' },
        ],
      }),
      lines({
        title: 'Size of the database',
        description: 'With its indexes. What is free on its disk, PostgreSQL does not know.',
        unit: 'bytes',
        queries: [{ expr: 'max(mandate_database_size_bytes)', legend: 'size' }],
      }),
    ],
  },
];
