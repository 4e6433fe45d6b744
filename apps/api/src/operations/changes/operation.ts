import { json, type Operation, ref } from '../operation.ts';
import { CHANGES_PARAMETERS } from './parameters.ts';

export const CHANGES: Operation<typeof CHANGES_PARAMETERS> = {
  id: 'changes',
  method: 'GET',
  path: '/changes',
  tag: 'beyond',
  summary: 'Follow changes',
  description:
    'Lists every grant, revocation and change of an amount, on all chains and in both registries, in the order of the ledger. When a reorg ' +
    'takes changes back, they are sent again with `undone`, the newest first. Apply each change, and revert each one marked `undone`: the ' +
    'result equals the ledger. `Accept: text/event-stream` gets Server-Sent Events, whose `id` is the cursor after the event; other requests ' +
    'get pages. The feed continues for chains that lag or contradicted themselves: wrong changes are undone later.',
  parameters: CHANGES_PARAMETERS,
  weight: 'list',
  takesKeys: true,
  answer: {
    description: 'The answer',
    content: {
      ...json({ schema: ref('schemas/Changes') }),
      'text/event-stream': {
        schema: { type: 'string', description: 'Events named `change`, each with a `Change` as its data' },
      },
    },
  },
  fails: 'any',
};
