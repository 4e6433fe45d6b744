/** Code that uses a new key. A secret key stays out of it: code is pasted into files that others read. */
import type { KeyKind } from '../session/developer-api.ts';

export interface Snippet {
  readonly title: string;
  readonly code: string;
}

export interface SnippetOptions {
  readonly kind: KeyKind;
  readonly key: string;
  /** The operations that the key is for. `null` for all. */
  readonly operations: readonly string[] | null;
  readonly baseUrl: string;
  /** A wallet to ask about. */
  readonly wallet: string;
}

/** Writes code that finds the vaults of a wallet, and none for a key that is not for this question. */
export function writeKeySnippets({
  kind,
  key,
  operations,
  baseUrl,
  wallet,
}: SnippetOptions): readonly Snippet[] {
  if (operations && !operations.includes('resolve')) return [];
  return kind === 'publishable' ? forPages(key, baseUrl, wallet) : forServers(baseUrl, wallet);
}

function forPages(key: string, baseUrl: string, wallet: string): readonly Snippet[] {
  return [
    { title: 'fetch', code: writeFetch(baseUrl, wallet, `'${key}'`) },
    {
      title: '@mandate/react',
      code: `import { MandateProvider, useVaults } from '@mandate/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';

const queries = new QueryClient();

export const App = () => (
  <QueryClientProvider client={queries}>
    <MandateProvider baseUrl="${baseUrl}" apiKey="${key}">
      <Vaults wallet="${wallet}" />
    </MandateProvider>
  </QueryClientProvider>
);

function Vaults({ wallet }) {
  const { answer } = useVaults({ to: wallet });
  if (answer.status === 'loading') return <p>Asking…</p>;
  if (answer.status === 'unknown') return <p>Not known right now: {answer.detail}</p>;
  return answer.vaults.map(({ address }) => <p key={address}>{address}</p>);
}
`,
    },
  ];
}

function forServers(baseUrl: string, wallet: string): readonly Snippet[] {
  return [
    { title: 'fetch', code: writeFetch(baseUrl, wallet, 'process.env.MANDATE_API_KEY') },
    {
      title: '@mandate/sdk',
      code: `import { createClient, resolve } from '@mandate/sdk';

const client = createClient({
  baseUrl: '${baseUrl}',
  apiKey: process.env.MANDATE_API_KEY,
});
const { wallets } = await resolve(client, { to: '${wallet}' });
console.log(wallets);
`,
    },
  ];
}

function writeFetch(baseUrl: string, wallet: string, key: string): string {
  return `const answer = await fetch('${baseUrl}/resolve?to=${wallet}', {
  headers: { 'X-API-KEY': ${key} },
});
// An error means "unknown", never "no".
if (!answer.ok) throw new Error(\`The answer was \${answer.status}\`);
const { wallets } = await answer.json();
console.log(wallets);
`;
}
