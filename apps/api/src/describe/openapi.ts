/** Creates the OpenAPI 3.1 document from the list of operations and real answers of the service. */
import manifest from '../../package.json' with { type: 'json' };
import { PROBLEM_CODES, PROBLEMS } from '../http/problems.ts';
import { type Json, OPERATIONS, type Operation, ref, SCALARS, schemaOf } from '../operations/index.ts';
import { BLOCK_HEADERS, SAFE_HEADER } from '../request/freshness.ts';
import { aboutOf, formOf, type Parameter } from '../request/read-parameters.ts';
import examples from './examples.json' with { type: 'json' };
import { SCHEMAS } from './schemas.ts';
import { describeWebhooks } from './webhooks.ts';

interface Example {
  readonly path: string;
  /** The body that is sent. */
  readonly json?: Json;
  readonly status: number;
  readonly body: unknown;
}
/** Real answers, under the id of an operation or the code of an error. */
export const EXAMPLES = examples as Readonly<Record<string, Example>>;

const { schema: integer } = SCALARS.integer;
const { schema: hash } = SCALARS.bytes32;
const header = (description: string, schema: Json = { type: 'string' }) => ({ description, schema });
export const HEADERS: Readonly<Record<(typeof BLOCK_HEADERS)[number] | typeof SAFE_HEADER | 'ETag', Json>> = {
  'X-Chain-Id': header('The chain of the answer', integer),
  'X-Block-Number': header('The block that the answer is true for', integer),
  'X-Block-Hash': header(
    'The hash of that block; may be missing for a past block in which nothing happened',
    hash,
  ),
  'X-Block-Timestamp': header(
    'The time of that block, in seconds since 1970; missing when the hash is',
    integer,
  ),
  [SAFE_HEADER]: header(
    'With `consistency=strict`: the safe block. Only grants in force without interruption since then count',
    integer,
  ),
  ETag: header(
    'A tag that changes whenever the answer does. Send it as `If-None-Match` to get a 304 while the answer is the same. A list has none if the read model does not know it',
  ),
};
export const LIMIT_HEADERS: Readonly<Record<string, Json>> = {
  'RateLimit-Policy': header(
    'The request limit: `"anon";q=25;w=10` allows 25 requests in 10 seconds. `network-56` and `network-48` follow if the IPv6 network of the client refused. With a key: the ceilings of the key and of the operator, if any. With a publishable key: `visitor` and `key`, or `anon` when the total of the key is used up',
  ),
  RateLimit: header('The requests (`r`) that are answered in the next `t` seconds: `"anon";r=24;t=10`'),
};
const LINK = header('The next page as `rel="next"`, if there is one');

/** The statuses of errors. */
const REFUSALS = [400, 401, 403, 404, 405, 408, 414, 429, 431, 500, 503];

export function createOpenApi(publicUrl: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mandate',
      version: manifest.version,
      summary: 'Query wallet delegations of both registries over HTTP',
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl || '/' }],
    security: [],
    tags: [
      { name: 'v2', description: 'The current registry, with rights and amounts' },
      { name: 'v1', description: 'The first registry' },
      { name: 'beyond', description: 'All chains and both registries at once, and their changes' },
      { name: 'service', description: 'The state of the service and its chains' },
      {
        name: 'webhooks',
        description:
          'Changes that are posted to your server. They take a secret key without limits, and are there if the operator switched webhooks on',
      },
    ],
    paths: { ...describePaths(), ...describeWebhooks(refer(REFUSALS)) },
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-KEY',
          description:
            'Removes the request limit. A secret key (`mdt_live_…`) is for servers. A publishable key (`mdt_pub_…`) is for pages of its listed origins, and takes GET only. Create keys on the developer page.',
        },
      },
      headers: { ...HEADERS, ...LIMIT_HEADERS },
      schemas: SCHEMAS,
      responses: Object.fromEntries(REFUSALS.map((status) => [`${status}`, describeStatus(status)])),
    },
  };
}

/** These apply only to operations that take keys. */
const OF_KEYS = [401, 403];

/** A path may take several methods, each of which is an operation. */
function describePaths(): Json {
  const byPath = Map.groupBy(OPERATIONS, pathOf);
  return Object.fromEntries(
    [...byPath].map(([path, own]) => [path, Object.assign({}, ...own.map(describeOperation))]),
  );
}

const INTRODUCTION = `
A cold wallet (\`from\`, "vault") lets a hot wallet (\`to\`, "delegate") act for it, in a registry on chain. This service
answers whether it may: for the whole wallet, a contract or a token.

- **Every answer names its block** in the headers \`X-Chain-Id\`, \`X-Block-Number\`, \`X-Block-Hash\` and
  \`X-Block-Timestamp\`, and equals the answer of the registry contract at that block.
- **Ask about any past block**, by number or by time. \`consistency=strict\` counts a grant once it is safe and a
  revocation at once. \`explain=true\` adds the delegations behind the answer.
- **Verify any check yourself**: \`proof=true\` adds the block's header and a Merkle proof of the registry's storage.
- **503 means "not known now"**, never "no". A missing delegation is not an error: the answer is 200 with \`false\`.
- **Both pairs of names** work everywhere: \`to\` or \`delegate\`, \`from\` or \`vault\`.
- **Numbers are exact**: up to 78 digits. \`numbers=string\` sends them as strings.
- **Long answers are compressed** by \`zstd\`, \`br\` or \`gzip\` if you send \`Accept-Encoding\`.
- **Errors** are RFC 9457 problems; \`code\` is one of a fixed list: [/errors](/errors).
`.trim();

/** Returns the path in the form of OpenAPI. */
export const pathOf = ({ path }: Operation) => path.replaceAll(/:(\w+)/g, '{$1}');

function describeOperation(operation: Operation): Json {
  const { id, method, tag, summary, description, parameters, body, takesKeys } = operation;
  const described = {
    operationId: id,
    tags: [tag],
    summary,
    description,
    // A key is optional.
    security: takesKeys ? [{}, { apiKey: [] }] : undefined,
    parameters: Object.values(parameters).map(describeParameter),
    requestBody: body && {
      required: true,
      content: { 'application/json': { schema: schemaOf(body.form), example: EXAMPLES[id]?.json } },
    },
    responses: {
      200: describeAnswer(operation),
      ...describeUnchanged(operation),
      ...describeErrors(operation),
    },
  };
  return { [method.toLowerCase()]: described };
}

export function describeParameter(parameter: Parameter) {
  const { name, aliases, required } = parameter;
  const { description, example } = aboutOf(parameter);
  const form = formOf(parameter);
  const also = aliases.length > 0 ? ` \`${aliases.join('`, `')}\` means the same.` : '';
  return {
    name,
    in: parameter.in,
    required,
    description: description + also,
    schema: form,
    example: example && form['type'] === 'integer' ? Number(example) : example,
  };
}

function describeAnswer({ id, method, answer, weight }: Operation): Json {
  const names = [...(answer.headers ?? []), ...(weight ? Object.keys(LIMIT_HEADERS) : [])];
  const describeHeader = (name: string) => [name, name === 'Link' ? LINK : ref(`headers/${name}`)];
  const example = EXAMPLES[id];
  const examples = example && { real: { summary: `${method} ${example.path}`, value: example.body } };
  const contents = Object.entries(answer.content).map(
    ([type, form]) => [type, { schema: schemaOf(form) }] as const,
  );
  const [[type = '', first] = [], ...others] = contents;
  return {
    description: answer.description,
    headers: names.length > 0 ? Object.fromEntries(names.map(describeHeader)) : undefined,
    content: { [type]: { ...first, examples }, ...Object.fromEntries(others) },
  };
}

/** An answer with a tag may be asked for again on the condition that it has changed. */
function describeUnchanged({ answer: { headers = [] } }: Operation): Json {
  if (!headers.includes('ETag')) return {};
  const kept: readonly string[] = [...BLOCK_HEADERS, 'ETag'];
  const named = headers.filter((name) => kept.includes(name)).map((name) => [name, ref(`headers/${name}`)]);
  const description =
    'The answer with the tag in `If-None-Match` still holds, at the block that it is sent for';
  return { 304: { description, headers: Object.fromEntries(named) } };
}

function describeErrors({ fails, takesKeys, ofService }: Operation): Json {
  const listed = fails
    ? { unavailable: [405, 503], absent: [400, 404, 405, 503], never: [405] }[fails]
    : REFUSALS;
  const possible = ofService ? [...listed, 429] : listed;
  const statuses = possible.filter((status) => takesKeys || !OF_KEYS.includes(status));
  return refer(statuses);
}

const refer = (statuses: readonly number[]): Json =>
  Object.fromEntries(statuses.map((status) => [status, ref(`responses/${status}`)]));

function describeStatus(status: number): Json {
  const codes = PROBLEM_CODES.filter((code) => PROBLEMS[code].status === status);
  const shown = Object.entries(EXAMPLES)
    .filter(([, example]) => example.status === status)
    .map(([name, { path, body }]) => [name, { summary: `GET ${path}`, value: body }]);
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].when}`).join('\n\n'),
    content: {
      'application/problem+json': {
        schema: ref('schemas/Problem'),
        examples: shown.length > 0 ? Object.fromEntries(shown) : undefined,
      },
    },
  };
}
