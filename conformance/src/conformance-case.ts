/**
 * A case of the suite: the lines of conformance/interface.md that it covers, a request, and the expected answer. It is
 * named after its lines and its request. In its path and in headers, `(name)` stands for that value of the stage.
 */
import { ROWS } from './interface-lines.ts';

/** Values that are known only once the chains are set up, e.g. `cursor.v1` or `granted.number`. */
export type StageValues = Readonly<Record<string, string>>;
export type Query = Readonly<Record<string, string | undefined>>;

export interface Case extends Request, Expected {
  /** Lines, with a space between them. The line of the problem's code is covered, too. */
  readonly covers: string;
  readonly path: string;
}

interface Request {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends exactly these headers, without those that a client would add. */
  readonly raw?: boolean;
  /** `blind` has no database and supports only chain 10. `limited` limits requests without a key; each case is another client. */
  readonly service?: 'blind' | 'limited';
  /** Requests that the same client sends before. */
  readonly before?: readonly string[];
}

/** Beside this, the registry contract must give the same answer at the block that the answer names. */
interface Expected {
  /** 200, or that of the problem. */
  readonly status?: number;
  /** The exact body. */
  readonly body?: string | RegExp;
  /** Headers of the answer; null requires that it is absent. */
  readonly answers?: Readonly<Record<string, string | RegExp | null>>;
  /** The registry contract says yes at both blocks, and the answer must be no. */
  readonly interrupted?: boolean;
  readonly problem?: Problem;
  /** The number of records in the answer. */
  readonly count?: number;
}

/** A text is the body. */
export type Answer = string | RegExp | (Request & Expected);

export interface Problem {
  readonly code: string;
  /** All invalid parameters, each with a part of its message. */
  readonly errors?: readonly (readonly [parameter: string, message: string])[];
  readonly detail?: string | RegExp;
}

/** The status of each code, and the seconds after which its request may be repeated. Empty: it is no use. */
export const CODES: Readonly<Record<string, { readonly status: number; readonly waitS: string }>> =
  Object.fromEntries(
    ROWS.flatMap(({ id, cells: [status, waitS = ''] }) => {
      const code = /^code\.(.+)$/.exec(id)?.[1];
      return code ? [[code, { status: Number(status), waitS }]] : [];
    }),
  );

export const JSON_TYPE = 'application/json; charset=utf-8';
export const OPEN = { 'cache-control': 'no-store' };
export const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' };
/** The headers of an answer that counts against no limit. */
export const NOT_COUNTED = { 'ratelimit-policy': null, ratelimit: null };

export function expectAt(covers: string, path: string, answer: Answer): Case {
  return {
    covers,
    path,
    ...(typeof answer === 'string' || answer instanceof RegExp ? { body: answer } : answer),
  };
}

export const refuses = (...errors: NonNullable<Problem['errors']>) => ({
  problem: { code: 'invalid_parameters', errors } as const,
});

export const fails = (code: Problem['code'], detail?: string | RegExp) => ({
  problem: { code, ...(detail && { detail }) },
});

export function refusesMethod(
  covers: string,
  method: string,
  path: string,
  allow = 'GET, HEAD, OPTIONS',
): Case {
  const detail = `This path does not take ${method}. The Allow header lists the methods that it takes.`;
  return {
    covers: `${covers} header.Allow`,
    method,
    path,
    answers: { allow },
    ...fails('method_not_allowed', detail),
  };
}

/** Returns the path of an operation with these parameters; `more` is appended to the query unchanged. */
export function pathOf(path: string, values: Query, more = ''): string {
  const { wallet, ...rest } = values;
  const query = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${encodeURIComponent(value)}`,
  );
  if (more) query.push(more);
  const at = path.replace(':wallet', encodeURIComponent(wallet ?? ''));
  return query.length > 0 ? `${at}?${query.join('&')}` : at;
}
