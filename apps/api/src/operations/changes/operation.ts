import { json, type Operation, ref } from '../operation.ts';
import { CHANGES_PARAMETERS } from './parameters.ts';

export const CHANGES: Operation<typeof CHANGES_PARAMETERS> = {
  id: 'changes',
  method: 'GET',
  path: '/changes',
  tag: 'beyond',
  summary: 'What happens: a feed that survives reorgs',
  description:
    'Grants, revocations and changes of amounts, of all chains and both registries, in the order of the ledger; and each of them again, ' +
    'with `undone`, the newest first, when a reorg takes it back. Who does what each says has what the ledger has. As Server-Sent ' +
    'Events with `Accept: text/event-stream` (each `id` is the cursor after it), and as pages otherwise. It goes on for chains that ' +
    'lag or contradicted themselves: what was wrong is undone later.',
  parameters: CHANGES_PARAMETERS,
  weight: 'list',
  takesKeys: true,
  answer: {
    description: 'The answer',
    content: {
      ...json({ schema: ref('schemas/Changes') }),
      'text/event-stream': {
        schema: { type: 'string', description: 'Events `change`, with a `Change` as their data' },
      },
    },
  },
  fails: 'any',
};
