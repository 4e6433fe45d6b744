/** The state of the service and of its chains. */
import { z } from 'zod';
import { inQuery } from '../../request/parameters.ts';
import type { Form } from '../forms/form.ts';
import { json, type Operation } from '../operation.ts';
import { HEALTH_ANSWER, HISTORY, NETWORKS_ANSWER, STATUS_ANSWER } from './answer.ts';

function create(id: string, path: string, summary: string, description: string, form: Form): Operation {
  return {
    id,
    method: 'GET',
    path,
    tag: 'service',
    summary,
    description,
    parameters: {},
    takesKeys: false,
    ofService: true,
    answer: { description: 'The answer', content: json(form) },
    fails: 'never',
  };
}

export const STATUS: Operation = {
  ...create(
    'getStatus',
    '/status',
    'Get the status of each chain',
    'Says how far each chain has been read, whether it can answer, and how its nodes are.',
    STATUS_ANSWER,
  ),
  fails: 'unavailable',
};

/** A day, a week and 30 days. The service shares an answer for each among all who ask. */
const HOURS = ['24', '168', '720'] as const;
const HISTORY_PARAMETERS = {
  hours: inQuery('hours', z.enum(HOURS, { error: 'must be 24, 168 or 720.' }).transform(Number), {
    description: 'How many hours the history goes back: 24, 168 (a week) or 720 (30 days).',
    form: { type: 'integer', enum: HOURS.map(Number), default: 24 },
  }),
};
export const STATUS_HISTORY: Operation<typeof HISTORY_PARAMETERS> = {
  ...create(
    'getStatusHistory',
    '/status/history',
    'Get the history of each chain',
    'Says how far each chain was behind in each span of the last hours, and when it could not answer. There are at most 97 spans, ' +
      'the last of which may have just begun; `spanSeconds` is their length. Incidents begin and end with spans of 5 minutes. The ' +
      'answer has at most 200, the newest first.',
    HISTORY,
  ),
  parameters: HISTORY_PARAMETERS,
  fails: 'unavailable',
};
export const NETWORKS = create(
  'getNetworks',
  '/networks',
  'List the chains',
  'Lists the chains that this service serves, with the addresses of their registries.',
  NETWORKS_ANSWER,
);
export const HEALTH: Operation = {
  ...create(
    'getHealth',
    '/health',
    'Check that the process runs',
    'Answers as long as the process runs. It asks neither the database nor a chain.',
    HEALTH_ANSWER,
  ),
  ofService: undefined,
};
