/** Signs in with the wallets of this browser. Loaded on sign-in only. */
import type { Network } from '@mandate/sdk';
import type { Provider } from '@mandate/sdk/transactions';
import { stringToHex } from 'viem';
import { createSiweMessage } from 'viem/siwe';
import { findWallets as findAnnounced } from '../../wallets/find-wallets.ts';
import { askWallet, requestAccount } from '../../wallets/request-account.ts';
import { createNonce, type Session, signIn } from '../session/developer-api.ts';

export interface Wallet {
  readonly id: string;
  readonly name: string;
  /** A data: URL. */
  readonly icon: string | undefined;
  signIn(): Promise<Session>;
}

export async function findWallets(networks: readonly Network[]): Promise<readonly Wallet[]> {
  // Smart wallets sign in on the chain with the lowest id. Other accounts are the same on every chain.
  const [home] = networks.map(({ chainId }) => chainId).toSorted((a, b) => a - b);
  if (!home) throw new Error('The service has no chains.');
  const found = await findAnnounced();
  return found.map(({ id, name, icon, provider }) => ({
    id,
    name,
    icon,
    signIn: () => signInWith(provider, home),
  }));
}

async function signInWith(provider: Provider, chainId: number): Promise<Session> {
  const address = await requestAccount(provider);
  const { nonce, domain, uri, statement } = await createNonce();
  const issuedAt = new Date();
  const message = createSiweMessage({
    ...{ address, nonce, domain, uri, statement },
    ...{ version: '1', chainId, issuedAt },
  });
  const signature = await askWallet(provider, 'personal_sign', [stringToHex(message), address]);
  return signIn(message, signature as `0x${string}`);
}
