/** Keeps the last answers that came with a tag, so that the service sends only those that have changed. */
import type { Client } from './create-client.ts';
import type { Reply } from './reply.ts';

const MAX_ANSWERS = 100;
/** In characters: longer answers are not kept, and all together are not longer than the second. */
const MAX_LENGTH = 1_000_000;
const MAX_TOTAL_LENGTH = 5_000_000;

/** By path, the one that was used last at the end. */
type Answers = Map<string, { readonly tag: string; readonly body: string }>;

/** Each client has its own: another service, or another key, may get other answers. */
const answersOf = new WeakMap<Client, Answers>();

/** Returns a client that asks whether the answer that it has still holds. Use it for operations with an `ETag`. */
export function keeping(client: Client): Client {
  if (!client.keepAnswers) return client;
  const answers: Answers = answersOf.get(client) ?? new Map();
  answersOf.set(client, answers);
  return { ...client, send: (path, signal) => sendTagged(client, answers, path, signal) };
}

async function sendTagged(
  client: Client,
  answers: Answers,
  path: string,
  signal?: AbortSignal,
): Promise<Reply> {
  const known = answers.get(path);
  const reply = await client.send(path, signal, undefined, known?.tag);
  // The tag was that of `known`, whatever other requests have kept since. The headers name the new block.
  const body = reply.status === 304 && known ? known.body : reply.body;
  keep(answers, path, { ...reply, body });
  return { ...reply, body };
}

function keep(answers: Answers, path: string, { headers, body }: Reply): void {
  const tag = headers.get('etag');
  answers.delete(path);
  // A page with a next one is not kept: all pages are of the same block, and this one would name a newer one.
  if (tag === null || headers.has('link') || body.length > MAX_LENGTH) return;
  answers.set(path, { tag, body });
  for (const [oldest] of answers) {
    if (answers.size <= MAX_ANSWERS && lengthOf(answers) <= MAX_TOTAL_LENGTH) break;
    answers.delete(oldest);
  }
}

const lengthOf = (answers: Answers) => [...answers.values()].reduce((sum, { body }) => sum + body.length, 0);
