/** A node that answers what a test wants: JSON-RPC over HTTP, in single calls and batches. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve } from '../service/serve.ts';

export interface Call {
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface SentCall extends Call {
  readonly id: number;
}

export type Answer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } };

/**
 * Returns what is sent, as JSON. A list with the answer to a single call is sent without the list. `undefined` if nothing is
 * sent, because the response has ended or never will.
 */
export type Handle = (
  calls: readonly SentCall[],
  response: ServerResponse,
  request: IncomingMessage,
) => unknown;

export type FakeNode = Awaited<ReturnType<typeof startFakeNode>>;

export async function startFakeNode(handle: Handle) {
  /** The calls of each request. */
  const requests: (readonly SentCall[])[] = [];

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await text(request)) as SentCall | SentCall[];
    const calls = [body].flat();
    requests.push(calls);
    const sent = await handle(calls, response, request);
    if (sent === undefined || response.writableEnded) return;
    const isSingle = !Array.isArray(body) && Array.isArray(sent) && sent.length === 1;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(isSingle ? sent[0] : sent));
  }

  const { url, close } = await serve(respond);
  return { url, requests, stop: close };
}

/** Answers each call by its method. A method that throws, or that is missing, answers with an error. */
export function answerEach(methods: Readonly<Record<string, (params: readonly never[]) => unknown>>): Handle {
  const answer = ({ method, params }: SentCall): Answer => {
    try {
      const run = methods[method];
      if (!run) throw new Error(`${method} does not exist`);
      return { result: run(params as readonly never[]) };
    } catch (error) {
      return { error: { code: -32_005, message: (error as Error).message } };
    }
  };
  return (calls) => reply(calls, calls.map(answer));
}

/** Writes the answers to some calls, in their order. */
export const reply = (calls: readonly SentCall[], answers: readonly Answer[]) =>
  answers.map((answer, i) => ({ jsonrpc: '2.0', id: calls[i]?.id, ...answer }));

/** Answers a call with its first parameter. */
export const echo = ({ id, params }: SentCall) => ({ jsonrpc: '2.0', id, result: params[0] });

/** Asks a node all calls in one request. */
export async function forwardCalls(url: string, calls: readonly Call[]): Promise<Answer[]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))),
  });
  const answers = (await response.json()) as (Answer & { id: number })[];
  return answers.toSorted((a, b) => a.id - b.id).map(({ id: _, ...answer }) => answer);
}
