import { json, type Operation, ref } from '../operation.ts';
import { RESOLVE_PARAMETERS } from './parameters.ts';

export const RESOLVE: Operation<typeof RESOLVE_PARAMETERS> = {
  id: 'resolve',
  method: 'GET',
  path: '/resolve',
  tag: 'beyond',
  summary: 'Find the vaults of a hot wallet',
  description:
    'Lists the vaults that a hot wallet may act for (`to`), or the hot wallets that may act for a vault (`from`), on all chains and in both ' +
    'registries. Each wallet appears once, with its broadest and narrowest grant on each chain. A wallet is listed exactly if the check ' +
    'of the same scope answers yes. A chain that cannot answer has `known: false` in `chains`.',
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
