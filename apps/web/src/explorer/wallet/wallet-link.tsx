import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

interface WalletLinkProps {
  readonly wallet: string;
  /** The selected time, which stays the same from wallet to wallet. */
  readonly at: string | undefined;
  readonly children: ReactNode;
}

/** A plain link: the router's own follows every change of the URL, which is slow in a list that is filtered. */
export function WalletLink({ wallet, at, children }: WalletLinkProps) {
  const navigate = useNavigate();
  const search = at ? { at } : {};
  const go = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate({ to: '/explorer/$wallet', params: { wallet }, search });
  };
  const query = at ? `?${new URLSearchParams(search)}` : '';
  return (
    <a href={`/explorer/${wallet}${query}`} onClick={go}>
      {children}
    </a>
  );
}
