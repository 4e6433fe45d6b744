import { useEffect } from 'react';

/** The home page has no title of its own. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Mandate` : 'Mandate: see and end who can act for you';
  }, [title]);
}
