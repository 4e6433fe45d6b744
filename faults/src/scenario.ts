/** The input and output of a scenario. */
import type { Stage } from './stage.ts';

export interface Options {
  readonly seed: number;
  /** The number of times `kills` kills the indexer. `read-model` kills the API half as often. */
  readonly kills: number;
  readonly databaseDownMs: number;
  /** The number of times `failover` promotes a standby. */
  readonly failovers: number;
  readonly nodeDownMs: number;
  /** The number of blocks `freshness` measures. */
  readonly freshBlocks: number;
  readonly webhookEndpoints: number;
  readonly webhookChanges: number;
  /** The duration of `soak` and `hostile`, if given. */
  readonly minutes?: number;
  /** The number of event streams that `listeners` opens. */
  readonly listeners: number;
  /** `hostile` and `listeners` judge what does not depend on the machine's speed only. */
  readonly untimed: boolean;
  /** Reports progress. */
  readonly say: (progress: string) => void;
}

/** Resolves with its figures, or rejects with what went wrong. */
export type Scenario = (stage: Stage, options: Options) => Promise<string>;
