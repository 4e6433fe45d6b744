/** Describes the operations of webhooks from the schemas that parse what is sent, and the forms of their answers. */
import { z } from 'zod';
import { createWebhookSchemas } from '../account/webhooks/webhook-fields.ts';
import { listWebhookOperations, type WebhookOperation } from '../account/webhooks/webhook-operations.ts';
import { type Json, schemaOf } from '../operations/index.ts';

interface Body extends Json {
  readonly properties: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
}

const SCHEMAS = createWebhookSchemas({ chains: [], privateHosts: [] });
const ID = {
  ...{ name: 'id', in: 'path', required: true },
  ...{ description: 'The id of the endpoint', schema: { type: 'string', format: 'uuid' } },
};
const EXAMPLES: Readonly<Record<string, Json>> = {
  create: {
    name: 'gate',
    url: 'https://hooks.example/mandate',
    wallets: ['0x3A88DA9030Bd37d6b529FF65fc039531e01577a9'],
  },
  change: { aliveMinutes: 5 },
  rotate: { overlapHours: 24 },
  replay: { chainId: 1, time: '2026-01-31T12:00:00Z' },
  skip: { chainId: 1, event: '1-6e0a2c51-8d3f-4b7a-9c14-f2b86d0e5a31' },
};

/** Returns the paths, with these responses to what is refused. */
export function describeWebhooks(refusals: Json): Json {
  const byPath = Map.groupBy(listWebhookOperations(), ([, operation]) => webhookPathOf(operation));
  return Object.fromEntries(
    [...byPath].map(([path, own]) => [
      path,
      Object.fromEntries(
        own.map(([id, operation]) => [operation.method.toLowerCase(), describe(id, operation, refusals)]),
      ),
    ]),
  );
}

/** Returns the path in the form of OpenAPI. */
export const webhookPathOf = ({ path }: WebhookOperation) => path.replaceAll(/:(\w+)/g, '{$1}');

function describe(operationId: string, operation: WebhookOperation, refusals: Json): Json {
  const { method, path, summary, description, takes, status, answer } = operation;
  const body = bodyOf(operation);
  const example = takes && EXAMPLES[takes];
  return {
    ...{ operationId, tags: ['webhooks'], summary, description },
    security: [{ apiKey: [] }],
    parameters: [...(path.includes(':id') ? [ID] : []), ...(body && method === 'GET' ? queryOf(body) : [])],
    requestBody:
      body && method !== 'GET'
        ? { required: true, content: { 'application/json': { schema: body, example } } }
        : undefined,
    responses: {
      [status]: answer
        ? { description: 'The answer', content: { 'application/json': { schema: schemaOf(answer) } } }
        : { description: 'It is deleted' },
      ...refusals,
    },
  };
}

const queryOf = ({ properties, required = [] }: Body) =>
  Object.entries(properties).map(([name, { description, ...schema }]) => ({
    ...{ name, in: 'query', required: required.includes(name), description, schema },
  }));

/** Returns the schema of what an operation takes. `null` if it takes nothing. */
export function bodyOf({ takes }: WebhookOperation): Body | null {
  if (!takes) return null;
  const { $schema, ...schema } = z.toJSONSchema(SCHEMAS[takes], {
    io: 'input',
    override({ jsonSchema }) {
      // The format says it.
      if (jsonSchema.format) delete jsonSchema.pattern;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return schema as unknown as Body;
}
