/** The API over a ledger of two chains that a test writes, and a third that nobody has read yet. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { startLedgerApi, UNFOLLOWED } from '@mandate/testing/service/ledger-api';
import type { LimitConfig } from '../../../access/limit/ceilings.ts';

const SERVED = { 1: UNFOLLOWED, 10: UNFOLLOWED, 8453: UNFOLLOWED };

export type FeedApi = Awaited<ReturnType<typeof startFeedApi>>;

export async function startFeedApi(limit: LimitConfig | null = null) {
  const service = await startLedgerApi({ served: SERVED, opened: [1, 8453], block: 0, limit });
  return {
    ...service,
    url: await service.listen(),
    async page(query: string, headers?: Record<string, string>) {
      const { body, text, ...answer } = await service.get(`/changes?${query}`, headers);
      // biome-ignore lint/suspicious/noExplicitAny: tests compare what came with what they expect.
      return { ...(body as any), ...answer, body: text };
    },
  };
}

export async function openStream(
  url: string,
  query = '',
  headers: Record<string, string> = {},
): Promise<IncomingMessage> {
  const options = { agent: false, headers: { accept: 'text/event-stream', ...headers } } as const;
  const [response] = await once(get(`${url}/changes?${query}`, options), 'response');
  // A stream that a test leaves, or that the service ends, breaks for nobody.
  return (response as IncomingMessage).on('error', () => {});
}
