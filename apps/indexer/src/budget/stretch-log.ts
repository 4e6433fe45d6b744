/** Logs when a budget starts to stretch polls, changes that notably, or stops. */
import type { Logger } from 'pino';
import type { BudgetStatus } from './budget-status.ts';

/** A change is logged if polls get longer or shorter by this factor. */
const NOTABLE = 1.5;
const QUIET_MS = 10 * 60_000;

export function createStretchLog(log: Logger, now: () => number): (status: BudgetStatus) => void {
  let told = { total: 0, runsOut: false, at: Number.NEGATIVE_INFINITY };

  return (status) => {
    const { label, stretched, lastsUntil } = status;
    const total = stretched.reduce((sum, { pollSeconds }) => sum + pollSeconds, 0);
    const runsOut = lastsUntil !== null;
    const isChange =
      total === 0 || told.total === 0
        ? total !== told.total
        : Math.max(total / told.total, told.total / total) >= NOTABLE;
    if (!isChange && runsOut === told.runsOut) return;
    // The start and the end are logged at once.
    if (told.total > 0 && total > 0 && now() < told.at + QUIET_MS) return;
    told = { total, runsOut, at: now() };
    if (runsOut)
      log.error(
        status,
        `the calls of ${label} last until ${lastsUntil}, though all its chains are polled as rarely as they may be: raise "callsPerMonth", or name another node`,
      );
    else if (total > 0)
      log.warn(
        status,
        `the calls of ${label} do not last the month at the usual pace: quiet chains are polled less often`,
      );
    else log.info(status, `the calls of ${label} last the month: all chains are polled as usual`);
  };
}
