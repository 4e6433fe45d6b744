/** The client of `/developer/api`. The browser sends the session's cookie to the same origin only. */
import { ConnectionError, MandateError } from '@mandate/sdk';

export interface Session {
  readonly address: `0x${string}`;
  readonly expiresAt: string;
}

export interface Nonce {
  readonly nonce: string;
  readonly domain: string;
  readonly uri: string;
  readonly statement: string;
}

export interface Key {
  readonly id: string;
  readonly prefix: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

/** The number of requests allowed per `seconds`. Null means no limit. */
export interface Ceilings {
  readonly key: number | null;
  /** The limit for all keys of the wallet together. */
  readonly owner: number | null;
  readonly seconds: number;
}

export interface OwnKeys {
  readonly keys: readonly Key[];
  /** Missing when keys are not limited. */
  readonly ceilings?: Ceilings;
}

/** The only answer that contains the key itself. */
export interface NewKey extends Key {
  readonly key: string;
}

export interface UsageRow {
  /** The start of the hour. */
  readonly hour: string;
  /** The key's id. */
  readonly key: string;
  readonly operation: string;
  readonly chainId: number | null;
  readonly status: number;
  readonly requests: number;
}

export interface Usage {
  readonly from: string;
  readonly to: string;
  readonly usage: readonly UsageRow[];
}

const TIMEOUT_MS = 10_000;

async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(`/developer/api${path}`, {
      method,
      // Other sites cannot send this header, and the service requires it.
      headers: {
        'x-mandate-request': '1',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    text = await answer.text();
  } catch (cause) {
    throw new ConnectionError({ code: 'network_error', detail: 'The service does not answer.', cause });
  }
  if (answer.ok) return (text ? JSON.parse(text) : undefined) as T;
  throw readProblem(answer, text);
}

function readProblem({ status, headers }: Response, text: string): MandateError {
  try {
    const { code, detail } = JSON.parse(text) as { code: string; detail: string };
    return new MandateError({ code, detail, status, requestId: headers.get('x-request-id') });
  } catch (cause) {
    // The page of a static host or proxy.
    return new MandateError({ code: 'not_found', detail: `The answer was ${status}.`, status, cause });
  }
}

export const getSession = () => send<Session>('GET', '/session');
export const createNonce = () => send<Nonce>('POST', '/nonce');
export const signIn = (message: string, signature: string) =>
  send<Session>('POST', '/session', { message, signature });
export const signOut = () => send<void>('DELETE', '/session');
export const signOutEverywhere = () => send<void>('DELETE', '/sessions');

export const listKeys = () => send<OwnKeys>('GET', '/keys');
export const createKey = (name: string, expiresAt: string | null) =>
  send<NewKey>('POST', '/keys', { name, expiresAt });
export const rotateKey = (id: string) => send<NewKey>('POST', `/keys/${id}/rotate`, {});
export const revokeKey = (id: string) => send<void>('DELETE', `/keys/${id}`);

export const getUsage = (from: Date) =>
  send<Usage>('GET', `/usage?${new URLSearchParams({ from: from.toISOString() })}`);
