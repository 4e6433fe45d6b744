import { json, type Operation, ref } from '../operation.ts';
import { RESOLVE_PARAMETERS } from './parameters.ts';

export const RESOLVE: Operation<typeof RESOLVE_PARAMETERS> = {
  id: 'resolve',
  method: 'GET',
  path: '/resolve',
  tag: 'beyond',
  summary: 'Which vaults does this hot wallet act for?',
  description:
    'The vaults that grant a hot wallet what is asked for, or the hot wallets that a vault grants it: all chains and both registries in one ' +
    'call, each wallet once, with its broadest and narrowest grant on each chain. The rules are those of the checks: for every ' +
    'wallet that is named the check of the same scope says yes, and for nobody else. A chain that cannot answer is listed as unknown.',
  parameters: RESOLVE_PARAMETERS,
  weight: 'list',
  heavy: true,
  takesKeys: true,
  answer: {
    description: 'The answer',
    content: json({ schema: ref('schemas/Resolved') }),
    headers: ['Link'],
  },
  fails: 'any',
};
