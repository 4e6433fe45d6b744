/** Learns from refusals how much a node accepts at once: calls in a request, or blocks in a range. */

/** A refusal is forgotten after this time: limits change with plans and servers. */
const REFUSAL_LASTS_MS = 10 * 60_000;

export interface AcceptedSize {
  readonly current: number;
  accepted(size: number): void;
  /**
   * Reports that the node refused this size, or fails for any size: the next accepted size shows which. `suggested`
   * is the size that the node says it would accept.
   */
  refused(size: number, suggested?: number | null): void;
  /** Reports a failure whose reason may have nothing to do with the size. */
  failed(size: number): void;
}

export function createAcceptedSize(
  { first, max }: { readonly first: number; readonly max: number },
  now: () => number = () => performance.now(),
): AcceptedSize {
  let current = first;
  let largestAccepted = 0;
  let suspected: number | null = null;
  let lastSuggested: number | null = null;
  let refusal: { readonly size: number; readonly at: number } | null = null;

  const halve = (size: number) => {
    current = Math.min(current, Math.max(1, Math.floor(size / 2)));
  };

  /** Doubles the size, or goes halfway to the refused one. */
  function grow(): void {
    if (refusal && now() - refusal.at > REFUSAL_LASTS_MS) refusal = null;
    current = refusal ? Math.max(1, Math.ceil((current + refusal.size - 1) / 2)) : Math.min(2 * current, max);
  }

  return {
    get current() {
      return current;
    },
    accepted(size) {
      if (suspected !== null) refusal = { size: suspected, at: now() };
      suspected = null;
      largestAccepted = Math.max(largestAccepted, size);
      if (size >= current) grow();
    },
    refused(size, suggested = null) {
      // A suggestion may apply to these blocks only. If a node repeats it, it is the node's limit.
      suspected = suggested !== null && suggested === lastSuggested ? suggested + 1 : size;
      lastSuggested = suggested;
      if (largestAccepted >= size) largestAccepted = 0;
      if (suggested !== null) current = suggested;
      else if (largestAccepted > 0) current = largestAccepted;
      else halve(size);
    },
    failed(size) {
      suspected = null;
      largestAccepted = 0;
      halve(size);
    },
  };
}
