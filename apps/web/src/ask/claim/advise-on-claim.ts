/** Says what would let a wallet claim. */
import type { Eligibility } from '@mandate/sdk';
import type { YesAdvice } from '../answer/describe-yes.ts';
import { isPast } from '../question/moments.ts';
import { writeTokens } from './describe-eligibility.ts';
import type { ClaimQuestion } from './read-claim.ts';

export function adviseOnClaim(
  question: ClaimQuestion,
  { balance, standard }: Pick<Eligibility, 'balance' | 'standard'>,
): YesAdvice {
  const { wallet, contract, chainId, tokenId, min = 1n, vault, rights, rightsText, moment } = question;
  if (isPast(moment))
    return {
      sentences: ['The past does not change. Balances and delegations count from their own block on.'],
      grant: null,
    };
  const missing = writeTokens(min - balance, standard);
  const right = rightsText ?? rights;
  return {
    sentences: [
      vault
        ? `It becomes a yes once the vault holds what is missing (${missing}) and its delegation to the wallet covers it.`
        : `It becomes a yes once the wallet holds what is missing (${missing}), or once a vault that holds it delegates to the wallet.`,
      'Tokens count as far as a delegation covers them, in either registry on this chain.',
    ],
    grant: {
      chain: chainId,
      kind: tokenId !== undefined && standard === 'ERC721' ? 'erc721' : 'contract',
      to: wallet,
      contract,
      ...(vault && { from: vault }),
      ...(tokenId !== undefined && standard === 'ERC721' && { token: tokenId.toString() }),
      ...(right && { rights: right }),
    },
  };
}
