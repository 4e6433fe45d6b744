/** The interface as OpenAPI 3.1, made from the contract of the operations and real answers of the service. */

import { PROBLEM_CODES, PROBLEMS } from '../http/problems.ts';
import { OPERATIONS, type Operation } from '../operations/index.ts';
import { BLOCK_HEADERS, SAFE_HEADER } from '../request/freshness.ts';
import { describeParameter, EXAMPLES, exampleOf, problemResponses, REFUSALS } from './describe-parts.ts';
import { describeBeyond } from './extensions.ts';
import { HEADERS, LIMIT_HEADERS, LINK } from './headers.ts';
import { type Json, ref, SCHEMAS } from './schemas.ts';
import { VERSION } from './version.ts';

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
      { name: 'beyond', description: 'All chains and both registries at once, and what happens to them' },
      { name: 'service', description: 'How the service and its chains are' },
    ],
    paths: Object.fromEntries([
      ...OPERATIONS.map(describeOperation),
      ...describeBeyond(),
      ...SERVICE.map(describeService),
    ]),
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
- **Any past block** can be asked for, by number or by time; \`consistency=strict\` counts a grant once it is safe and a
  revocation at once; \`explain=true\` says why.
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
      ...[...BLOCK_HEADERS, SAFE_HEADER, ...Object.keys(LIMIT_HEADERS)].map((name) => [
        name,
        ref(`headers/${name}`),
      ]),
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

function answerSchema(operation: Operation): Json {
  if (operation.type === 'list')
    return { type: 'array', items: ref(`schemas/Delegation${operation.version.toUpperCase()}`) };
  return operation.answer === 'boolean'
    ? { anyOf: [{ type: 'boolean' }, ref('schemas/ExplainedBoolean')] }
    : { anyOf: [ref('schemas/Uint256'), ref('schemas/ExplainedBalance')] };
}

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
];

function describeService({ path, id, summary, schema, mayFail }: Service): [string, Json] {
  const content = { 'application/json': { schema: ref(`schemas/${schema}`) } };
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
        },
      },
    },
  ];
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
