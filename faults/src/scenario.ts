/** What every scenario is given, and what it gives back. */

export interface Options {
  readonly seed: number;
  /** How often `kills` kills the indexer, and `read-model` the API half as often. */
  readonly kills: number;
  readonly databaseDownMs: number;
  /** How often `failover` promotes a standby. */
  readonly failovers: number;
  readonly nodeDownMs: number;
  /** Over how many blocks `freshness` measures. */
  readonly freshBlocks: number;
  /** How long `soak` and `hostile` last, where it was said. */
  readonly minutes?: number;
  /** Says how far it is. */
  readonly say: (progress: string) => void;
}

export interface Scenario {
  readonly name: string;
  /** Resolves with its figures. Rejects with what differs from what must be. */
  run(options: Options): Promise<string>;
}

export function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
