/** Every operation of webhooks. Their routes and their documentation are made from this list. */
import type { Form, WireOf } from '../../operations/forms/form.ts';
import { DELIVERIES, REPLAY, TEST, WEBHOOK, WEBHOOK_WITH_SECRET, WEBHOOKS } from './webhook-answers.ts';
import type { WebhookSchemas } from './webhook-fields.ts';

export interface WebhookOperation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** The schema of the body, or of the query of a GET. */
  readonly takes?: keyof WebhookSchemas;
  readonly status: 200 | 201 | 204;
  /** `null` if the answer has no body. */
  readonly answer: Form | null;
}

export type WebhookOperationId = keyof typeof WEBHOOK_OPERATIONS;

export type AnswerOf<Id extends WebhookOperationId> = WireOf<(typeof WEBHOOK_OPERATIONS)[Id]['answer']>;

export const WEBHOOK_OPERATIONS = {
  listWebhooks: {
    ...{ method: 'GET', path: '/webhooks', status: 200, answer: WEBHOOKS },
    summary: 'Which endpoints has my wallet?',
    description:
      'The endpoints with their state and, for each chain, how far `behind` they are and what is `failing`.',
  },
  createWebhook: {
    ...{ method: 'POST', path: '/webhooks', takes: 'create', status: 201, answer: WEBHOOK_WITH_SECRET },
    summary: 'Make an endpoint',
    description:
      'The answer has the `secret`, which is shown once. The URL answers a challenge first, and the endpoint then begins at the newest change of each chain.',
  },
  getWebhook: {
    ...{ method: 'GET', path: '/webhooks/:id', status: 200, answer: WEBHOOK },
    summary: 'One endpoint',
    description: 'The same as in the list.',
  },
  changeWebhook: {
    ...{ method: 'PATCH', path: '/webhooks/:id', takes: 'change', status: 200, answer: WEBHOOK },
    summary: 'Change an endpoint',
    description: 'Fields that are not sent stay as they are. A new `url` answers a challenge first.',
  },
  deleteWebhook: {
    ...{ method: 'DELETE', path: '/webhooks/:id', status: 204, answer: null },
    summary: 'Delete an endpoint',
    description: 'Nothing more is sent, and its deliveries are deleted.',
  },
  pauseWebhook: {
    ...{ method: 'POST', path: '/webhooks/:id/pause', status: 200, answer: WEBHOOK },
    summary: 'Pause an endpoint',
    description: 'Stops sending. The endpoint keeps its place.',
  },
  resumeWebhook: {
    ...{ method: 'POST', path: '/webhooks/:id/resume', status: 200, answer: WEBHOOK },
    summary: 'Resume an endpoint',
    description: 'Goes on from its place, and nothing is lost.',
  },
  testWebhook: {
    ...{ method: 'POST', path: '/webhooks/:id/test', status: 200, answer: TEST },
    summary: 'Send a test event',
    description: 'Sends `endpoint.test` to an endpoint that is active.',
  },
  rotateWebhook: {
    ...{ method: 'POST', path: '/webhooks/:id/rotate', takes: 'rotate', status: 200 },
    answer: WEBHOOK_WITH_SECRET,
    summary: 'Rotate the secret of an endpoint',
    description: 'Makes a new secret, which is shown once. Both sign for `overlapHours`.',
  },
  replayWebhook: {
    ...{ method: 'POST', path: '/webhooks/:id/replay', takes: 'replay', status: 200, answer: REPLAY },
    summary: 'Replay events',
    description: 'Sends again from a place of `chainId`. Send one of `time`, `block` and `cursor`.',
  },
  skipWebhookEvent: {
    ...{ method: 'POST', path: '/webhooks/:id/skip', takes: 'skip', status: 200, answer: WEBHOOK },
    summary: 'Skip an event that fails',
    description: 'Goes on after the `event` that failed three times on `chainId`.',
  },
  listWebhookDeliveries: {
    ...{ method: 'GET', path: '/webhooks/:id/deliveries', takes: 'deliveries', status: 200 },
    answer: DELIVERIES,
    summary: 'What was delivered to an endpoint?',
    description: 'The attempts of the last 30 days, newest first, 50 a page.',
  },
} as const satisfies Readonly<Record<string, WebhookOperation>>;

export const listWebhookOperations = () =>
  Object.entries(WEBHOOK_OPERATIONS) as unknown as readonly (readonly [
    WebhookOperationId,
    WebhookOperation,
  ])[];
