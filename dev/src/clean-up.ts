/** What was started and has to end, in whichever moment we are told to. */
export interface CleanUp {
  add(what: string, end: () => Promise<void>): void;
  /** Ends the last that was started first, and tells what would not end. */
  run(): Promise<string[]>;
  /** What has not ended yet. */
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
