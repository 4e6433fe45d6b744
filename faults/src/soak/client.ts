/** The clients of the service: with a key, without one, and one without that exceeds the limit. */
import { integer, type Random } from '@mandate/contracts';

const REQUEST_TIMEOUT_MS = 20_000;
const REQUEST_TIMEOUT = 408;
const MAX_EXAMPLES = 5;
const EXAMPLE_LENGTH = 300;
/** The client that exceeds the limit without a key and must be rejected. */
const GREEDY_ADDRESS = '203.0.113.7';

/** Matches a part of a combined answer that would be a 503 on its own. */
const NOT_KNOWN = /"value":null|"known":false/;

export interface Request {
  readonly path: string;
  /** With a body, the request is a POST. */
  readonly body?: unknown;
  readonly who: 'key' | 'anyone' | 'greedy';
  /** True for a further page of a list, which is gone if a reorg replaced the list's block. */
  readonly isNextPage?: boolean;
}

export interface Reply {
  readonly body: string;
  readonly headers: Headers;
}

export interface Client {
  /** Returns null unless the status is 200. */
  ask(request: Request): Promise<Reply | null>;
  /**
   * Returns the headers that identify a client. All but the greedy one use another address each time, because
   * v1 has no keys.
   */
  identify(who: Request['who']): Record<string, string>;
  readonly tally: Tally;
}

export interface Tally {
  requests: number;
  /** Pages that were gone after a reorg. */
  expired: number;
  /** Rejected requests of the greedy client. */
  refused: number;
  /** Requests that were sent again, as the SDK does: a machine that stood still for seconds had not read them in time. */
  late: number;
  /** All other answers except 200, by status; 0 means no answer. */
  readonly wrong: Map<number, number>;
  readonly examples: string[];
  /** Milliseconds, since the last call. */
  latencies: number[];
}

export function createClient(url: string, key: string, random: Random): Client {
  const tally: Tally = {
    requests: 0,
    expired: 0,
    refused: 0,
    late: 0,
    wrong: new Map<number, number>(),
    examples: [],
    latencies: [],
  };
  const address = () => `10.${[1, 2, 3].map(() => integer(random, 0, 255)).join('.')}`;

  function identify(who: Request['who']): Record<string, string> {
    if (who === 'key') return { 'x-forwarded-for': address(), 'x-api-key': key };
    return { 'x-forwarded-for': who === 'greedy' ? GREEDY_ADDRESS : address() };
  }

  function noteWrong(status: number, { path }: Request, body: string): null {
    tally.wrong.set(status, (tally.wrong.get(status) ?? 0) + 1);
    if (tally.examples.length < MAX_EXAMPLES)
      tally.examples.push(`${path} is ${status}: ${body.slice(0, EXAMPLE_LENGTH)}`);
    return null;
  }

  async function send({ path, body, who }: Request): Promise<Response> {
    const headers = identify(who);
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const target = new URL(path, url);
    if (body === undefined) return fetch(target, { headers, signal });
    return fetch(target, {
      method: 'POST',
      body: JSON.stringify(body),
      signal,
      headers: { ...headers, 'content-type': 'application/json' },
    });
  }

  function judge(request: Request, { status, headers }: Response, body: string): Reply | null {
    if (status === 200) return NOT_KNOWN.test(body) ? noteWrong(503, request, body) : { headers, body };
    if (status === 429 && request.who === 'greedy') tally.refused++;
    else if (status === 400 && request.isNextPage && body.includes('"cursor_expired"')) tally.expired++;
    else noteWrong(status, request, body);
    return null;
  }

  return {
    tally,
    identify,
    async ask(request) {
      tally.requests++;
      const startedAt = performance.now();
      try {
        let response = await send(request);
        if (response.status === REQUEST_TIMEOUT) {
          tally.late++;
          response = await send(request);
        }
        return judge(request, response, await response.text());
      } catch (error) {
        return noteWrong(0, request, String(error));
      } finally {
        tally.latencies.push(performance.now() - startedAt);
      }
    },
  };
}
