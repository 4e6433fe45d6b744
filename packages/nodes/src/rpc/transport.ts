/** Sends one HTTP request to a node. Only the host of its address is ever shown: the rest may contain keys. */
import { DEFAULT_RETRY_MS } from './answers.ts';
import { AnswerTooLargeError, NodeUnavailableError, NoJsonError, RateLimitedError } from './errors.ts';

/** The largest answer that is read, after decompression. A range of 5,000 logs has about 5 MB. */
const MAX_ANSWER_BYTES = 64 * 2 ** 20;
const MAX_RETRY_MS = 60_000;
/** Shorter parts of a path are words like "v2". Hiding shorter passwords would remove letters from words. */
const MIN_SECRET_LENGTH = { path: 8, password: 4 };
const HIDDEN = '[hidden]';

export interface Transport {
  /** The node's label, or its host. */
  readonly name: string;
  /** Removes the secret parts of the node's address from text. */
  hide(text: string): string;
  /** `maxBytes`: the largest answer that is read, if it is less than the usual one. */
  post(body: string, maxBytes?: number): Promise<{ readonly status: number; readonly json: unknown }>;
}

export interface TransportOptions {
  readonly label?: string | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxBytes?: number | undefined;
}

export function createTransport(
  url: string,
  { label, timeoutMs = 20_000, maxBytes = MAX_ANSWER_BYTES }: TransportOptions = {},
): Transport {
  const { host, username, password } = new URL(url);
  const name = label ?? host;
  const target = new URL(url);
  // `fetch` refuses URLs with a password, and repeats them in its error.
  target.username = '';
  target.password = '';
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (username || password) {
    const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    headers['authorization'] = `Basic ${Buffer.from(user).toString('base64')}`;
  }
  const secrets = listSecrets(url);
  const hide = (text: string) => secrets.reduce((said, secret) => said.replaceAll(secret, HIDDEN), text);

  async function post(body: string, atMost = maxBytes) {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch(target, { method: 'POST', headers, body, signal });
      const isBusy = response.status === 503 && response.headers.has('retry-after');
      if (response.status === 429 || isBusy) throw await readLimit(response);
      return { status: response.status, json: parse(await read(response, atMost), response.status) };
    } catch (error) {
      if (error instanceof NodeUnavailableError || error instanceof RateLimitedError) throw error;
      throw new NodeUnavailableError(name, hide(reasonOf(error)));
    }
  }

  async function readLimit(response: Response): Promise<RateLimitedError> {
    await response.body?.cancel();
    const waitMs = readRetryAfter(response.headers.get('retry-after') ?? '');
    return new RateLimitedError(name, Math.min(MAX_RETRY_MS, waitMs > 0 ? waitMs : DEFAULT_RETRY_MS));
  }

  /** Counts bytes as they arrive: the node's own statement of length or compression does not matter. */
  async function read(response: Response, atMost: number): Promise<string> {
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of response.body ?? []) {
      bytes += part.length;
      // Leaving the loop ends the download.
      if (bytes > atMost) throw new AnswerTooLargeError(name, atMost);
      parts.push(part);
    }
    return Buffer.concat(parts).toString('utf8');
  }

  function parse(text: string, status: number): unknown {
    try {
      return JSON.parse(text);
    } catch {
      // JSON's own error would repeat the text.
      throw new NoJsonError(name, status);
    }
  }

  return { name, hide, post };
}

/** Parses seconds or a date. Returns NaN for anything else. */
function readRetryAfter(text: string): number {
  return /^\s*[\d.]+\s*$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
}

/** Lists the parts of an address that may be keys, longest first. */
function listSecrets(text: string): string[] {
  const url = new URL(text);
  const decode = (part: string) => [part, decodeURIComponent(part)];
  const user = [url.password, url.username].flatMap(decode);
  const path = [...url.pathname.split('/'), ...url.searchParams.values()].flatMap(decode);
  const whole = url.pathname + url.search;
  return [
    ...(whole.length > 1 ? [whole] : []),
    ...user.filter(({ length }) => length >= MIN_SECRET_LENGTH.password),
    ...path.filter(({ length }) => length >= MIN_SECRET_LENGTH.path),
  ].toSorted((a, b) => b.length - a.length);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error
    ? `${error.message}: ${'code' in cause ? cause.code : cause.message}`
    : error.message;
}
