/** The state of the service and of its chains. Nobody is limited in asking for it. */
import { json, type Operation, ref } from '../operation.ts';

function create(id: string, path: string, summary: string, schema: string): Operation {
  return {
    id,
    method: 'GET',
    path,
    tag: 'service',
    summary,
    parameters: {},
    takesKeys: false,
    answer: { description: 'So it is', content: json({ schema: ref(`schemas/${schema}`) }) },
    fails: 'never',
  };
}

export const STATUS: Operation = {
  ...create('getStatus', '/status', 'How far each chain is read', 'Status'),
  fails: 'unavailable',
};
export const NETWORKS = create('getNetworks', '/networks', 'The chains that are served', 'Networks');
export const HEALTH = create('getHealth', '/health', 'Whether the process lives', 'Health');
