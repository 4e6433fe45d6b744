/** The API with a read model beside it, over a ledger that a test writes. */
import type { ConfiguredChain } from '@mandate/config';
import { followLedger, openReadModel } from '@mandate/read-model';
import { until } from '@mandate/testing/until';
import { pino } from 'pino';
import { createApi } from '../app.ts';

export type ReadModelApi = Awaited<ReturnType<typeof startReadModelApi>>;

/** It listens. Without a folder there is no read model. */
export async function startReadModelApi(
  databaseUrl: string,
  dir: string | null,
  chains: readonly ConfiguredChain[],
) {
  const log = pino({ level: 'silent' });
  const opened = dir === null ? null : openReadModel({ dir });
  const chainIds = chains.map(({ chainId }) => chainId);
  let follower = opened && followLedger({ readModel: opened, databaseUrl, chainIds, log });
  const readModel = opened &&
    follower && { ...opened, problem: follower.problem, isFollowing: follower.isFollowing };
  const api = await createApi({ databaseUrl, chains, readModel, log });
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  async function stopFollowing(): Promise<void> {
    const stopped = follower;
    follower = null;
    await stopped?.close();
  }
  return {
    url,
    /** Leaves the copy as it is, whatever happens to the ledger. */
    stopFollowing,
    isReady: async () => (await api.admin.ready()).isReady,
    /** How many checks the read model has answered. */
    async countRead() {
      const metrics = await api.admin.metrics();
      return Number(/^mandate_api_checks_total\{source="read_model"\} (\d+)$/m.exec(metrics)?.[1]);
    },
    /** How many pages of lists were read, by their source. */
    async countPages() {
      const counts = (await api.admin.metrics()).matchAll(
        /^mandate_api_list_pages_total\{source="(\w+)"\} (\d+)$/gm,
      );
      return Object.fromEntries(Array.from(counts, ([, source, count]) => [source, Number(count)]));
    },
    async close() {
      await api.close();
      await stopFollowing();
      await opened?.close();
    },
  };
}

export interface Said {
  /** `200`, or the status and the code of the problem. */
  readonly code: string;
  readonly body: string;
  /** The block that was answered for. */
  readonly block: number | null;
  readonly headers: Headers;
}

export async function ask(url: string, path: string): Promise<Said> {
  const response = await fetch(url + path);
  const { status, headers } = response;
  const body = await response.text();
  if (status === 200) return { code: '200', body, block: Number(headers.get('x-block-number')), headers };
  return { code: `${status} ${JSON.parse(body).code}`, body, block: null, headers };
}

/** Until this check is answered by the read model. */
export async function untilReading({ url, countRead }: ReadModelApi, path: string): Promise<void> {
  await until('the read model answers', async () => {
    const before = await countRead();
    const { code } = await ask(url, path);
    return code === '200' && (await countRead()) > before;
  });
}
