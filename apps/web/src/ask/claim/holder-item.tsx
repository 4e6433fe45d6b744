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
import { Address } from '../../ui/wallet/address.tsx';
import { GrantScope, RightsBadge } from '../../ui/wallet/grant-scope.tsx';
import { Identicon } from '../../ui/wallet/identicon.tsx';
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
    <div className="holder">
      <div className="holder__head">
        <div className="holder__name">
          <Identicon address={address} />
          <Address
            value={address}
            chainId={chainId}
            what={isItself ? 'the address of the wallet' : 'the address of the vault'}
          >
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
              <GrantItem grant={grant} check={checkOf(grant, block, address, wallet)} explorer={explorer} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface GrantItemProps {
  readonly grant: TimedGrant;
  /** The check that this delegation answers. Its answer can be verified. */
  readonly check: CheckSearch;
  readonly explorer: string | null;
}

function GrantItem({ grant, check, explorer }: GrantItemProps) {
  return (
    <div className="reason">
      <GrantScope grant={{ ...grant, kind: kindOf(grant) }} chainId={check.chain} explorer={explorer} />
      <div className="reason__facts">
        <RightsBadge rights={grant.rights} />
        <span className="badge">Registry {grant.registry}</span>
      </div>
      <p className="reason__since">
        since block {grant.block.toLocaleString('en')}
        {grant.expiresAt !== null && <Expiry seconds={grant.expiresAt} />}.{' '}
        <Link to="/check" search={check} preload={false}>
          Check and verify this delegation
        </Link>
      </p>
    </div>
  );
}

const keyOf = ({ registry, type, contract, tokenId, rights }: TimedGrant) =>
  `${registry} ${type} ${contract} ${tokenId} ${rights}`;

/** Asks for the same delegation at the same block, with the rights that it names. */
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
