import {
  type Block,
  describeRights,
  type Eligibility,
  type Holder,
  kindOf,
  type TimedGrant,
} from '@mandate/sdk';
import { Link } from '@tanstack/react-router';
import { Expiry } from '../../ui/time/expiry.tsx';
import { Identicon } from '../../ui/wallet/identicon.tsx';
import { WalletAddress } from '../../ui/wallet/wallet-address.tsx';
import { GrantBox } from '../answer/reasons.tsx';
import type { CheckSearch } from '../question/check-search.ts';
import { writeTokens } from './describe-eligibility.ts';

interface HolderItemProps {
  readonly holder: Holder;
  /** True for the wallet that was asked about. */
  readonly isItself: boolean;
  readonly standard: Eligibility['standard'];
  /** The wallet that was asked about. */
  readonly wallet: string;
  /** The block of the answer. */
  readonly block: Block;
  readonly explorer: string | null;
}

/** Shows a holder, what counts of its tokens, and the delegations that let them count. */
export function HolderItem({ holder, isItself, standard, wallet, block, explorer }: HolderItemProps) {
  const { address, balance, tokenIds, grants } = holder;
  const { chainId } = block;
  return (
    <div className="stack stack--m">
      <div className="row row--apart">
        <div className="row">
          <Identicon address={address} />
          <WalletAddress
            wallet={address}
            chainId={chainId}
            what={isItself ? 'the address of the wallet' : 'the address of the vault'}
          />
          <span className="badge">{isItself ? 'This wallet' : 'Vault'}</span>
        </div>
        <strong className="digits">{writeTokens(balance, standard)}</strong>
      </div>
      {tokenIds && tokenIds.length > 0 && (
        <ul className="row" aria-label="Token ids">
          {tokenIds.map((tokenId) => (
            <li key={tokenId.toString()} className="badge mono digits">
              #{tokenId.toString()}
            </li>
          ))}
        </ul>
      )}
      {grants.length > 0 && (
        <ul className="stack stack--m" aria-label="Delegations">
          {grants.map((grant) => (
            <li key={keyOf(grant)}>
              <GrantBox grant={grant} chainId={chainId} explorer={explorer}>
                since block {grant.block.toLocaleString('en')}
                {grant.expiresAt !== null && <Expiry seconds={grant.expiresAt} />}.{' '}
                <Link to="/check" search={checkOf(grant, block, address, wallet)} preload={false}>
                  Check and verify this delegation
                </Link>
              </GrantBox>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const keyOf = ({ registry, type, contract, tokenId, rights }: TimedGrant) =>
  `${registry} ${type} ${contract} ${tokenId} ${rights}`;

/** Returns the check that a delegation answers, whose answer can be verified: at the same block, with the rights that it names. */
function checkOf(grant: TimedGrant, block: Block, from: string, to: string): CheckSearch {
  const { registry, contract, tokenId, rights } = grant;
  const isLimited = rights !== null && describeRights(rights).form !== 'full';
  return {
    chain: block.chainId,
    registry,
    kind: kindOf(grant),
    to,
    from,
    ...(contract && { contract }),
    ...(tokenId !== null && { tokenId: tokenId.toString() }),
    ...(isLimited && { rights }),
    when: 'block',
    at: String(block.number),
  };
}
