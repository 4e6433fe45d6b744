/**
 * Guards the read model: PostgreSQL is asked instead if it can't be read, belongs to another ledger, is behind, or was copied
 * from a log that the ledger has replaced since.
 */
import type { Registry } from '@mandate/core';
import type { ListRead } from '@mandate/read-model';
import type { Direction } from '@mandate/read-model/rows';
import type { Checkpoint } from '@mandate/store';
import type { Logger } from 'pino';
import type { ServedChain } from '../request/chains.ts';
import type { HostReadModel } from './read-model.ts';

const SAY_EVERY_MS = 60_000;
/** A read model has each block about 10 ms after the database. One that is this far behind is stuck. */
const MAX_BEHIND_MS = 3_000;

interface Known {
  /** The ledger that the database has. `null` if it was not asked yet. */
  ledgerId(): string | null;
  /** The log of a chain, read in one statement with heartbeats and marks. `null` if nothing was read yet, not even marks. */
  feedOf(chainId: number): string | null;
  readonly chains: readonly Pick<ServedChain, 'chainId' | 'pulse' | 'auditMarks'>[];
}

export function trustReadModel(
  model: HostReadModel,
  log: Logger,
  { ledgerId, feedOf, chains }: Known,
): HostReadModel {
  const byId = new Map(chains.map((chain) => [chain.chainId, chain]));
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

  /** A repair ends the marks of vaults and replaces the log of their chain at once: a copy of the old log may still be wrong. */
  const isUsable = ({ feed, checkpoint }: Pick<ListRead, 'feed' | 'checkpoint'>): boolean =>
    feed === feedOf(checkpoint.chainId) &&
    (byId.get(checkpoint.chainId)?.pulse.behindMs(checkpoint.heartbeat) ?? 0) <= MAX_BEHIND_MS;

  /** Only the database knows which wallets the vaults under audit name. */
  const mayBeMarked = (chainId: number, direction: Direction | undefined, registries: readonly Registry[]) =>
    direction !== 'from' && registries.some((registry) => byId.get(chainId)?.auditMarks.hasAny(registry));

  function findCheckpoint(chainId: number): Checkpoint | null {
    const checkpoint = model.findCheckpoint(chainId);
    const feed = model.findPlace(chainId)?.feed;
    return checkpoint && feed !== undefined && isUsable({ feed, checkpoint }) ? checkpoint : null;
  }

  function stateOf(chainId: number) {
    const block = findCheckpoint(chainId)?.block.number ?? null;
    return { chainId, ready: block !== null, block };
  }

  return {
    check: (chainId, question) =>
      tryTo(() => {
        const checked = model.check(chainId, question);
        return checked && isUsable(checked) ? checked : null;
      }, null),
    list: (chainId, list, page, take) =>
      tryTo(() => {
        if (mayBeMarked(chainId, page.only, [list.registry])) return null;
        const read = model.list(chainId, list, page, take);
        return read && isUsable(read) ? read : null;
      }, null),
    listDated: (chainId, list, page) =>
      tryTo(() => {
        if (mayBeMarked(chainId, page.only, [list.registry])) return null;
        const read = model.listDated(chainId, list, page);
        return read && isUsable(read) ? read : null;
      }, null),
    findRows: (chainId, wanted) =>
      tryTo(() => {
        const registries = wanted.grants.map(({ registry }) => registry);
        if (mayBeMarked(chainId, wanted.direction, registries)) return null;
        const found = model.findRows(chainId, wanted);
        return found && isUsable(found) ? found : null;
      }, null),
    findCheckpoint: (chainId) => tryTo(() => findCheckpoint(chainId), null),
    states: () => tryTo(() => model.states().map(({ chainId }) => stateOf(chainId)), []),
    findPlace: (chainId) => tryTo(() => model.findPlace(chainId), undefined),
    findLedgerId: () => tryTo(model.findLedgerId, null),
    problem: model.problem,
    isFollowing: model.isFollowing,
  };
}
