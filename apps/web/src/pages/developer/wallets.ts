/** Finds the wallets of this browser (EIP-6963 or `window.ethereum`). Loaded on sign-in only. */
import type { Network } from '@mandate/sdk';
import { type Chain, createClient, defineChain, http } from 'viem';
import { createSiweMessage } from 'viem/siwe';
import { type Connector, createConfig } from 'wagmi';
import { connect, signMessage } from 'wagmi/actions';
import { injected } from 'wagmi/connectors/injected';
import { createNonce, type Session, signIn } from './developer-api.ts';

export interface Wallet {
  readonly id: string;
  readonly name: string;
  /** A data: URL. */
  readonly icon: string | undefined;
  signIn(): Promise<Session>;
}

/** Wallets announce themselves at once; this gives slow extensions a moment. */
const ANNOUNCE_MS = 150;

export async function findWallets(networks: readonly Network[]): Promise<readonly Wallet[]> {
  const [home, ...others] = networks.toSorted((a, b) => a.chainId - b.chainId).map(toChain);
  if (!home) throw new Error('The service has no chains.');
  const config = createConfig({
    chains: [home, ...others],
    connectors: [injected()],
    // Never used: only the wallet is asked, and only for a signature.
    client: ({ chain }) => createClient({ chain, transport: http() }),
    // The session knows who is signed in, so nothing is stored.
    storage: null,
  });
  await new Promise((resolve) => setTimeout(resolve, ANNOUNCE_MS));
  const announced = config.connectors.filter(({ type, id }) => type === 'injected' && id !== 'injected');
  const found = announced.length > 0 ? announced : 'ethereum' in window ? config.connectors : [];

  async function signInWith(connector: Connector): Promise<Session> {
    const address = await connectTo(connector);
    const { nonce, domain, uri, statement } = await createNonce();
    // Uses the chain with the lowest id: smart wallets sign in there, and other accounts are the same on
    // every chain.
    const message = createSiweMessage({
      address,
      nonce,
      domain,
      uri,
      statement,
      version: '1',
      chainId: home?.id ?? 1,
      issuedAt: new Date(),
    });
    return signIn(message, await signMessage(config, { message, connector, account: address }));
  }

  async function connectTo(connector: Connector): Promise<`0x${string}`> {
    const isConnected = config.state.connections.has(connector.uid);
    const accounts = isConnected
      ? await connector.getAccounts()
      : (await connect(config, { connector })).accounts;
    const [address] = accounts;
    if (!address) throw new Error('The wallet has no account to show. Unlock it and try again.');
    return address;
  }

  return found.map((connector) => ({
    id: connector.uid,
    name: connector.id === 'injected' ? 'Browser wallet' : connector.name,
    icon: connector.icon?.trim().startsWith('data:') ? connector.icon.trim() : undefined,
    signIn: () => signInWith(connector),
  }));
}

/** wagmi requires a chain definition, but never calls its nodes. */
function toChain({ chainId: id, name }: Network): Chain {
  return defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  });
}
