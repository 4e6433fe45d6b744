import type { Eligibility, Network } from '@mandate/sdk';
import { WalletAddress } from '../../ui/wallet/wallet-address.tsx';
import { Asked } from '../answer/question-text.tsx';
import { isPast } from '../question/moments.ts';
import type { ClaimQuestion } from './read-claim.ts';

interface ClaimTextProps {
  readonly question: ClaimQuestion;
  /** The standard that the service found. */
  readonly standard: Eligibility['standard'];
  readonly network: Network | undefined;
}

/** Says what was asked, so that an answer never stands alone. */
export function ClaimText({ question, standard, network }: ClaimTextProps) {
  const { wallet, chainId, min = 1n, vault, moment } = question;
  const found = question.standard ?? standard;
  return (
    <Asked
      question={question}
      network={network}
      facts={[...(found ? [found] : []), `At least ${min.toLocaleString('en')}`]}
      hasRights
    >
      {isPast(moment) ? 'Could ' : 'May '}
      <WalletAddress wallet={wallet} chainId={chainId} /> claim
      {vault ? (
        <>
          {' '}
          with the tokens of{' '}
          <WalletAddress wallet={vault} what="the address of the vault" chainId={chainId} />?
        </>
      ) : (
        ', with its own tokens or those of vaults?'
      )}
    </Asked>
  );
}
