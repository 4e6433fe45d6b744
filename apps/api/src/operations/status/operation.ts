/** The state of the service and of its chains. These operations have no request limit. */
import { json, type Operation, ref } from '../operation.ts';

function create(id: string, path: string, summary: string, description: string, schema: string): Operation {
  return {
    id,
    method: 'GET',
    path,
    tag: 'service',
    summary,
    description,
    parameters: {},
    takesKeys: false,
    answer: { description: 'The answer', content: json(ref(`schemas/${schema}`)) },
    fails: 'never',
  };
}

export const STATUS: Operation = {
  ...create(
    'getStatus',
    '/status',
    'Get the status of each chain',
    'Says how far each chain has been read, whether it can answer, and how its nodes are.',
    'Status',
  ),
  fails: 'unavailable',
};
export const NETWORKS = create(
  'getNetworks',
  '/networks',
  'List the chains',
  'Lists the chains that this service serves, with the addresses of their registries.',
  'Networks',
);
export const HEALTH = create(
  'getHealth',
  '/health',
  'Check that the process runs',
  'Answers as long as the process runs. It asks neither the database nor a chain.',
  'Health',
);

/** The indexer's judgement of the node's answers. */
export const NODE_STATES = [
  'agreed',
  'behind',
  'outvoted',
  'undecided',
  'failed',
  'state_only',
  'unknown',
] as const;
