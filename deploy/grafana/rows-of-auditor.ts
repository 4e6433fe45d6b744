/** The auditor's metrics: how far the ledger is compared with the chains, and what differed. */
import { type DashboardRow, lines, now, type Steps, table } from './panels.ts';
import { byChain, rate } from './promql.ts';

const byAudited = (series: string) => `max by (chain) (${series})`;
const DAY_S = 86_400;
const WEEK_S = 7 * DAY_S;
const NONE_BAD: Steps = [
  [null, 'green'],
  [1, 'red'],
];
const NONE_ODD: Steps = [
  [null, 'green'],
  [1, 'orange'],
];
const AGE: Steps = [
  [null, 'green'],
  [2 * DAY_S, 'orange'],
  [WEEK_S, 'red'],
];

export const AUDITOR_ROWS: readonly DashboardRow[] = [
  {
    title: 'Audit',
    height: 7,
    panels: [
      table(
        'Audited chains',
        'The ledger is compared with each chain, pass after pass.',
        [
          {
            title: 'Vaults under audit',
            expr: byAudited('mandate_api_chain_vaults_under_audit'),
            steps: NONE_BAD,
          },
          { title: 'Differences', expr: byAudited('mandate_auditor_differences_total'), steps: NONE_BAD },
          { title: 'Unconfirmed', expr: byAudited('mandate_auditor_unconfirmed_total'), steps: NONE_ODD },
          {
            title: 'Oldest unaudited row',
            expr: byAudited('mandate_auditor_oldest_unaudited_seconds'),
            unit: 'dtdurations',
            steps: AGE,
          },
          {
            title: 'An auditor worked on it',
            expr: byAudited('mandate_api_chain_audit_idle_seconds'),
            unit: 'dtdurations',
            steps: AGE,
          },
          {
            title: 'Last pass ended',
            expr: `time() - (${byAudited('mandate_auditor_last_pass_timestamp_seconds')} > 0)`,
            unit: 'dtdurations',
          },
        ],
        { chain: 'Chain' },
      ),
      now(
        {
          title: 'Vaults under audit',
          description: 'Vaults whose questions are refused with 503 until they are repaired.',
          queries: [{ expr: `sum(${byChain('mandate_api_chain_vaults_under_audit')}) or vector(0)` }],
        },
        { steps: NONE_BAD },
      ),
      lines({
        title: 'Questions to storage',
        description: 'Grants that are proved, and random questions that should be false.',
        unit: 'cps',
        queries: [{ expr: `sum(${rate('mandate_auditor_questions_total')})`, legend: 'questions' }],
      }),
      lines({
        title: 'Age of the oldest unaudited row',
        description: 'Falls when a pass ends. It should stay below the time of two passes.',
        unit: 'dtdurations',
        queries: [{ expr: byAudited('mandate_auditor_oldest_unaudited_seconds'), legend: '{{chain}}' }],
      }),
    ],
  },
];
