import type { Registry } from '@mandate/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Parameters that stay the same from wallet to wallet. */
export interface WalletLinkSearch {
  readonly chain: number | undefined;
  readonly registry: Registry | undefined;
  readonly at: string | undefined;
}

function keepOf({ chain, registry, at }: WalletLinkSearch) {
  return { ...(chain && { chain }), ...(registry && { registry }), ...(at && { at }) };
}

interface WalletLinkProps {
  readonly wallet: string;
  readonly link: WalletLinkSearch;
  readonly children: ReactNode;
}

export function WalletLink({ wallet, link, children }: WalletLinkProps) {
  return (
    <Link to="/explorer/$wallet" params={{ wallet }} search={keepOf(link)} preload={false}>
      {children}
    </Link>
  );
}
