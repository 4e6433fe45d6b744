import type { Client } from '@mandate/sdk';
import { createContext, useContext } from 'react';
import type { Feed } from './feed/create-feed.ts';

export interface Mandate {
  readonly client: Client;
  readonly feed: Feed;
  readonly pollMs: number;
}

export const MandateContext = createContext<Mandate | null>(null);

export function useMandate(): Mandate {
  const mandate = useContext(MandateContext);
  if (!mandate)
    throw new Error('There is no MandateProvider. Put one around the components that use its hooks.');
  return mandate;
}
