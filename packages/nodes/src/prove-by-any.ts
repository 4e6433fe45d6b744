/** Asks nodes for a proof, one after another: the first that holds is enough. */
import { type NodeError, nodeErrorOf, type Vote } from './rpc/node-watch.ts';
import type { ProvenStorage, Source } from './source.ts';
import { combineUnproven, reasonOf, UnprovenError } from './unproven.ts';

/** A node that takes longer is not waited for: the next one is asked, too. */
const PATIENCE_TIMEOUT_MS = 1_000;
/** A node that failed is asked last for this long. */
const ASKED_LAST_MS = 60_000;

type TellProof = (node: Source, vote: Vote, error: NodeError | null) => void;

/** `tell` receives whether each node's proof held. A node that has no proofs, or not that state, did nothing wrong. */
export function proveByAny(nodes: readonly Source[], tell: TellProof = () => {}): Source['prove'] {
  const failedAt = new Map<Source, number>();

  function listInOrder(): Source[] {
    const now = performance.now();
    const isLast = (node: Source) => now - (failedAt.get(node) ?? Number.NEGATIVE_INFINITY) < ASKED_LAST_MS;
    return [...nodes.filter((node) => !isLast(node)), ...nodes.filter(isLast)];
  }

  function failed(node: Source, error: unknown): void {
    const reason = reasonOf(error);
    if (reason === 'no_state') return;
    failedAt.set(node, performance.now());
    if (reason !== 'unsupported') tell(node, 'failed', nodeErrorOf(causeOf(error)));
  }

  return (...asked) => {
    const order = listInOrder();
    const errors: unknown[] = [];
    const { promise, resolve, reject } = Promise.withResolvers<ProvenStorage>();
    let isDone = false;

    function askNext(): void {
      const node = order.shift();
      if (!node || isDone) return;
      const timer = setTimeout(askNext, PATIENCE_TIMEOUT_MS);
      node
        .prove(...asked)
        .then((proven) => {
          isDone = true;
          tell(node, 'agreed', null);
          resolve(proven);
        })
        .catch((error: unknown) => {
          failed(node, error);
          errors.push(error);
          if (errors.length === nodes.length) reject(combineUnproven(asked[2].number, errors));
          else askNext();
        })
        .finally(() => clearTimeout(timer));
    }

    askNext();
    return promise;
  };
}

/** Returns what went wrong with the node itself. */
function causeOf(error: unknown): unknown {
  return error instanceof UnprovenError && error.errors.length === 1 ? error.errors[0] : error;
}
