/** A parameter of the interface: one zod schema is its type, its parser and its description. */
import { isOneSlipAway } from '@mandate/config';
import { z } from 'zod';
import { type ParameterError, type ProblemCode, ProblemError } from '../http/problems.ts';

/** A parameter that fills one field of the domain. Its schema's metadata describe it for OpenAPI. */
export interface Parameter<Value = unknown, Required extends boolean = boolean> {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly in: 'query' | 'path';
  readonly required: Required;
  readonly schema: z.ZodType<Value, string>;
}

export interface About {
  readonly description?: string;
  readonly example?: string;
  /** The JSON Schema of the text, where the schema's own would mislead: a number that comes as digits is an integer. */
  readonly form?: Readonly<Record<string, unknown>>;
}

/** Parameters by the field that each fills. */
export type Parameters = Readonly<Record<string, Parameter>>;

type ValueOf<P> = NonNullable<P> extends Parameter<infer Value> ? Value : never;
type RequiredField<P, F extends keyof P> = P[F] extends Parameter<unknown, true> ? F : never;

export type ValuesOf<P> = {
  readonly [F in keyof P as RequiredField<P, F>]: ValueOf<P[F]>;
} & {
  readonly [F in keyof P as F extends RequiredField<P, F> ? never : F]?: ValueOf<P[F]> | undefined;
};

/** A query as its parser returns it: a text, or several when a name is repeated. */
export type Query = Readonly<Record<string, unknown>>;

export const aboutOf = ({ schema }: Parameter): About => (schema.meta() ?? {}) as About;

/** Returns the same parameter with another description. */
export function about<P extends Parameter>(parameter: P, description: string, more: About = {}): P {
  return { ...parameter, schema: parameter.schema.meta({ ...aboutOf(parameter), ...more, description }) };
}

export function optional<Value>(parameter: Parameter<Value>): Parameter<Value, false> {
  return { ...parameter, required: false };
}

/** Returns the JSON Schema of a parameter's text. */
export function formOf(parameter: Parameter): Readonly<Record<string, unknown>> {
  const { form } = aboutOf(parameter);
  if (form) return form;
  const { type, pattern, enum: values } = z.toJSONSchema(parameter.schema, { io: 'input' });
  return { type, ...(pattern ? { pattern } : {}), ...(values ? { enum: values } : {}) };
}

/** Words that people use for a parameter, or for a parameter with a value. */
const SYNONYMS = Object.entries({
  contract: ['contractaddress', 'collection', 'tokenaddress', 'address'],
  to: ['hot', 'hotwallet'],
  from: ['cold', 'coldwallet', 'delegator'],
  wallet: ['address'],
  chainId: ['chain', 'network', 'networkid', 'chainname'],
  chainIds: ['chain', 'chains', 'network', 'networks', 'networkid', 'chainname'],
  registries: ['registry', 'version', 'versions'],
  rights: ['right'],
  limit: ['pagesize', 'perpage'],
  atBlock: ['block', 'blocknumber', 'height'],
  atTime: ['time', 'timestamp', 'date'],
  'consistency=strict': ['strict'],
  'proof=true': ['verify', 'verified', 'prove'],
}).map(([meant, words]) => ({ meant, words, parameter: meant.split('=', 1)[0] ?? '' }));

/** Cache busters and tags, which links and proxies add: they ask for nothing. */
const ASKS_NOTHING = /^(?:_.*|utm_.*|cb|ts?|nocache|)$/s;

/** Creates a reader of these parameters. It throws one problem that lists everything wrong with a query. */
export function createReadParameters<P extends Parameters>(parameters: P, refused: Refused = new Map()) {
  const listed = Object.values(parameters).filter((each) => each.in === 'query' && aboutOf(each).description);
  const names = listed.map(({ name }) => name).join(', ');
  const known = names ? `This operation takes: ${names}.` : 'This operation takes none in its query.';
  const inPath = Object.values(parameters).filter((each) => each.in === 'path');
  const collect = createCollect(parameters, {
    refused: new Map([...inPath.map(({ name }) => [name, IN_PATH] as const), ...refused]),
    ignored: ASKS_NOTHING,
    explain: (meant) => `is not a parameter. ${meant ? `Did you mean "${meant}"?` : known}`,
  });
  return (query: Query, path: Query): ValuesOf<P> => {
    const errors: ParameterError[] = [];
    const values = collect(query, errors, path);
    if (errors.length > 0) throw refuse(errors);
    return values;
  };
}

const IN_PATH = 'is a part of the path. Leave it out of the query.';
const MAX_NAME = 40;
/** A short URL can have hundreds of them, and each is answered with a sentence. */
const MAX_UNKNOWN = 20;

/** Names of other operations' parameters, each with the reason why this operation refuses it. */
export type Refused = ReadonlyMap<string, string>;

interface Collecting {
  /** Names that are read elsewhere. */
  readonly beside?: readonly string[];
  readonly parse?: Parse;
  readonly refused?: Refused;
  /** Names that are neither read nor refused. */
  readonly ignored?: RegExp;
  /** Returns what is wrong with an unknown name, which may mean a known one. */
  readonly explain: (meant: string | null) => string;
}

/** Creates a reader that adds everything that is wrong to `errors`. The values are whole if there is nothing. */
export function createCollect<P extends Parameters>(
  parameters: P,
  { beside = [], parse = parseText, refused = new Map(), ignored, explain }: Collecting,
) {
  const fields = Object.entries(parameters).map(([field, parameter]) => {
    return { field, parameter: { ...parameter, schema: z.compile(parameter.schema) } };
  });
  const names = fields.flatMap(({ parameter: { name, aliases } }) => [name, ...aliases]);
  const known = new Set([...beside, ...names].filter((name) => !refused.has(name)));
  const findMeant = createFindMeant([...known, ...refused.keys()]);

  function explainUnknown(name: string): string {
    const own = refused.get(name);
    if (own) return own;
    const meant = findMeant(name);
    return refused.get(meant?.split('=', 1)[0] ?? '') ?? explain(meant);
  }

  return (query: Query, errors: ParameterError[], path: Query = {}): ValuesOf<P> => {
    const given = { query, path };
    const values: Record<string, unknown> = {};
    for (const { field, parameter } of fields) {
      const value = readOne(parameter, given[parameter.in], errors, parse);
      if (value !== undefined) values[field] = value;
    }
    let unknown = 0;
    for (const name in query) {
      if (known.has(name) || ignored?.test(name)) continue;
      if (++unknown > MAX_UNKNOWN) break;
      errors.push({ parameter: name.slice(0, MAX_NAME), message: explainUnknown(name) });
    }
    return values as ValuesOf<P>;
  };
}

/** Parses a value that was sent, or says what is wrong with it. */
export type Parse = (
  parameter: Parameter,
  given: unknown,
) => { readonly value: unknown } | { readonly flaw: string };

export const parseText: Parse = ({ schema }, text) => {
  if (typeof text !== 'string') return { flaw: 'is given more than once: send it once.' };
  const parsed = schema.safeParse(text);
  if (parsed.success) return { value: parsed.data };
  return { flaw: parsed.error.issues[0]?.message ?? 'is not valid.' };
};

/** Reads a parameter under any of its names, and adds what is wrong with it to `errors`. */
function readOne(parameter: Parameter, query: Query, errors: ParameterError[], parse: Parse): unknown {
  const { name, aliases, required } = parameter;
  let first: string | null = null;
  let value: unknown;
  // A batch calls this thousands of times, so it makes no list of names.
  for (let i = -1; i < aliases.length; i++) {
    const alias = aliases[i] ?? name;
    const given = query[alias];
    if (given === undefined) continue;
    const parsed = parse(parameter, given);
    if ('flaw' in parsed) {
      errors.push({ parameter: alias, message: parsed.flaw });
    } else if (value !== undefined && value !== parsed.value) {
      const message = `means the same as "${first}" but has another value: send only one of them.`;
      errors.push({ parameter: alias, message });
    } else {
      value = parsed.value;
    }
    first ??= alias;
  }
  if (first === null && required) {
    const other = aliases.map((alias) => ` or "${alias}"`).join('');
    errors.push({ parameter: name, message: `is missing: send "${name}"${other}.` });
  }
  return value;
}

/** Returns the problem that names everything that is wrong. `what` says what the names are of. */
export function refuse(errors: readonly ParameterError[], what = 'parameters'): ProblemError {
  const [first] = errors;
  if (errors.length === 1 && first) return refuseOne(first.parameter, first.message);
  const names = errors.map(({ parameter }) => parameter).join(', ');
  return new ProblemError('invalid_parameters', `${errors.length} ${what} are wrong: ${names}.`, errors);
}

export function refuseOne(
  parameter: string,
  message: string,
  code: ProblemCode = 'invalid_parameters',
): ProblemError {
  return new ProblemError(code, `"${parameter}" ${message}`, [{ parameter, message }]);
}

/** Creates a search for the name that is meant: it differs in case, `_`, `-` or one letter, or is another word. */
function createFindMeant(names: readonly string[]): (name: string) => string | null {
  const synonyms = SYNONYMS.filter(({ parameter }) => names.includes(parameter));
  const targets = names.map((name) => ({ name, plain: simplify(name) }));
  return (name) => {
    if (name.length > 32) return null;
    const given = simplify(name);
    const synonym = synonyms.find(({ words }) => words.includes(given));
    if (synonym) return synonym.meant;
    const isMeant = (plain: string) => plain === given || (plain.length >= 4 && isOneSlipAway(given, plain));
    return targets.find(({ plain }) => isMeant(plain))?.name ?? null;
  };
}

function simplify(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
