/** The errors of nodes, distinguished by how to handle them. */

/** The node answered with an error. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly method: string;
  readonly code: number;
  /** The node's own message. */
  readonly said: string;
  /** The data that came with the message: those of a revert are the contract's. */
  readonly data: unknown;
  constructor(node: string, method: string, code: number, said: string, data?: unknown) {
    super(`${node} answers ${method} with error ${code}: ${said}`);
    this.method = method;
    this.code = code;
    this.said = said;
    this.data = data;
  }

  /** True if a contract refused a call. It chooses the rest of the message, so that says nothing about the node. */
  get isRevert(): boolean {
    return isRevert(this.said);
  }
}

export function isRevert(said: string): boolean {
  return /^execution reverted/i.test(said);
}

/** The node wants fewer requests. */
export class RateLimitedError extends Error {
  override readonly name = 'RateLimitedError';
  readonly retryAfterMs: number;
  constructor(node: string, retryAfterMs: number) {
    super(`${node} limits our requests; trying again in ${retryAfterMs} ms`);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The node did not answer, or its answer was not JSON-RPC. */
export class NodeUnavailableError extends Error {
  override readonly name: string = 'NodeUnavailableError';
  constructor(node: string, why: string) {
    super(`${node} does not answer: ${why}`);
  }
}

/** The answer is larger than we accept: ask for less at once. */
export class AnswerTooLargeError extends NodeUnavailableError {
  constructor(node: string, maxBytes: number) {
    super(node, `it sends more than ${maxBytes / 2 ** 20} MiB at once, which is the limit for one answer`);
  }
}

/** The node's answer is not JSON. */
export class NoJsonError extends NodeUnavailableError {
  constructor(node: string, status: number) {
    super(node, `HTTP ${status} without JSON`);
  }
}

/** The node's answer is JSON-RPC, but not the requested data. */
export class MalformedAnswerError extends NodeUnavailableError {
  constructor(node: string, what: string) {
    super(node, `malformed ${what}`);
  }
}

/** A header or a proof does not have the hash that it should have: the node lies, or its form is not known. */
export class WrongHashError extends MalformedAnswerError {
  override readonly name = 'WrongHashError';
}

/** The node was not asked, because its budget does not allow it. */
export class OverBudgetError extends Error {
  override readonly name = 'OverBudgetError';
  readonly retryAfterMs: number;
  /** The month is used up. `false` if the remaining calls are kept for more important questions. */
  readonly isSpent: boolean;
  constructor(message: string, { isSpent, retryAfterMs }: { isSpent: boolean; retryAfterMs: number }) {
    super(message);
    this.isSpent = isSpent;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The node lacks a block that it should have. It may be behind, or restored from a backup. */
export class NodeBehindError extends Error {
  override readonly name = 'NodeBehindError';
}

/** The node serves another chain, or one without the registries. */
export class WrongNodeError extends Error {
  override readonly name = 'WrongNodeError';
}
