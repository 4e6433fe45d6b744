/** The app with a wallet: buttons that grant and revoke what the first check asks about. */
import { useGrant, useRevoke } from '@mandate/react/wagmi';
import { QueryClient } from '@tanstack/react-query';
import { createElement as h, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createConfig, http, injected, useConnect, WagmiProvider } from 'wagmi';
import { mainnet } from 'wagmi/chains';
import { App, type Setup } from './app.ts';

const { document, setup } = globalThis as unknown as {
  document: { getElementById(id: string): unknown };
  setup: Setup & { readonly nodeUrl: string };
};
const config = createConfig({
  chains: [mainnet],
  connectors: [injected()],
  // A wallet that announces itself would be connected at once.
  multiInjectedProviderDiscovery: false,
  transports: { [mainnet.id]: http(setup.nodeUrl) },
  pollingInterval: 100,
});

function Wallet(): ReactNode {
  const { connect, connectors } = useConnect();
  const [grant, revoke] = [useGrant(), useRevoke()];
  const delegation = { registry: 'v2', type: 'all', to: setup.to } as const;
  const [connector] = connectors;
  const said = [grant, revoke].map(({ status, data, error }) =>
    error
      ? error.message.split('\n', 1)
      : data
        ? `${status} in ${data.block}, indexed: ${data.isIndexed}`
        : status,
  );
  return h(
    'div',
    null,
    h('button', { type: 'button', onClick: () => connector && connect({ connector }) }, 'Connect'),
    h('button', { type: 'button', onClick: () => grant.mutate(delegation) }, 'Grant'),
    h('button', { type: 'button', onClick: () => revoke.mutate(delegation) }, 'Revoke'),
    h('p', { id: 'grant' }, said[0]),
    h('p', { id: 'revoke' }, said[1]),
  );
}

const queryClient = new QueryClient();
const app = h(App, { setup, queryClient }, h(Wallet));
createRoot(document.getElementById('root') as never).render(h(WagmiProvider, { config }, app));
