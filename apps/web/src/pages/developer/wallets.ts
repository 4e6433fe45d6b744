/** The wallets of this browser (EIP-6963, or the one at `window.ethereum`). Loaded when somebody wants to sign in. */
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
  /** As data. */
  readonly icon: string | undefined;
  signIn(): Promise<Session>;
}

/** Wallets answer the call for them at once; extensions that start late get a moment. */
const ANNOUNCE_MS = 150;

export async function findWallets(networks: readonly Network[]): Promise<readonly Wallet[]> {
  const [home, ...others] = networks.toSorted((a, b) => a.chainId - b.chainId).map(toChain);
  if (!home) throw new Error('The service serves no chain.');
  const config = createConfig({
    chains: [home, ...others],
    connectors: [injected()],
    // Only the wallet is asked, and only for a signature.
    client: ({ chain }) => createClient({ chain, transport: http() }),
    // Who is signed in is known by the session; nothing else is kept.
    storage: null,
  });
  await new Promise((resolve) => setTimeout(resolve, ANNOUNCE_MS));
  const announced = config.connectors.filter(({ type, id }) => type === 'injected' && id !== 'injected');
  const found = announced.length > 0 ? announced : 'ethereum' in window ? config.connectors : [];

  async function signInWith(connector: Connector): Promise<Session> {
    const address = await connectTo(connector);
    const { nonce, domain, uri, statement } = await createNonce();
    // The chain with the lowest id: contracts sign in there, and accounts are the same everywhere.
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
    if (!address) throw new Error('The wallet shows no account. Unlock it and try again.');
    return address;
  }

  return found.map((connector) => ({
    id: connector.uid,
    name: connector.id === 'injected' ? 'Browser wallet' : connector.name,
    icon: connector.icon?.trim().startsWith('data:') ? connector.icon.trim() : undefined,
    signIn: () => signInWith(connector),
  }));
}

/** wagmi wants to know of nodes; these are never asked. */
function toChain({ chainId: id, name }: Network): Chain {
  return defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  });
}
