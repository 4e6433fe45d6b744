/** The service with its site and accounts, over a local chain and one that nobody follows. */

import { createSecretKey, randomBytes } from 'node:crypto';
import { type Api, createApi } from '@mandate/api';
import { issueKey } from '@mandate/api/keys';
import { createLog } from '@mandate/api/log';
import { readChains } from '@mandate/config';
import { type LocalChain, writeChains, writeOf } from '@mandate/contracts';
import type { Delegation } from '@mandate/core';
import { createKeyStore } from '@mandate/store';
import { findFreePort } from '@mandate/testing/process/find-free-port';
import { startIndexer } from '@mandate/testing/service/service';

/** A journey waits for few blocks, and asking for them 20 times a second takes time from its pages. */
export const POLL_MS = 150;
const PEPPER = { version: 1, secret: createSecretKey(randomBytes(32)) };
/** Supported but never indexed. */
export const UNFOLLOWED = 10;

export type WebService = Awaited<ReturnType<typeof startWebService>>;

interface WebServiceOptions {
  readonly webDir?: string;
  readonly docsDir?: string;
  /** A node that browsers may ask. */
  readonly publicNode?: string;
  /** Pages of these origins may show the site in a frame. */
  readonly safeAppOrigins?: readonly string[];
  /** `false` if only the local chain, so that questions about all chains have an answer. */
  readonly hasUnfollowed?: boolean;
}

export async function startWebService(
  chain: LocalChain,
  { publicNode, hasUnfollowed = true, ...folders }: WebServiceOptions,
) {
  const port = await findFreePort();
  // Without https, browsers keep session cookies only under this name.
  const url = `http://localhost:${port}`;
  const indexer = await startIndexer([chain], POLL_MS);
  let api: Api | null = null;

  async function start({ withAccounts = true, isWhole = !hasUnfollowed } = {}): Promise<void> {
    const chains = {
      ...JSON.parse(writeChains([{ ...chain, ...(publicNode ? { publicNode } : {}) }], POLL_MS)),
      ...(!isWhole ? { [UNFOLLOWED]: { nodes: ['http://127.0.0.1:1'] } } : {}),
    };
    api = await createApi({
      databaseUrl: indexer.databaseUrl,
      publicUrl: url,
      ...folders,
      log: createLog('silent'),
      peppers: withAccounts ? [PEPPER] : [],
      webhooks: { keys: [PEPPER], privateHosts: [] },
      chains: readChains({ CHAINS: JSON.stringify(chains) }),
    });
    await api.app.listen({ host: '127.0.0.1', port });
  }

  async function stop(): Promise<void> {
    api?.app.server.closeAllConnections();
    await api?.close();
    api = null;
  }

  async function write(delegations: readonly Delegation[], ends: boolean): Promise<void> {
    for (const delegation of delegations) await chain.send(writeOf(chain, delegation, ends));
    await chain.mine();
    await indexer.catchUp(chain);
  }

  await start();
  return {
    url,
    database: indexer.database,
    /** Grants these and waits until the service has indexed them. */
    grant: (delegations: readonly Delegation[]) => write(delegations, false),
    /** Revokes these and waits until the service has indexed it. */
    revoke: (delegations: readonly Delegation[]) => write(delegations, true),
    /** Creates a key for pages of these origins. */
    async createPublishableKey(...origins: string[]) {
      const { key, ...fields } = issueKey([PEPPER], 'publishable');
      const rest = { name: 'page', owner: null, expiresAt: null, kind: 'publishable', origins } as const;
      await createKeyStore(indexer.database).create({ ...fields, ...rest });
      return key;
    },
    /** Mines an empty block. */
    mine: () => chain.mine(),
    start,
    /** Stops only the API: the indexer continues. */
    stop,
    async close() {
      await stop();
      await indexer.close();
    },
  };
}
