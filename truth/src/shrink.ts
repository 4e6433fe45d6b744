import type { History, Step } from './history.ts';

type Fails = (history: History) => Promise<boolean>;

/** Removes steps from a failing history as long as it still fails, until the deadline. */
export async function shrink(history: History, fails: Fails, deadline: AbortSignal): Promise<History> {
  const steps = [...(await leaveOut(history, fails, deadline))];
  for (const [i, step] of steps.entries()) {
    if (!('commands' in step)) continue;
    const withCommands = (commands: typeof step.commands): Step[] => steps.with(i, { ...step, commands });
    const commands = await leaveOut(step.commands, (fewer) => fails(withCommands(fewer)), deadline);
    steps[i] = { ...step, commands };
  }
  return steps;
}

/** Tries to remove smaller and smaller runs of items: halves first, single items last. */
async function leaveOut<T>(
  items: readonly T[],
  fails: (items: readonly T[]) => Promise<boolean>,
  deadline: AbortSignal,
): Promise<readonly T[]> {
  let kept = items;
  for (let size = Math.ceil(items.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < kept.length && !deadline.aborted; ) {
      const fewer = kept.toSpliced(at, size);
      if (await fails(fewer)) kept = fewer;
      else at += size;
    }
  }
  return kept;
}
