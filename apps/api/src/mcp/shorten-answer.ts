/** Cuts an answer that is too long for an assistant to read, and says how to get the rest. */
import type { Json } from '../operations/index.ts';

/** About 10,000 tokens, as addresses and hashes take many. */
const MAX_CHARACTERS = 20_000;

interface Cut {
  readonly answer: Json;
  /** How to go on. `null` if this is all of it. */
  readonly note: string | null;
}

/** `isPaged` tells that the operation takes `limit`. */
export function cutAnswer(answer: Json, isPaged: boolean): Cut {
  const [name, rows] = findRows(answer);
  let room = MAX_CHARACTERS - JSON.stringify({ ...answer, [name]: [] }).length;
  let fitting = 0;
  for (const row of rows) {
    room -= JSON.stringify(row).length + 1;
    if (room < 0) break;
    fitting++;
  }
  if (fitting === rows.length) return { answer, note: noteOf(answer) };
  // One row is shown however long it is: nothing smaller could be asked for.
  const shown = Math.max(1, fitting);
  if (shown === rows.length) return { answer, note: noteOf(answer) };
  const counted = `Only the first ${shown} of ${rows.length} ${name} are shown.`;
  const { next: _, cursor: __, ...rest } = answer;
  // The cursor of the page would leap over the rows that are not shown.
  return isPaged
    ? {
        answer: { ...rest, [name]: rows.slice(0, shown) },
        note: `${counted} To see all of them, ask again with the same arguments and limit=${shown}, then follow the pages.`,
      }
    : {
        answer: { ...answer, [name]: rows.slice(0, shown) },
        note: `${counted} Ask a narrower question to see the others.`,
      };
}

/** Returns the longest list of an answer. */
function findRows(answer: Json): [name: string, rows: readonly unknown[]] {
  const lists = Object.entries(answer).filter((field): field is [string, unknown[]] =>
    Array.isArray(field[1]),
  );
  return lists.toSorted(([, a], [, b]) => JSON.stringify(b).length - JSON.stringify(a).length)[0] ?? ['', []];
}

function noteOf({ next, more, cursor }: Json): string | null {
  const after = more === true ? cursor : next;
  if (typeof after !== 'string') return null;
  return `There may be more: ask again with the same arguments and cursor=${after}.`;
}
