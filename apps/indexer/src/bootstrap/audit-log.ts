import type { Logger } from 'pino';
import type { AuditState } from './audit.ts';

const SAY_EVERY_MS = 30_000;

/** Logs the progress of the proof of an imported ledger, now and then, and at once when its state changes. */
export function createAuditLog(log: Logger): (state: AuditState) => void {
  let last = '';
  let saidAt = 0;
  return (state) => {
    const problem = 'problem' in state ? state.problem : null;
    const kind = `${state.type} ${problem}`;
    const isQuiet = kind === last && (state.type === 'done' || performance.now() - saidAt < SAY_EVERY_MS);
    // Logs nothing for a chain that was never imported.
    const isNothing = last === '' && state.type === 'done';
    if (isQuiet || isNothing) return;
    [last, saidAt] = [kind, performance.now()];
    const { type, ...detail } = state;
    if (problem !== null) log.warn(detail, `the imported ledger can't be proved now: ${problem}`);
    else if (type === 'done') log.info('the imported ledger is proved');
    else if (type !== 'tainted') log.info(detail, `${type} the imported ledger`);
  };
}
