/** Two local chains, the service that follows them, and the site in a browser: a holder can act there. */
import { type Api, createApi } from '@mandate/api';
import { createLog } from '@mandate/api/log';
import { readChains } from '@mandate/config';
import { type LocalChain, startLocalChain, writeChains } from '@mandate/contracts';
import { startIndexer } from '@mandate/testing/service/service';
import { POLL_MS } from './service.ts';
import { openSite, type Site } from './site.ts';

/** Ethereum and Polygon: both have both registries. */
const CHAIN_IDS = [1, 137] as const;

export type ActingWorld = Awaited<ReturnType<typeof startActingWorld>>;

interface ActingOptions {
  /** Pages of these origins may show the site in a frame. */
  readonly safeAppOrigins?: readonly string[];
}

export async function startActingWorld(options: ActingOptions = {}) {
  const [site, first, second] = await Promise.all([
    openSite(),
    ...CHAIN_IDS.map((chainId) => startLocalChain({ chainId })),
  ] as [Promise<Site>, Promise<LocalChain>, Promise<LocalChain>]);
  const chains = [first, second] as const;
  const indexer = await startIndexer(chains, POLL_MS);
  const catchUp = async () => {
    for (const chain of chains) await indexer.catchUp(chain);
  };
  // No page meets a chain that is still being read.
  await catchUp();
  const api: Api = await createApi({
    databaseUrl: indexer.databaseUrl,
    webDir: site.folder,
    ...options,
    log: createLog('silent'),
    chains: readChains({ CHAINS: writeChains(chains, POLL_MS) }),
  });
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    site,
    chains,
    /** Waits until the service has read both chains. */
    catchUp,
    async close() {
      await site.close();
      api.app.server.closeAllConnections();
      await api.close();
      await indexer.close();
      for (const chain of chains) await chain.stop();
    },
  };
}
