/**
 * Runs a tool: asks the operation's own route inside the process, as the client that called. So its key, its limits, its
 * usage and its metrics are those of the same question over HTTP.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { KEY_HEADER } from '../access/keys/keys.ts';
import { shareUnit } from '../access/limit/prepaid.ts';
import { type ParameterError, PROBLEMS, type ProblemCode, ProblemError } from '../http/problems.ts';
import type { Json } from '../operations/index.ts';
import { createReadJson, isObject } from '../request/read-body.ts';
import { refuse } from '../request/read-parameters.ts';
import { shapeNames } from './names.ts';
import { type Arguments, sayAnswer } from './sentences.ts';
import { shapeAnswer } from './shape-answer.ts';
import { cutAnswer } from './shorten-answer.ts';
import { MAX_ROWS, TOOLS, type Tool } from './tools.ts';
import { escapeInvisible } from './untrusted.ts';

/** A type and not an interface: the library's results have more fields. */
type ToolResult = {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: true;
};

/** `null` if there is no such tool. */
export type CallTool = (caller: FastifyRequest, name: string, given: unknown) => Promise<ToolResult> | null;

/** Headers of the caller that its question carries: who it is. The rest was for the other request. */
const CARRIED = [KEY_HEADER, 'x-forwarded-for', 'host', 'user-agent', 'traceparent'] as const;

/** Operations whose answers have more to mark than rights. */
const SHAPES: ReadonlyMap<string, (answer: Json) => Json> = new Map([['getNames', shapeNames]]);

/** A small message could name thousands. */
const MAX_ERRORS = 20;

export function createCallTool(app: FastifyInstance): CallTool {
  const readers = new Map(
    [...TOOLS].map(([name, { parameters }]) => [name, createReadJson(parameters, [], 'this tool')]),
  );

  /** Returns the arguments as text. Throws everything that is wrong with them. */
  function readArguments({ operation, defaults }: Tool, given: unknown): Arguments {
    if (given !== undefined && !isObject(given))
      throw new ProblemError('malformed_request', 'The arguments must be an object, e.g. {"chainId": 1}.');
    // Many assistants send null for what they leave out.
    const fields = Object.entries(given ?? {}).filter(([, value]) => value !== null);
    const sent = Object.fromEntries(fields);
    const errors: ParameterError[] = [];
    readers.get(operation.id)?.(sent, errors, sent);
    if (errors.length > 0) throw refuse(errors.slice(0, MAX_ERRORS), 'arguments');
    const asked = {
      ...defaults,
      ...Object.fromEntries(fields.map(([name, value]) => [name, String(value)])),
    };
    return Number(asked['limit']) > MAX_ROWS ? { ...asked, limit: String(MAX_ROWS) } : asked;
  }

  async function call(caller: FastifyRequest, tool: Tool, given: unknown): Promise<ToolResult> {
    const { operation } = tool;
    let asked: Arguments;
    try {
      asked = readArguments(tool, given);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return presentProblem({ code: error.code, detail: error.message, errors: error.errors }, null);
    }
    const { statusCode, headers, body } = await ask(caller, urlOf(tool, asked));
    if (statusCode !== 200) return presentProblem(JSON.parse(body), Number(headers['retry-after']) || null);
    const isPaged = 'limit' in tool.defaults;
    const shape = SHAPES.get(operation.id) ?? ((answer: Json) => answer);
    const { answer, note } = cutAnswer(shapeAnswer(shape(JSON.parse(body)), headers), isPaged);
    const sentence = sayAnswer(operation.id, answer, asked);
    return present([sentence, note].filter(Boolean).join('\n'), answer);
  }

  function ask(caller: FastifyRequest, url: string) {
    const headers = { ...pickCarried(caller), 'x-request-id': caller.id };
    const remoteAddress = caller.raw.socket.remoteAddress ?? '';
    // Fastify begins with `then`: called later, it would not know whose unit it shares.
    return shareUnit(caller, () =>
      app.inject({ method: 'GET', url, remoteAddress, headers }).then((answer) => answer),
    );
  }

  return (caller, name, given) => {
    const tool = TOOLS.get(name);
    return tool ? call(caller, tool, given) : null;
  };
}

function pickCarried({ headers }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    CARRIED.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );
}

function urlOf({ operation: { path }, parameters }: Tool, asked: Arguments): string {
  let place = path;
  const query = new URLSearchParams();
  for (const [name, text] of Object.entries(asked)) {
    if (parameters[name]?.in === 'path') place = place.replace(`:${name}`, encodeURIComponent(text));
    else query.set(name, text);
  }
  return `${place}?${query}`;
}

/** The fields come as text, too: many assistants read nothing else. */
function present(sentence: string, fields: Json): ToolResult {
  return {
    content: [
      { type: 'text', text: sentence },
      { type: 'text', text: JSON.stringify(fields) },
    ],
    structuredContent: { ...fields },
  };
}

interface Problem {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly errors?: readonly ParameterError[] | undefined;
}

/** Says what is wrong and what to do next. A question that was not answered is not a "no". */
function presentProblem({ code, detail, errors = [] }: Problem, retryAfterS: number | null): ToolResult {
  const { status, next } = PROBLEMS[code];
  const wrong = errors.length > 1 ? errors.map(({ parameter, message }) => `"${parameter}" ${message}`) : [];
  const isUnknown = status === 429 || status >= 500;
  const said = [
    `${isUnknown ? 'Unknown, which is not "no"' : 'Not answered'}: ${detail}`,
    ...wrong,
    ...(status === 400 ? [] : [adapt(next, retryAfterS)]),
  ];
  const fields = { code, detail, ...(errors.length > 0 ? { errors } : {}), retryAfterSeconds: retryAfterS };
  return { ...present(escapeInvisible(said.join(' ')), shapeAnswer(fields, {})), isError: true };
}

/** Writes what the page of errors says for one who sees no headers. The rule that ends most of it was said already. */
function adapt(next: string, retryAfterS: number | null): string {
  const waited =
    retryAfterS === null ? next : next.replace('`Retry-After` seconds', `${retryAfterS} seconds`);
  return waited.replace(' Never read this as "no".', '').replaceAll('`', '');
}
