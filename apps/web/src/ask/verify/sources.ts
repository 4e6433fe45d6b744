/** Sources of block hashes: the wallets of this browser, and the operator's public node. */
import type { Network } from '@mandate/sdk';
import { findWallets } from '../../wallets/find-wallets.ts';

interface Call {
  readonly method: string;
  readonly params?: readonly unknown[];
}

export interface Source {
  readonly id: string;
  readonly name: string;
  /** The visitor chose the wallet; the operator chose the node. */
  readonly type: 'wallet' | 'node';
  request(call: Call): Promise<unknown>;
}

const TIMEOUT_MS = 15_000;

/** Lists wallets first: visitors trust them more than a node that the operator chose. */
export async function findSources(network: Network | undefined): Promise<Source[]> {
  const node = network?.publicNode;
  const wallets = (await findWallets()).map(
    ({ id, name, provider }): Source => ({
      id,
      name,
      type: 'wallet',
      request: (call) => provider.request(call),
    }),
  );
  return [...wallets, ...(node ? [createNodeSource(node)] : [])];
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
