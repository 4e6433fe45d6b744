import { expect, it } from 'vitest';
import { createWebhookSchemas } from '../account/webhooks/webhook-fields.ts';
import { listWebhookOperations } from '../account/webhooks/webhook-operations.ts';
import { createOpenApi } from './openapi.ts';

const schemas = createWebhookSchemas({ chains: [{ chainId: 1 }], privateHosts: [] });
const paths = createOpenApi('')['paths'] as Record<string, Record<string, { requestBody?: object }>>;

it.each(listWebhookOperations().filter(([, { takes, method }]) => takes && method !== 'GET'))(
  '%s takes the body that its description shows',
  (_, { method, path, takes }) => {
    const { requestBody } = paths[path.replace(':id', '{id}')]?.[method.toLowerCase()] ?? {};
    const example = { requestBody: { content: { 'application/json': { example: expect.anything() } } } };
    expect({ requestBody }).toMatchObject(example);
    const { content } = requestBody as { content: { 'application/json': { example: object } } };
    const body = content['application/json'].example;
    expect(takes && schemas[takes].safeParse(body).error).toBe(undefined);
  },
);
