/** Sends one request to an endpoint, and reads the beginning of its answer. Never follows a redirect, and uses no proxy. */
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { isPrivateHost, isPublicAddress } from '@mandate/config';
import { codeOf, messageOf } from '@mandate/core';
import { createGuardedLookup, mayConnect, RefusedAddressError, type Resolve } from './guarded-lookup.ts';

const TIME_LIMIT_MS = 10_000;
/** The status decides. A body that takes longer is cut off. */
const BODY_MS = 1_000;
const MAX_BODY_BYTES = 1_024;
const IDLE_MS = 30_000;
const MAX_IDLE = 256;

export interface Answer {
  /** `null` if there was no answer. */
  readonly status: number | null;
  /** The beginning of the body, as text. */
  readonly body: string;
  readonly retryAfter: string | undefined;
  /** Why there was no answer. `null` if there was one. */
  readonly error: string | null;
  readonly ms: number;
}

export interface Outgoing {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export type Send = (outgoing: Outgoing) => Promise<Answer>;

export interface SenderOptions {
  readonly resolve: Resolve;
  /** Hosts that may be reached although they are not public. */
  readonly privateHosts: readonly string[];
  readonly timeLimitMs?: number;
}

export function createSender({ resolve, privateHosts, timeLimitMs = TIME_LIMIT_MS }: SenderOptions) {
  const pooled = { keepAlive: true, maxFreeSockets: MAX_IDLE, timeout: IDLE_MS };
  const guarded = { ...pooled, lookup: createGuardedLookup(resolve) };
  const open = { http: new HttpAgent(pooled), https: new HttpsAgent(pooled) };
  const https = new HttpsAgent(guarded);

  async function send({ url: text, headers, body }: Outgoing): Promise<Answer> {
    const url = new URL(text);
    const isPrivate = isPrivateHost(url, privateHosts);
    const begunMs = performance.now();
    const deadline = AbortSignal.timeout(timeLimitMs);
    const attempt = () => sendOnce(url, isPrivate, headers, body, deadline);
    try {
      // A connection that was idle may have been closed by the receiver just now.
      const answer = await attempt().catch((error) =>
        error instanceof IdleSocketError ? attempt() : Promise.reject(error),
      );
      return { ...answer, error: null, ms: Math.round(performance.now() - begunMs) };
    } catch (error) {
      const ms = Math.round(performance.now() - begunMs);
      const reason = deadline.aborted ? `No answer within ${timeLimitMs / 1_000} seconds.` : describe(error);
      return { status: null, body: '', retryAfter: undefined, error: reason, ms };
    }
  }

  function agentFor(isPrivate: boolean, isSecure: boolean) {
    if (!isPrivate) return https;
    return isSecure ? open.https : open.http;
  }

  function sendOnce(
    url: URL,
    isPrivate: boolean,
    headers: Outgoing['headers'],
    body: Buffer,
    signal: AbortSignal,
  ): Promise<Pick<Answer, 'status' | 'body' | 'retryAfter'>> {
    return new Promise((done, fail) => {
      const host = url.hostname.replace(/^\[|\]$/g, '');
      if (!isPrivate && isRefused(url.protocol, host)) return fail(new RefusedAddressError(host));
      const isSecure = url.protocol === 'https:';
      const request = (isSecure ? requestHttps : requestHttp)(url, {
        ...{ method: 'POST', agent: agentFor(isPrivate, isSecure), signal },
        headers: { ...headers, 'content-length': body.length },
      });
      if (!isPrivate) request.once('socket', (socket) => checkPeer(socket, host));
      request.once('response', (response) => {
        readBody(response, signal).then((text) => {
          done({
            status: response.statusCode ?? null,
            body: text,
            retryAfter: response.headers['retry-after'],
          });
        }, fail);
      });
      request.on('error', (error) =>
        fail(request.reusedSocket && codeOf(error) === 'ECONNRESET' ? new IdleSocketError() : error),
      );
      request.end(body);
    });
  }

  return {
    send,
    close() {
      for (const agent of [https, open.http, open.https]) agent.destroy();
    },
  };
}

class IdleSocketError extends Error {}

/** A literal address is connected to without a look-up. */
const isRefused = (protocol: string, host: string) =>
  protocol !== 'https:' || (isIP(host) !== 0 && !mayConnect(host));

/** Looks once more at the address that is connected to. */
function checkPeer(socket: Socket, host: string): void {
  const check = () => {
    if (!isPublicAddress(socket.remoteAddress ?? '')) socket.destroy(new RefusedAddressError(host));
  };
  if (socket.connecting) socket.once('connect', check);
  else check();
}

/** Reads at most 1 kB, and then closes the connection unless the body has ended. */
function readBody(response: IncomingMessage, signal: AbortSignal): Promise<string> {
  return new Promise((done) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    const timer = setTimeout(stop, BODY_MS);
    function stop() {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      if (!response.complete) response.destroy();
      // PostgreSQL has no text with this character.
      done(Buffer.concat(parts).subarray(0, MAX_BODY_BYTES).toString('utf8').replaceAll('\0', '\uFFFD'));
    }
    signal.addEventListener('abort', stop);
    response.on('data', (part: Buffer) => {
      parts.push(part);
      bytes += part.length;
      if (bytes > MAX_BODY_BYTES) stop();
    });
    response.on('error', stop);
    response.on('end', stop);
    response.on('close', stop);
  });
}

/** The message of a refused certificate and the like says enough, and none has a secret. */
function describe(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  return messageOf(inner).slice(0, 200);
}
