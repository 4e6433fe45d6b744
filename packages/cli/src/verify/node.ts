/** A node that the user trusts, asked over JSON-RPC. */
import { printable } from '../output/terminal.ts';

const TIMEOUT_MS = 20_000;

/** The node cannot tell. */
export class NodeError extends Error {
  override readonly name = 'NodeError';
}

export interface Node {
  /** Its host. The rest of a URL may contain a key. */
  readonly name: string;
  request(call: Call): Promise<unknown>;
}

interface Call {
  readonly method: string;
  readonly params?: readonly unknown[];
}

export function createNode(url: string, signal?: AbortSignal): Node {
  const name = new URL(url).host;
  async function request({ method, params = [] }: Call): Promise<unknown> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw new NodeError(`The node at ${name} does not answer: ${reasonOf(error)}.`);
    });
    const body = parse(await answer.text());
    if (body?.error)
      throw new NodeError(`The node at ${name} refuses ${method}: ${printable(String(body.error.message))}`);
    if (body?.result !== undefined) return body.result;
    throw new NodeError(
      `The server at ${name} answers with status ${answer.status}, but not like a node. Check --rpc.`,
    );
  }

  return { name, request };
}

interface Body {
  readonly result?: unknown;
  readonly error?: { readonly message?: unknown };
}

function parse(text: string): Body | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** fetch hides the reason in the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message ? cause.message : message;
}
