/** Sources of block hashes: wallets of this browser (EIP-6963 or `window.ethereum`), and the operator's public node. */
import type { Network } from '@mandate/sdk';

interface Call {
  readonly method: string;
  readonly params?: readonly unknown[];
}

interface Provider {
  request(call: Call): Promise<unknown>;
}

export interface Source {
  readonly id: string;
  readonly name: string;
  /** The visitor chose the wallet; the operator chose the node. */
  readonly type: 'wallet' | 'node';
  request(call: Call): Promise<unknown>;
}

/** Wallets announce themselves at once; this gives slow extensions a moment. */
const ANNOUNCE_MS = 150;
const TIMEOUT_MS = 15_000;

interface Announced {
  readonly info: { readonly uuid: string; readonly name: string };
  readonly provider: Provider;
}

/** Lists wallets first: visitors trust them more than a node that the operator chose. */
export async function findSources(network: Network | undefined): Promise<Source[]> {
  const node = network?.publicNode;
  return [...(await findWallets()), ...(node ? [createNodeSource(node)] : [])];
}

async function findWallets(): Promise<Source[]> {
  const found = new Map<string, Source>();
  const listen = (event: Event) => {
    const { info, provider } = (event as CustomEvent<Announced>).detail;
    const request = (call: Call) => provider.request(call);
    found.set(info.uuid, { id: info.uuid, name: info.name, type: 'wallet', request });
  };
  addEventListener('eip6963:announceProvider', listen);
  dispatchEvent(new Event('eip6963:requestProvider'));
  await wait(ANNOUNCE_MS);
  removeEventListener('eip6963:announceProvider', listen);
  if (found.size > 0) return [...found.values()];
  const { ethereum } = window as { ethereum?: Provider };
  if (!ethereum) return [];
  const request = (call: Call) => ethereum.request(call);
  return [{ id: 'injected', name: 'Browser wallet', type: 'wallet', request }];
}

function createNodeSource(url: string): Source {
  const name = new URL(url).host;
  return {
    id: url,
    name,
    type: 'node',
    async request({ method, params = [] }) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch(() => {
        throw new Error(`${name} does not answer.`);
      });
      const { result, error } = (await answer.json().catch(() => ({}))) as {
        result?: unknown;
        error?: { message?: string };
      };
      if (error) throw new Error(`${name} refuses: ${error.message ?? 'no reason given'}`);
      if (result === undefined) throw new Error(`${name} answers with status ${answer.status}.`);
      return result;
    },
  };
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
