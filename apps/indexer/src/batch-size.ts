/** How many calls a node takes in one request: learned from what it refuses. */

const FIRST_SIZE = 100;
const MAX_SIZE = 500;
/** A refusal is forgotten after this time: limits change with plans and servers. */
const REFUSAL_LASTS_MS = 10 * 60_000;

export interface BatchSize {
  readonly calls: number;
  accepted(calls: number): void;
  /** The node refuses so many calls, or fails whatever it is asked: the next accepted batch shows which. */
  refused(calls: number): void;
  /** The node failed for a reason that may have nothing to do with the number of calls. */
  failed(calls: number): void;
}

export function createBatchSize(now: () => number = () => performance.now()): BatchSize {
  let size = FIRST_SIZE;
  let largestAccepted = 0;
  let suspected: number | null = null;
  let refusal: { readonly calls: number; readonly at: number } | null = null;

  const halve = (calls: number) => {
    size = Math.min(size, Math.max(1, Math.floor(calls / 2)));
  };

  /** Doubles, or goes halfway to what was refused. */
  function grow(): void {
    if (refusal && now() - refusal.at > REFUSAL_LASTS_MS) refusal = null;
    size = refusal ? Math.max(1, Math.ceil((size + refusal.calls - 1) / 2)) : Math.min(2 * size, MAX_SIZE);
  }

  return {
    get calls() {
      return size;
    },
    accepted(calls) {
      if (suspected !== null) refusal = { calls: suspected, at: now() };
      suspected = null;
      largestAccepted = Math.max(largestAccepted, calls);
      if (calls >= size) grow();
    },
    refused(calls) {
      suspected = calls;
      if (largestAccepted >= calls) largestAccepted = 0;
      if (largestAccepted > 0) size = largestAccepted;
      else halve(calls);
    },
    failed(calls) {
      suspected = null;
      largestAccepted = 0;
      halve(calls);
    },
  };
}
