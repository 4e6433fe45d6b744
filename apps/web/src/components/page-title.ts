import { useEffect } from 'react';

/** The first page has no title of its own. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Mandate` : 'Mandate: who may act for a wallet';
  }, [title]);
}
