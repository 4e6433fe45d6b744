/** Converts a question for vaults into a call for the code snippets. */
import { given } from '../question/call-of-check.ts';
import type { Call } from '../question/snippets.ts';
import type { VaultsQuestion } from './read-vaults.ts';

export function callOfVaults({ to, contract, tokenId, rights, chainIds }: VaultsQuestion): Call {
  return {
    path: '/resolve',
    parameters: given([
      ['to', to],
      ['contract', contract],
      ['tokenId', tokenId?.toString()],
      ['rights', rights],
      ['chainIds', chainIds?.join(',')],
    ]),
    functionName: 'resolve',
    fields: given([
      ['to', `'${to}'`],
      ['contract', contract && `'${contract}'`],
      ['tokenId', tokenId !== undefined ? `${tokenId}n` : undefined],
      ['rights', rights && `'${rights}'`],
      ['chainIds', chainIds && `[${chainIds.join(', ')}]`],
    ]),
    imports: [],
    result: ['{ wallets, nextCursor }', 'wallets.map(({ address }) => address), nextCursor'],
    isOfBlock: false,
    caution:
      'A chain with "known": false could not answer, and "next" means there are more vaults. Neither is a no.',
  };
}
