import { memo } from 'react';
import { Address } from '../../components/address.tsx';
import { Identicon } from '../../components/identicon.tsx';
import { type Grant, isUnlimited, KIND_NAMES, writeAmount } from './grants.ts';
import { WalletLink, type WalletLinkSearch } from './wallet-link.tsx';

interface GrantRowProps {
  readonly grant: Grant;
  readonly index: number;
  readonly measure: (row: HTMLTableRowElement | null) => void;
  readonly explorer: string | null;
  readonly link: WalletLinkSearch;
}

export const GrantRow = memo(function GrantRow({ grant, index, measure, explorer, link }: GrantRowProps) {
  const { counterpart, isSelf, isUnsolicited, rights, rightsText, isLimited } = grant;
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2}>
      <td>
        <div className="grant-table__who">
          <Identicon address={counterpart} />
          <div>
            <Address value={counterpart} what="the address of the wallet">
              {(short) => (
                <WalletLink wallet={counterpart} link={link}>
                  {short}
                </WalletLink>
              )}
            </Address>
            {isSelf && <span className="badge">This wallet itself</span>}
            {isUnsolicited && <span className="badge badge--warn">Unsolicited</span>}
          </div>
        </div>
      </td>
      <td>
        <Scope grant={grant} explorer={explorer} />
      </td>
      <td>
        <span
          className={isLimited ? 'badge' : 'badge badge--accent'}
          {...(isLimited && rights && { 'data-tip': rights })}
        >
          {rightsText}
        </span>
      </td>
    </tr>
  );
});

function Scope({ grant, explorer }: { grant: Grant; explorer: string | null }) {
  const { kind, contract, tokenId, amount } = grant;
  return (
    <div className="grant-table__scope">
      <span>
        {tokenId === null ? KIND_NAMES[kind] : `${KIND_NAMES[kind]} `}
        {tokenId !== null && <span className="mono digits">#{tokenId.toString()}</span>}
      </span>
      {amount !== null && (
        <span className="grant-table__amount">
          {!isUnlimited(amount) && 'up to '}
          <span className="mono digits">{writeAmount(amount)}</span>
          {kind === 'erc20' && !isUnlimited(amount) && ' base units'}
        </span>
      )}
      {contract && (
        <span className="grant-table__contract">
          of{' '}
          <Address value={contract} what="the address of the contract">
            {(short) =>
              explorer ? (
                <a href={`${explorer}/address/${contract}`} target="_blank" rel="noreferrer">
                  {short}
                </a>
              ) : (
                short
              )
            }
          </Address>
        </span>
      )}
    </div>
  );
}
