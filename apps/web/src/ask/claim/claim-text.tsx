import type { Eligibility, Network } from '@mandate/sdk';
import { Link } from '@tanstack/react-router';
import { Address } from '../../ui/wallet/address.tsx';
import { shorten } from '../../words/shorten.ts';
import { TokenBadge } from '../answer/question-text.tsx';
import { describeMoment, isPast } from '../question/moments.ts';
import type { ClaimQuestion } from './read-claim.ts';

interface ClaimTextProps {
  readonly question: ClaimQuestion;
  /** The standard that the service found. */
  readonly standard: Eligibility['standard'];
  readonly network: Network | undefined;
}

/** Says what was asked, so that an answer never stands alone. */
export function ClaimText({ question, standard, network }: ClaimTextProps) {
  const { wallet, contract, chainId, tokenId, min = 1n, vault, rights, rightsText, moment } = question;
  const found = question.standard ?? standard;
  const link = (address: string, what: string) => (
    <Address value={address} what={what} chainId={chainId}>
      {(short) => (
        <Link to="/explorer/$wallet" params={{ wallet: address }} search={{ chain: chainId }} preload={false}>
          {short}
        </Link>
      )}
    </Address>
  );
  return (
    <div className="question">
      <p className="question__text">
        {isPast(moment) ? 'Could ' : 'May '}
        {link(wallet, 'the address of the wallet')} claim
        {vault ? (
          <> with the tokens of {link(vault, 'the address of the vault')}?</>
        ) : (
          ', with its own tokens or those of vaults?'
        )}
      </p>
      <ul className="question__facts">
        <li className="badge">{network?.name ?? `Chain ${chainId}`}</li>
        <li className="badge mono" data-tip={contract}>
          contract {shorten(contract)}
        </li>
        {found && <li className="badge">{found}</li>}
        {tokenId !== undefined && <TokenBadge tokenId={tokenId} />}
        <li className="badge">At least {min.toLocaleString('en')}</li>
        <li className="badge" data-tip={rights}>
          {rights ? `Right ${rightsText ? `“${rightsText}”` : shorten(rights)}` : 'Full rights'}
        </li>
        {moment && <li className="badge badge--accent">{describeMoment(moment)}</li>}
      </ul>
    </div>
  );
}
