import { MandateProvider } from '@mandate/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createConfig, http, mock, WagmiProvider } from 'wagmi';
import { mainnet } from 'wagmi/chains';
import { App } from './app.tsx';

/** In development, a visitor of the sample world: mira.eth, whose vault holds the tokens. */
const MIRA = mock({ accounts: ['0x0Fc4877012AE7e84f9226B7E1F70dF18aA9AEf2d'] });

/** wagmi adds the wallets that the browser announces (EIP-6963). */
const config = createConfig({
  chains: [mainnet],
  connectors: import.meta.env.DEV ? [MIRA] : [],
  transports: { [mainnet.id]: http() },
});
const queryClient = new QueryClient();
const { VITE_MANDATE_URL: url = 'http://localhost:8080', VITE_MANDATE_KEY: key } = import.meta.env;

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <WagmiProvider config={config}>
      <QueryClientProvider client={queryClient}>
        <MandateProvider baseUrl={url} apiKey={key}>
          <App />
        </MandateProvider>
      </QueryClientProvider>
    </WagmiProvider>
  </StrictMode>,
);
