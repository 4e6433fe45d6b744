/** What every scenario is given, and what it gives back. */

export interface Options {
  readonly seed: number;
  /** How often `kills` kills the indexer. */
  readonly kills: number;
  readonly databaseDownMs: number;
  readonly nodeDownMs: number;
  /** Over how many blocks `freshness` measures. */
  readonly freshBlocks: number;
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
