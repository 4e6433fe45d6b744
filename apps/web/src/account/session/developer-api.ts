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

export type KeyKind = 'secret' | 'publishable';

/** The rules that an owner sets. Null stands for all operations, all chains, or the default number. */
export interface KeyRules {
  readonly origins: readonly string[];
  readonly operations: readonly string[] | null;
  readonly chains: readonly number[] | null;
  /** Requests in `Ceilings.seconds` in all. */
  readonly ceiling: number | null;
  /** Requests in `Ceilings.seconds` of one visitor of a page. */
  readonly visitorCeiling: number | null;
}

interface RefusedOrigin {
  readonly origin: string;
  readonly requests: number;
  readonly lastAt: string;
}

export interface Key extends KeyRules {
  readonly id: string;
  readonly prefix: string;
  readonly name: string;
  readonly kind: KeyKind;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** The id of the key that replaced it. */
  readonly rotatedTo: string | null;
  /** When a secret key last came from a page, and from which origin. */
  readonly browserSeenAt: string | null;
  readonly browserOrigin: string | null;
  /** The newest first. */
  readonly refusedOrigins: readonly RefusedOrigin[];
}

/** The number of requests allowed per `seconds`. Null means no limit. */
export interface Ceilings {
  readonly key: number | null;
  /** The limit for all keys of the wallet together. */
  readonly owner: number | null;
  readonly seconds: number;
}

/** The operations and chains that a key can be restricted to. */
export interface Choices {
  /** `forPages`: keys of pages may use it. `inUrl`: votes keys are for it. */
  readonly operations: readonly {
    readonly id: string;
    readonly summary: string;
    readonly forPages: boolean;
    readonly inUrl: boolean;
  }[];
  readonly chains: readonly { readonly chainId: number; readonly name: string }[];
  /** Requests in 10 seconds: the defaults of a publishable key, and what can be chosen. */
  readonly limits: {
    readonly visitor: number;
    readonly page: number;
    readonly min: number;
    readonly max: number;
  };
}

export interface OwnKeys {
  readonly keys: readonly Key[];
  /** Missing when keys are not limited. */
  readonly ceilings?: Ceilings;
  readonly choices: Choices;
}

/** The only answer that contains the key itself. */
export interface NewKey extends Key {
  readonly key: string;
}

export interface KeyFields extends KeyRules {
  readonly name: string;
  readonly kind: KeyKind;
  readonly expiresAt: string | null;
}

export type KeyChange = Partial<KeyRules> & { readonly name?: string };

export interface KeyEvent {
  readonly id: string;
  readonly at: string;
  readonly actor: 'owner' | 'operator';
  readonly event: 'created' | 'changed' | 'rotated' | 'revoked' | 'paused' | 'resumed' | 'removed';
  /** Either a key or a webhook endpoint was changed. */
  readonly key: { readonly id: string; readonly name: string; readonly prefix: string } | null;
  readonly endpoint: { readonly id: string; readonly name: string } | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface KeyEvents {
  /** The newest first. */
  readonly events: readonly KeyEvent[];
  /** Continues the list. `null` at its end. */
  readonly before: string | null;
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

/** Sends a request of the signed-in wallet. */
export async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
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
export const createKey = (fields: KeyFields) => send<NewKey>('POST', '/keys', fields);
export const changeKey = (id: string, change: KeyChange) => send<Key>('PATCH', `/keys/${id}`, change);
export const rotateKey = (id: string, overlapHours: number) =>
  send<NewKey>('POST', `/keys/${id}/rotate`, { overlapHours });
export const revokeKey = (id: string) => send<void>('DELETE', `/keys/${id}`);

export const getUsage = (from: Date) =>
  send<Usage>('GET', `/usage?${new URLSearchParams({ from: from.toISOString() })}`);

export const listEvents = (before: string | null) =>
  send<KeyEvents>('GET', `/events${before ? `?before=${before}` : ''}`);
