import { memo } from 'react';
import { Address } from '../../components/address.tsx';
import { GrantScope, RightsBadge } from '../../components/grant-scope.tsx';
import { Identicon } from '../../components/identicon.tsx';
import type { Grant } from './grants.ts';
import { WalletLink, type WalletLinkSearch } from './wallet-link.tsx';

interface GrantRowProps {
  readonly grant: Grant;
  readonly index: number;
  readonly measure: (row: HTMLTableRowElement | null) => void;
  readonly explorer: string | null;
  readonly link: WalletLinkSearch;
}

export const GrantRow = memo(function GrantRow({ grant, index, measure, explorer, link }: GrantRowProps) {
  const { counterpart, isSelf, isUnsolicited, rights } = grant;
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
        <GrantScope grant={grant} explorer={explorer} />
      </td>
      <td>
        <RightsBadge rights={rights} />
      </td>
    </tr>
  );
});
