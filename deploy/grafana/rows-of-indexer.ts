/** What the indexer says, and both apps of their database. */
import { lines, type Row } from './panels.ts';
import { rate } from './promql.ts';

export const INDEXER_ROWS: readonly Row[] = [
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
