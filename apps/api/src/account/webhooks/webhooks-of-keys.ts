/** `/webhooks`: the endpoints of the wallet that a secret key belongs to, for servers and the command line. */
import type { Address } from '@mandate/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '../../http/problems.ts';
import { takeJsonOnly } from '../../request/read-body.ts';
import { addWebhooks, type WebhookDependencies } from './webhooks.ts';

const config = { cors: false, operation: 'webhooks', takesKeys: true, counted: true } as const;

export function addWebhooksOfKeys(app: FastifyInstance, hooks: WebhookDependencies): void {
  takeJsonOnly(app);
  addWebhooks(app, hooks, getOwnerOfKey, { config });
}

/** A key with rules was made for less than the endpoints of its owner. */
function getOwnerOfKey({ apiKey }: FastifyRequest): Address {
  if (!apiKey)
    throw new ProblemError(
      'invalid_api_key',
      'The header X-API-KEY is missing. Send a secret key of the wallet.',
    );
  const { kind, owner, operations, chains } = apiKey;
  if (kind !== 'secret')
    throw refuse('A publishable key manages no webhooks. Use a secret key, on a server.');
  if (owner === null)
    throw refuse('The key belongs to no wallet. Make a key on the developer page, and use that one.');
  if (operations || chains)
    throw refuse(
      'A key that is limited to operations or chains manages no webhooks. Use one without limits.',
    );
  return owner;
}

function refuse(detail: string): ProblemError {
  return new ProblemError('key_not_allowed', detail);
}
