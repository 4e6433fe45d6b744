import { messageOf } from '@mandate/core';

export type CleanUp = ReturnType<typeof createCleanUp>;

/** Collects everything that was started, so that it can be stopped at any moment. */
export function createCleanUp() {
  const started: { what: string; end: () => Promise<void> }[] = [];
  return {
    add(what: string, end: () => Promise<void>) {
      started.push({ what, end });
    },
    /** Stops in reverse order and returns what failed to stop. */
    async run() {
      const problems: string[] = [];
      for (let last = started.at(-1); last; last = started.at(-1)) {
        try {
          await last.end();
        } catch (error) {
          problems.push(`Left behind: ${last.what}. ${messageOf(error)}`);
        }
        started.pop();
      }
      return problems;
    },
    /** Names what is still running. */
    list: () => started.map(({ what }) => what),
  };
}
