/** Counts the nodes that show a difference, and those that deny it. */

export interface Counted<T> {
  readonly value: T;
  /** The names of the nodes that show it. */
  readonly nodes: readonly string[];
  readonly verdict: 'confirmed' | 'reported' | 'denied';
}

export interface Tally<T> {
  /** Adds everything that a node shows. */
  add(node: string, shown: ReadonlyMap<string, T>): void;
  /** Returns whether another node could still decide about a difference. */
  isOpen(): boolean;
  list(): Counted<T>[];
}

/**
 * A difference counts once `confirmations` nodes show it, and is dropped once as many deny it: then it is a lie of the
 * node that shows it. With fewer nodes it is only reported.
 */
export function createTally<T>(confirmations: number): Tally<T> {
  const shown = new Map<string, { value: T; nodes: string[] }>();
  let asked = 0;

  function judge(nodes: readonly string[]): Counted<T>['verdict'] {
    if (nodes.length >= confirmations) return 'confirmed';
    return asked - nodes.length >= confirmations ? 'denied' : 'reported';
  }

  return {
    add(node, all) {
      asked++;
      for (const [key, value] of all) {
        const counted = shown.get(key) ?? { value, nodes: [] };
        counted.nodes.push(node);
        shown.set(key, counted);
      }
    },
    isOpen: () => [...shown.values()].some(({ nodes }) => judge(nodes) === 'reported'),
    list: () => [...shown.values()].map(({ value, nodes }) => ({ value, nodes, verdict: judge(nodes) })),
  };
}
