/** The clients of the service: with a key, without one, and one without that exceeds the limit. */
import { integer, type Random } from '@mandate/contracts';
import type { AnonymousAnswer } from '@mandate/testing/service/anonymous';
import { createAsk } from '../ask.ts';

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

type Reply = Pick<AnonymousAnswer, 'headers' | 'body'>;
export type Client = ReturnType<typeof createClient>;

export function createClient(url: string, key: string, random: Random) {
  const send = createAsk(url);
  const tally = {
    requests: 0,
    /** Pages that were gone after a reorg. */
    expired: 0,
    /** Rejected requests of the greedy client. */
    refused: 0,
    /** Requests that were sent again, as the SDK does: a machine that stood still for seconds had not read them in time. */
    late: 0,
    /** All other answers except 200, by status; 0 means no answer. */
    wrong: new Map<number, number>(),
    examples: [] as string[],
    /** In milliseconds. */
    latencies: [] as number[],
  };

  /** All but the greedy one use another address each time, because v1 has no keys. */
  function identify(who: Request['who']): Record<string, string> {
    const address = `10.${[1, 2, 3].map(() => integer(random, 0, 255)).join('.')}`;
    if (who === 'key') return { 'x-forwarded-for': address, 'x-api-key': key };
    return { 'x-forwarded-for': who === 'greedy' ? GREEDY_ADDRESS : address };
  }

  function noteWrong(status: number, { path }: Request, body: string): null {
    tally.wrong.set(status, (tally.wrong.get(status) ?? 0) + 1);
    if (tally.examples.length < MAX_EXAMPLES)
      tally.examples.push(`${path} is ${status}: ${body.slice(0, EXAMPLE_LENGTH)}`);
    return null;
  }

  function judge(request: Request, { status, headers, body }: Reply & { status: number }): Reply | null {
    if (status === 200) return NOT_KNOWN.test(body) ? noteWrong(503, request, body) : { headers, body };
    if (status === 429 && request.who === 'greedy') tally.refused++;
    else if (status === 400 && request.isNextPage && body.includes('"cursor_expired"')) tally.expired++;
    else noteWrong(status, request, body);
    return null;
  }

  return {
    tally,
    identify,
    /** Returns null unless the status is 200. */
    async ask(request: Request): Promise<Reply | null> {
      tally.requests++;
      const startedAt = performance.now();
      const body = request.body === undefined ? undefined : JSON.stringify(request.body);
      const sendOnce = () => send(request.path, identify(request.who), body);
      let answered = await sendOnce();
      if (answered.status === REQUEST_TIMEOUT) {
        tally.late++;
        answered = await sendOnce();
      }
      tally.latencies.push(performance.now() - startedAt);
      return judge(request, answered);
    },
  };
}
