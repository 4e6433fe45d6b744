/** Metrics of the calls and the cost of nodes, read at each scrape. */
import { Gauge, type Registry } from 'prom-client';
import type { Budget } from '../budget/budget.ts';
import type { BudgetStatus } from '../budget/budget-status.ts';
import type { NodeReport, NodeStatus } from './node-report.ts';

export function addUsageMetrics(
  registry: Registry,
  nodes: Pick<NodeReport, 'list'>,
  budget: Pick<Budget, 'list'>,
): void {
  const gauge = (name: string, help: string, read: (node: NodeStatus) => number | null) =>
    new Gauge({
      name: `mandate_node_${name}`,
      help,
      labelNames: ['chain', 'node'],
      registers: [registry],
      collect() {
        for (const node of nodes.list()) {
          const value = read(node);
          if (value !== null) this.set({ chain: String(node.chainId), node: node.label }, value);
        }
      },
    });
  gauge('calls_today', 'Calls to the node today (UTC), from all indexers', ({ callsToday }) => callsToday);
  gauge('cost_today', 'What these calls cost, if the price is known', ({ costToday }) => costToday);

  const ofMonth = (name: string, help: string, read: (budget: BudgetStatus) => number) =>
    new Gauge({
      name: `mandate_node_month_${name}`,
      help,
      labelNames: ['node'],
      registers: [registry],
      collect() {
        for (const each of budget.list()) this.set({ node: each.label }, read(each));
      },
    });
  ofMonth('calls', 'Calls this month (UTC) to nodes with this label', ({ monthCalls }) => monthCalls);
  ofMonth('limit_calls', 'How many calls they may get in a month', ({ callsPerMonth }) => callsPerMonth);
  ofMonth(
    'projected_calls',
    'How many calls the month will have taken at the usual polls',
    ({ projectedCalls }) => projectedCalls,
  );
  new Gauge({
    name: 'mandate_chain_stretched_poll_seconds',
    help: 'How often the chain is polled for the sake of a budget; 0: as often as usual',
    labelNames: ['chain'],
    registers: [registry],
    collect() {
      for (const { chainId } of nodes.list()) this.set({ chain: String(chainId) }, 0);
      for (const { chainId, pollSeconds } of budget.list().flatMap(({ stretched }) => stretched))
        this.set({ chain: String(chainId) }, pollSeconds);
    },
  });
}
