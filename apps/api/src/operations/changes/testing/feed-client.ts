/** A client of the feed as others write them: it keeps the last cursor, and goes on there whenever it is cut off. */
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { createDelegation, type Kind, parseAddress, parseRights } from '@mandate/core';
import type { Change, LoggedChange } from '@mandate/store';

/** Clients are not told where rows had begun. */
export type ReceivedChange = Omit<LoggedChange, 'began' | 'number'> & { readonly chainId: number };

export interface ServerEvent {
  readonly event: string;
  readonly id: string;
  readonly data: string;
}

export type FeedClient = ReturnType<typeof startFeedClient>;

export interface FeedClientOptions {
  readonly mode: 'events' | 'pages';
  /** Parameters but for `cursor` and `numbers`. */
  readonly query: Readonly<Record<string, string>>;
  /** Without one: from now on. */
  readonly cursor: string | null;
  /** Where to ask next. */
  readonly url: () => string;
  /** The headers of a client with a key. */
  readonly headers?: () => Readonly<Record<string, string>>;
}

const PAUSE_MS = 20;

export function startFeedClient(options: FeedClientOptions) {
  const { mode, query, cursor: first, url } = options;
  const changes: ReceivedChange[] = [];
  const cursors: string[] = [];
  const refused = new Map<number, number>();
  const broken: string[] = [];
  let cursor = first;
  let breaking = new AbortController();
  let isOver = false;

  function take(data: string, id: string): void {
    changes.push(readChange(data));
    cursors.push(id);
  }

  async function readEvents(): Promise<void> {
    const response = await ask('text/event-stream', breaking.signal);
    for await (const { event, id, data } of parseEvents(response)) {
      if (event === 'change') take(data, id);
      cursor = id;
    }
  }

  async function readPage(): Promise<void> {
    const response = await ask('application/json', breaking.signal);
    const body = await text(response);
    if (!response.complete) return;
    const page = JSON.parse(body) as { changes: unknown[]; cursor: string; more: boolean };
    for (const change of page.changes) take(JSON.stringify(change), page.cursor);
    cursor = page.cursor;
    if (!page.more) await delay(PAUSE_MS);
  }

  async function ask(accept: string, signal: AbortSignal): Promise<IncomingMessage> {
    const target = new URL('/changes', url());
    target.search = new URLSearchParams({ ...query, numbers: 'string' }).toString();
    const headers: Record<string, string> = { ...options.headers?.(), accept };
    // A browser sends the URL that it began with, so the header has to win.
    if (mode === 'events' && cursor !== first && cursor !== null) headers['last-event-id'] = cursor;
    const sent = mode === 'events' ? first : cursor;
    if (sent !== null) target.searchParams.set('cursor', sent);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(target, { headers, signal, agent: false }, resolve).once('error', reject);
    });
    response.on('error', () => {});
    if (response.statusCode !== 200) {
      refused.set(response.statusCode ?? 0, (refused.get(response.statusCode ?? 0) ?? 0) + 1);
      throw new Error(`Refused: ${response.statusCode} ${await text(response)}`);
    }
    return response;
  }

  async function run(): Promise<void> {
    while (!isOver) {
      // A connection that breaks is what it is there for.
      await (mode === 'events' ? readEvents() : readPage()).catch(({ message }: Error) => {
        if (!breaking.signal.aborted) broken.push(message);
      });
      if (breaking.signal.aborted) breaking = new AbortController();
      await delay(Math.random() * PAUSE_MS);
    }
  }
  const running = run();

  return {
    name: `${mode} of ${JSON.stringify(query)}`,
    /** Everything that came, in its order. */
    changes,
    /** The cursor behind each of them; of pages, that of the page. */
    cursors,
    cursor: () => cursor,
    /** Answers that were none, such as 503, by status. */
    refused,
    /** Failures for other reasons than that we broke the connection. */
    broken,
    /** Breaks the connection where it is just now. */
    disconnect: () => breaking.abort(),
    async close() {
      isOver = true;
      breaking.abort();
      await running;
    },
  };
}

/** Whole events only: what has no empty line behind it did not come. */
export async function* parseEvents(response: IncomingMessage): AsyncGenerator<ServerEvent> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const fields = new Map(
        text
          .slice(0, end)
          .split('\n')
          .filter((line) => !line.startsWith(':'))
          .map((line) => line.split(/: (.*)/, 2) as [string, string]),
      );
      text = text.slice(end + 2);
      const [event, id, data] = [fields.get('event'), fields.get('id'), fields.get('data')];
      if (event !== undefined && id !== undefined && data !== undefined) yield { event, id, data };
    }
  }
}

/** The next events, or fewer where the stream ends. */
export async function take(events: AsyncGenerator<ServerEvent>, count: number): Promise<ServerEvent[]> {
  const taken: ServerEvent[] = [];
  while (taken.length < count) {
    const { value, done } = await events.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}

type Json = Readonly<Record<string, string | number | boolean | null>>;

/** From the words of the interface, numbers as strings, to those of the domain. */
function readChange(text: string): ReceivedChange {
  const json = JSON.parse(text) as Json;
  const uint = (value: Json[string] | undefined) => (typeof value === 'string' ? BigInt(value) : null);
  const tokenType = json['tokenType'];
  const kind = typeof tokenType === 'string' ? tokenType : String(json['type']);
  return {
    chainId: Number(json['chainId']),
    stamp: String(json['id']).replace(`${json['chainId']}-`, ''),
    type: json['change'] as Change['type'],
    undone: json['undone'] === true,
    delegation: createDelegation({
      registry: json['registry'] === 'v1' ? 'v1' : 'v2',
      kind: kind.toLowerCase() as Kind,
      from: parseAddress(String(json['from'])),
      to: parseAddress(String(json['to'])),
      contract: json['contract'] === null ? null : parseAddress(String(json['contract'])),
      tokenId: uint(json['tokenId']),
      rights: json['rights'] === null ? null : parseRights(String(json['rights'])),
      amount: uint(json['amount']),
    }),
    amountBefore: uint(json['amountBefore']),
    at: {
      block: Number(json['block']),
      log: Number(json['log']),
      tx: String(json['transaction']) as Change['at']['tx'],
    },
    timestamp: json['timestamp'] === null ? null : Number(json['timestamp']),
  };
}
