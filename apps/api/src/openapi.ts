/** The interface as OpenAPI 3.1, made from the contract of the operations and real answers of the service. */
import examples from './examples.json' with { type: 'json' };
import { BLOCK_HEADERS } from './freshness.ts';
import { OPERATIONS, type Operation } from './operations.ts';
import type { Parameter } from './parameters.ts';
import { PROBLEM_CODES, PROBLEMS } from './problems.ts';
import { VERSION } from './version.ts';

type Json = Readonly<Record<string, unknown>>;

interface Example {
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}
const EXAMPLES = examples as Readonly<Record<string, Example>>;

/** The statuses of errors. v1 knows no keys, so it refuses none. */
const V1_REFUSALS = [400, 404, 405, 408, 414, 429, 431, 500, 503];
const REFUSALS = { v1: V1_REFUSALS, v2: [401, ...V1_REFUSALS].toSorted((a, b) => a - b) };

const ref = (name: string) => ({ $ref: `#/components/${name}` });

export function createOpenApi(publicUrl: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mandate',
      version: VERSION,
      summary: 'Who may act for whom: wallet delegations of both registries, over HTTP',
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl || '/' }],
    security: [],
    tags: [
      { name: 'v2', description: 'The present registry, with rights and balances' },
      { name: 'v1', description: 'The first registry' },
      { name: 'service', description: 'How the service and its chains are' },
    ],
    paths: Object.fromEntries([...OPERATIONS.map(describeOperation), ...SERVICE.map(describeService)]),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-KEY',
          description: 'Removes the limit of requests. Keys come from the developer page.',
        },
      },
      headers: { ...HEADERS, ...LIMIT_HEADERS },
      schemas: SCHEMAS,
      responses: Object.fromEntries(REFUSALS.v2.map((status) => [`${status}`, describeStatus(status)])),
    },
  };
}

const INTRODUCTION = `
A cold wallet (\`from\`, "vault") lets a hot wallet (\`to\`, "delegate") act for it, in a registry on chain. This service
answers whether one may act for the other, over the whole wallet, one contract or one token.

- **Every answer names its block** in the headers \`X-Chain-Id\`, \`X-Block-Number\`, \`X-Block-Hash\` and
  \`X-Block-Timestamp\`, and equals what the registry contract says at that block.
- **503 means "not known now"**, never no. A delegation that is not there is a 200.
- **Both vocabularies** work everywhere: \`to\` or \`delegate\`, \`from\` or \`vault\`.
- **Numbers are exact**: up to 78 digits. \`numbers=string\` gives them as strings.
- **Errors** are RFC 9457 problems with a \`code\` of a closed list: [/errors](/errors).
`.trim();

function describeOperation(operation: Operation): [string, Json] {
  const { id, version, path, summary, description, parameters } = operation;
  const template = path.replaceAll(/:(\w+)/g, '{$1}');
  const answer = {
    description: operation.type === 'list' ? 'The delegations' : 'The answer',
    headers: Object.fromEntries([
      ...[...BLOCK_HEADERS, ...Object.keys(LIMIT_HEADERS)].map((name) => [name, ref(`headers/${name}`)]),
      ...(operation.type === 'list' ? [['Link', LINK]] : []),
    ]),
    content: { 'application/json': { schema: answerSchema(operation), ...exampleOf(id) } },
  };
  return [
    template,
    {
      get: {
        operationId: id,
        tags: [version],
        summary,
        description,
        // With a key or without one.
        ...(version === 'v2' ? { security: [{}, { apiKey: [] }] } : {}),
        parameters: parameters.map((parameter) => describeParameter(parameter)),
        responses: { 200: answer, ...problemResponses(REFUSALS[version]) },
      },
    },
  ];
}

function describeParameter(parameter: Parameter): Json {
  const { name, aliases, required, description, form, example } = parameter;
  const also = aliases.length > 0 ? ` \`${aliases.join('`, `')}\` means the same.` : '';
  return {
    name,
    in: parameter.in,
    required,
    description: description + also,
    schema: form,
    ...(example ? { example } : {}),
  };
}

function answerSchema(operation: Operation): Json {
  if (operation.type === 'list')
    return { type: 'array', items: ref(`schemas/Delegation${operation.version.toUpperCase()}`) };
  return operation.answer === 'boolean' ? { type: 'boolean' } : ref('schemas/Uint256');
}

function exampleOf(id: string): Json {
  const example = EXAMPLES[id];
  if (!example) return {};
  return { examples: { real: { summary: `GET ${example.path}`, value: example.body } } };
}

const address = { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$', description: 'EIP-55' };
const TYPE = { type: 'string', enum: ['NONE', 'ALL', 'CONTRACT', 'TOKEN'] };
const orNull = (schema: Json) => ({ anyOf: [schema, { type: 'null' }] });
const scope = {
  contract: { ...orNull(address), description: 'Null when the delegation is not limited to a contract' },
  tokenId: { ...orNull(ref('schemas/Uint256')), description: 'Null when it is not limited to a token' },
};
const object = (properties: Json) => ({ type: 'object', required: Object.keys(properties), properties });
const integer = { type: 'integer' };
const integerOrNull = { type: ['integer', 'null'] };

const SCHEMAS: Json = {
  Uint256: {
    description: 'A whole number of up to 78 digits, exact; a decimal string with `numbers=string`.',
    anyOf: [
      { type: 'integer', minimum: 0 },
      { type: 'string', pattern: '^\\d{1,78}$' },
    ],
  },
  DelegationV1: object({ type: TYPE, delegate: address, vault: address, ...scope }),
  DelegationV2: object({
    type: TYPE,
    from: address,
    to: address,
    ...scope,
    rights: {
      type: 'string',
      pattern: '^0x[0-9a-f]{64}$',
      description: '32 zero bytes: full rights. Anything else limits the delegation to that purpose.',
    },
    tokenType: { enum: ['ERC721', 'ERC20', 'ERC1155', null], description: 'Null unless `type` is `TOKEN`' },
    amount: { ...orNull(ref('schemas/Uint256')), description: 'Of ERC20 and ERC1155 delegations' },
  }),
  Problem: {
    type: 'object',
    required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId'],
    properties: {
      type: { type: 'string', format: 'uri-reference', description: 'The section of this code at /errors' },
      title: { type: 'string' },
      status: integer,
      detail: { type: 'string' },
      instance: { type: 'string', format: 'uri-reference' },
      code: { type: 'string', enum: PROBLEM_CODES },
      requestId: { type: 'string' },
      errors: {
        type: 'array',
        description: 'Of a 400: every parameter that is wrong',
        items: object({ parameter: { type: 'string' }, message: { type: 'string' } }),
      },
    },
  },
  Status: object({
    chains: {
      type: 'array',
      items: object({
        chainId: integer,
        name: { type: 'string' },
        state: { type: 'string', enum: ['ready', 'chain_not_ready', 'chain_lagging', 'chain_tainted'] },
        detail: { type: ['string', 'null'] },
        indexed: orNull(object({ number: integer, hash: { type: 'string' }, timestamp: integer })),
        head: integerOrNull,
        safe: integerOrNull,
        finalized: integerOrNull,
        lagBlocks: integerOrNull,
        heardMsAgo: integerOrNull,
        maxLag: object({ blocks: integer, ms: integer }),
      }),
    },
  }),
  Networks: object({
    networks: {
      type: 'array',
      items: object({
        chainId: integer,
        name: { type: 'string' },
        testnet: { type: 'boolean' },
        explorer: { type: ['string', 'null'] },
        registries: object({ v1: orNull(address), v2: orNull(address) }),
      }),
    },
  }),
  Health: object({ status: { type: 'string' } }),
};

const header = (description: string, schema: Json) => ({ description, schema });
const HEADERS: Readonly<Record<(typeof BLOCK_HEADERS)[number], Json>> = {
  'X-Chain-Id': header('The chain that was asked', integer),
  'X-Block-Number': header('The block whose state the answer is', integer),
  'X-Block-Hash': header('Its hash', { type: 'string', pattern: '^0x[0-9a-f]{64}$' }),
  'X-Block-Timestamp': header('When it was made, in seconds since 1970', integer),
};
const LIMIT_HEADERS: Readonly<Record<string, Json>> = {
  'RateLimit-Policy': header('The limit of requests without a key: `"anon";q=25;w=10`', { type: 'string' }),
  RateLimit: header('What is left of it, and for how many seconds: `"anon";r=24;t=10`', { type: 'string' }),
};
const LINK = header('The next page, `rel="next"`, when there is one', { type: 'string' });

interface Service {
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly schema: string;
  readonly mayFail: boolean;
}
const SERVICE: readonly Service[] = [
  {
    path: '/status',
    id: 'getStatus',
    summary: 'How far each chain is read',
    schema: 'Status',
    mayFail: true,
  },
  {
    path: '/networks',
    id: 'getNetworks',
    summary: 'The chains that are served',
    schema: 'Networks',
    mayFail: false,
  },
  {
    path: '/health',
    id: 'getHealth',
    summary: 'Whether the process lives',
    schema: 'Health',
    mayFail: false,
  },
  { path: '/ready', id: 'getReady', summary: 'Whether it can answer', schema: 'Health', mayFail: false },
];

function describeService({ path, id, summary, schema, mayFail }: Service): [string, Json] {
  const content = { 'application/json': { schema: ref(`schemas/${schema}`) } };
  const refusal = id === 'getReady' ? { 503: { description: 'It can not', content } } : {};
  return [
    path,
    {
      get: {
        operationId: id,
        tags: ['service'],
        summary,
        responses: {
          200: { description: 'So it is', content },
          ...problemResponses(mayFail ? [405, 503] : [405]),
          ...refusal,
        },
      },
    },
  ];
}

function problemResponses(which: readonly number[]): Json {
  return Object.fromEntries(which.map((status) => [status, ref(`responses/${status}`)]));
}

function describeStatus(status: number): Json {
  const codes = PROBLEM_CODES.filter((code) => PROBLEMS[code].status === status);
  const shown = Object.entries(EXAMPLES).filter(([, example]) => example.status === status && status !== 200);
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].when}`).join('\n\n'),
    content: {
      'application/problem+json': {
        schema: ref('schemas/Problem'),
        ...(shown.length > 0
          ? {
              examples: Object.fromEntries(
                shown.map(([name, { path, body }]) => [name, { summary: `GET ${path}`, value: body }]),
              ),
            }
          : {}),
      },
    },
  };
}
