import type { Eligibility, Holder, TimedGrant } from '@mandate/sdk';
import { Link } from '@tanstack/react-router';
import { Address } from '../../components/address.tsx';
import { Expiry } from '../../components/expiry.tsx';
import { GrantScope, RightsBadge } from '../../components/grant-scope.tsx';
import { kindOf } from '../../components/grant-words.ts';
import { Identicon } from '../../components/identicon.tsx';
import { writeTokens } from './describe-eligibility.ts';

interface HolderItemProps {
  readonly holder: Holder;
  /** True for the wallet that was asked about. */
  readonly isItself: boolean;
  readonly standard: Eligibility['standard'];
  readonly chainId: number;
  readonly explorer: string | null;
}

/** Shows a holder, what counts of its tokens, and the delegations that let them count. */
export function HolderItem({ holder, isItself, standard, chainId, explorer }: HolderItemProps) {
  const { address, balance, tokenIds, grants } = holder;
  return (
    <div className="holder">
      <div className="holder__head">
        <div className="holder__name">
          <Identicon address={address} />
          <Address value={address} what={isItself ? 'the address of the wallet' : 'the address of the vault'}>
            {(short) => (
              <Link
                to="/explorer/$wallet"
                params={{ wallet: address }}
                search={{ chain: chainId }}
                preload={false}
              >
                {short}
              </Link>
            )}
          </Address>
          <span className="badge">{isItself ? 'This wallet' : 'Vault'}</span>
        </div>
        <p className="holder__balance digits">{writeTokens(balance, standard)}</p>
      </div>
      {tokenIds && tokenIds.length > 0 && (
        <ul className="holder__tokens" aria-label="Token ids">
          {tokenIds.map((tokenId) => (
            <li key={tokenId.toString()} className="badge mono digits">
              #{tokenId.toString()}
            </li>
          ))}
        </ul>
      )}
      {grants.length > 0 && (
        <ul className="holder__grants" aria-label="Delegations">
          {grants.map((grant) => (
            <li key={keyOf(grant)}>
              <GrantItem grant={grant} explorer={explorer} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function GrantItem({ grant, explorer }: { grant: TimedGrant; explorer: string | null }) {
  return (
    <div className="reason">
      <GrantScope grant={{ ...grant, kind: kindOf(grant) }} explorer={explorer} />
      <div className="reason__facts">
        <RightsBadge rights={grant.rights} />
        <span className="badge">Registry {grant.registry}</span>
      </div>
      <p className="reason__since">
        since block {grant.block.toLocaleString('en')}
        {grant.expiresAt !== null && <Expiry seconds={grant.expiresAt} />}
      </p>
    </div>
  );
}

const keyOf = ({ registry, type, contract, tokenId, rights }: TimedGrant) =>
  `${registry} ${type} ${contract} ${tokenId} ${rights}`;
