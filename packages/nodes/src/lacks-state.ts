/** Tells from a node's error whether it lacks the state of a block. */
import type { RpcError } from './rpc/errors.ts';

/**
 * Messages of nodes without old state, and of plans that do not include it. "header not found" and "unknown block"
 * are not among them: a server that lags says the same about a block that it will have a moment later.
 */
const NO_STATE: readonly RegExp[] = [
  /missing trie node/i,
  /\bstate\b.*\b(?:unavailable|not available|discarded|not found|missing)\b/i,
  /no state available|metadata is not found/i,
  /\bprun(?:ed|ing)\b/i,
  /\barchiv(?:e|al)\b|\bhistorical\b/i,
  /\btoo old\b|older than \d+ blocks/i,
  /maximum proof window/i,
  /(?:not (?:supported|available)|requires?\b).*\b(?:tier|plan)\b/i,
];

/** Returns whether a node says that it does not have the state. */
export function lacksState({ said, isRevert }: RpcError): boolean {
  return !isRevert && NO_STATE.some((wording) => wording.test(said));
}
