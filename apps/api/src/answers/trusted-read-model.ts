/** Guards the read model: if it can't be read, belongs to another ledger or is behind, PostgreSQL is asked instead. */
import type { Checkpoint } from '@mandate/store';
import type { Logger } from 'pino';
import type { Pulse } from '../request/pulse.ts';
import type { HostReadModel } from './read-model.ts';

const SAY_EVERY_MS = 60_000;
/** A read model has each block about 10 ms after the database. One that is this far behind is stuck. */
const MAX_BEHIND_MS = 3_000;

/** `ledgerId` is the ledger that the database has. Null: it was not asked yet. */
export function trustReadModel(
  model: HostReadModel,
  log: Logger,
  { ledgerId, pulseOf }: { ledgerId(): string | null; pulseOf(chainId: number): Pulse | undefined },
): HostReadModel {
  let saidAt = Number.NEGATIVE_INFINITY;

  function say(details: object, message: string): void {
    if (performance.now() - saidAt > SAY_EVERY_MS) log.error(details, message);
    saidAt = performance.now();
  }

  function tryTo<T>(ask: () => T, otherwise: T): T {
    try {
      if (isOwn()) return ask();
    } catch (error) {
      say({ err: error }, 'the read model cannot be read');
    }
    return otherwise;
  }

  function isOwn(): boolean {
    const [own, its] = [ledgerId(), model.findLedgerId()];
    if (own === null || its === null || own === its) return true;
    say({}, 'the read model is a copy of another ledger: name another READ_MODEL_DIR for this database');
    return false;
  }

  const keepsUp = ({ chainId, heartbeat }: Pick<Checkpoint, 'chainId' | 'heartbeat'>): boolean =>
    (pulseOf(chainId)?.behindMs(heartbeat) ?? 0) <= MAX_BEHIND_MS;

  function findCheckpoint(chainId: number): Checkpoint | null {
    const found = model.findCheckpoint(chainId);
    return found && keepsUp(found) ? found : null;
  }

  function stateOf(chainId: number) {
    const block = findCheckpoint(chainId)?.block.number ?? null;
    return { chainId, ready: block !== null, block };
  }

  return {
    check: (chainId, question) =>
      tryTo(() => {
        const checked = model.check(chainId, question);
        return checked && keepsUp(checked.checkpoint) ? checked : null;
      }, null),
    list: (...asked) =>
      tryTo(() => {
        const read = model.list(...asked);
        return read && keepsUp(read.checkpoint) ? read : null;
      }, null),
    listDated: (...asked) =>
      tryTo(() => {
        const read = model.listDated(...asked);
        return read && keepsUp(read.checkpoint) ? read : null;
      }, null),
    findRows: (...asked) =>
      tryTo(() => {
        const found = model.findRows(...asked);
        return found && keepsUp(found.checkpoint) ? found : null;
      }, null),
    findCheckpoint: (chainId) => tryTo(() => findCheckpoint(chainId), null),
    states: () => tryTo(() => model.states().map(({ chainId }) => stateOf(chainId)), []),
    findLedgerId: () => tryTo(model.findLedgerId, null),
    problem: model.problem,
    isFollowing: model.isFollowing,
  };
}
