/** Counts comparisons, and keeps what they find. */

/** The figures of a run, and what a report calls them. */
export const FIGURES = {
  histories: 'histories',
  commands: 'commands',
  reorgs: 'reorgs',
  comparisons: 'comparisons',
  pastBlocks: 'comparisons of past blocks',
  questions: 'questions',
  /** Checks over HTTP about now, and how many of them the read model answered. */
  checks: 'checks over HTTP',
  checksRead: 'checks answered by the read model',
  /** Pairs of answers of one list whose tags were compared. */
  pairs: 'pairs of tagged lists',
  /** Answers that nobody can know: a pruned node lacks the state, or a token contract misbehaves. */
  unknown: 'unknown answers',
  /** Lists of the tokens that a wallet may use, of honest contracts, and those of them that are complete. */
  lists: 'lists of contracts that list ids',
  listsComplete: 'complete lists of these',
  plainLists: 'lists of contracts that list none',
  plainListsComplete: 'complete lists of these',
  /** Questions while the ledger was not at the head: they get a 503, or the answer of an older block. */
  refused: 'refused',
} as const;

export type Figure = keyof typeof FIGURES;
export type Figures = Readonly<Partial<Record<Figure, number>>>;

export interface Difference {
  readonly question: string;
  readonly ours: string;
  readonly registry: string;
}

export interface Compared extends Figures {
  readonly questions: number;
  readonly differences: readonly Difference[];
}

/** Adds up what several comparisons count, and lists what they find. */
export function merge(all: readonly Compared[]): Compared {
  const sum: Partial<Record<Figure, number>> = {};
  for (const figures of all) addFigures(sum, figures);
  return { questions: 0, ...sum, differences: all.flatMap(({ differences }) => differences) };
}

export function addFigures(sum: Partial<Record<Figure, number>>, figures: Figures): void {
  for (const figure of Object.keys(FIGURES) as Figure[]) {
    const count = figures[figure];
    if (count !== undefined) sum[figure] = (sum[figure] ?? 0) + count;
  }
}

/** Returns one difference, or none. */
export function tellApart(question: string, ours: string, registry: string): Difference[] {
  return ours === registry ? [] : [{ question, ours, registry }];
}
