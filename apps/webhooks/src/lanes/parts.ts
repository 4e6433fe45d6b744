/** The parts that endpoints and their lanes are made of. */
import type { ChangeFilter, WebhookWorkStore } from '@mandate/store';
import type { Logger } from 'pino';
import type { Deliverer, Target } from '../deliver/deliverer.ts';
import type { OwnerCeilings } from '../deliver/owner-ceilings.ts';
import type { ChangeEvents } from '../event.ts';
import type { ChainLog } from '../follow/chain-log.ts';
import type { LastingDoubts } from '../follow/lasting-doubts.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { Commits } from './commits.ts';

/** The parts that all endpoints of a worker share. */
export interface LaneParts {
  readonly worker: string;
  readonly store: WebhookWorkStore;
  readonly chainIds: readonly number[];
  readonly chainLog: Pick<ChainLog, 'view' | 'peek' | 'take'>;
  readonly doubts: Pick<LastingDoubts, 'of'>;
  readonly commits: Commits;
  readonly deliverer: Deliverer;
  readonly writeChange: ChangeEvents;
  readonly metrics: Metrics;
  readonly ceilings: OwnerCeilings;
  readonly log: Logger;
}

/** The state that the lanes of an endpoint share. */
export interface EndpointWork extends Target {
  readonly filter: ChangeFilter;
  /** Its state as it is now. */
  state: Target['held']['state'];
  /** Runs all lanes that have something to do. */
  kickAll(): void;
}

export interface Lane {
  /** Does the next thing. Returns whether there may be more to do at once. */
  step(): Promise<boolean>;
  /** Returns true if it has found out, without waiting, that there is nothing to do. */
  isQuiet(): boolean;
  /** Not before this time. `null`: now. */
  nextTry(): Date | null;
  /** Saves a place that moved on without a delivery. */
  save(): void;
}

/** A chain in a heartbeat. */
export interface ChainReport {
  readonly chainId: number;
  readonly known: boolean;
  /** The endpoint was sent everything up to this block. */
  readonly block: number | null;
}
