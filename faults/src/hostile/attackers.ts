/** The attackers, in a process of their own, so that their own CPU time can be told from the API's. */
import { createAsk } from '../ask.ts';
import { startAttacks } from './attacks.ts';
import type { AttackOrders, AttackReport, AttackTally } from './messages.ts';
import { type Attack, RATES } from './rates.ts';

const REPORT_EVERY_MS = 1_000;
const MICROSECONDS_A_MS = 1_000;

const attacks = Object.keys(RATES) as Attack[];
const tallies = Object.fromEntries(
  attacks.map((attack): [Attack, AttackTally] => [attack, { sent: 0, statuses: {} }]),
) as Record<Attack, AttackTally>;

process.once('message', (orders: AttackOrders) => {
  const startedAt = performance.now();
  const usedBefore = process.cpuUsage();
  startAttacks({
    orders,
    ask: createAsk(orders.apiUrl),
    onSent: (attack) => tallies[attack].sent++,
    onStatus(attack, status) {
      const { statuses } = tallies[attack];
      statuses[status] = (statuses[status] ?? 0) + 1;
    },
  });
  setInterval(() => {
    const { user, system } = process.cpuUsage(usedBefore);
    const passedMs = performance.now() - startedAt;
    const cpu = (user + system) / MICROSECONDS_A_MS / passedMs;
    process.send?.({ tallies, cpu, seconds: passedMs / 1_000 } satisfies AttackReport);
  }, REPORT_EVERY_MS);
});
process.once('disconnect', () => process.exit(0));
