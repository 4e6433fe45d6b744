/** Writes one line when a node goes bad and one when it is back: a quorum of the others hides both. */
import type { NodeObserver } from '@mandate/nodes';
import type { Logger } from 'pino';

/** Nodes are often a block or a request behind the others, and soon there again. */
const BAD_FOR_MS = 10_000;

interface Bad {
  readonly since: number;
  isSaid: boolean;
}

export function createNodeLines(
  log: Pick<Logger, 'info' | 'warn'>,
  now: () => number = Date.now,
): Pick<NodeObserver, 'voted'> {
  const bad = new Map<string, Bad>();
  return {
    voted({ chainId }, { label }, { standing, error }) {
      // If no answer counts, any of the nodes may be wrong. The chain's own line in the log says so.
      if (standing === 'undecided') return;
      const key = `${chainId} ${label}`;
      const known = bad.get(key);
      if (standing === 'agreed') {
        if (known?.isSaid) log.info({ chainId, node: label }, 'the node answers as the others do again');
        bad.delete(key);
        return;
      }
      const { since, isSaid } = known ?? { since: now(), isSaid: false };
      const isDue = now() - since >= BAD_FOR_MS;
      if (isDue && !isSaid)
        log.warn(
          { chainId, node: label, standing, ...(error ? { error } : {}) },
          'the node does not count: look at it, or replace it in CHAINS',
        );
      bad.set(key, { since, isSaid: isSaid || isDue });
    },
  };
}
