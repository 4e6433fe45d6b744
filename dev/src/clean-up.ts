/** Collects everything that was started, so that it can be stopped at any moment. */
export interface CleanUp {
  add(what: string, end: () => Promise<void>): void;
  /** Stops in reverse order and returns what failed to stop. */
  run(): Promise<string[]>;
  /** Names what is still running. */
  list(): string[];
}

export function createCleanUp(): CleanUp {
  const started: { what: string; end: () => Promise<void> }[] = [];
  return {
    add(what, end) {
      started.push({ what, end });
    },
    async run() {
      const problems: string[] = [];
      for (let last = started.at(-1); last; last = started.at(-1)) {
        try {
          await last.end();
        } catch (error) {
          problems.push(`Left behind: ${last.what}. ${error instanceof Error ? error.message : error}`);
        }
        started.pop();
      }
      return problems;
    },
    list: () => started.map(({ what }) => what),
  };
}
