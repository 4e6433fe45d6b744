/** A node that behaves like a provider's: it delays each answer and counts every call. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

export interface MeteredNode {
  readonly url: string;
  /** Returns the calls since the last count, by method. */
  count(): ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

interface Call {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Blocks of busy chains have full blooms, so each of them may contain an event of the registries. */
const FULL_BLOOM = `0x${'ff'.repeat(256)}`;

export async function startMeteredNode(upstreamUrl: string, latencyMs: number): Promise<MeteredNode> {
  let counts = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const calls = [JSON.parse(body)].flat() as Call[];
    for (const call of calls) counts.set(nameOf(call), (counts.get(nameOf(call)) ?? 0) + 1);
    const [answer] = await Promise.all([
      fetch(upstreamUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
      delay(latencyMs),
    ]);
    const said = await answer.text();
    // The blooms of receipts are part of their root, so they stay unchanged.
    const shown = calls.some(({ method }) => method === 'eth_getBlockReceipts')
      ? said
      : said.replaceAll(/("logsBloom":")0x[0-9a-f]+/g, `$1${FULL_BLOOM}`);
    response.setHeader('content-type', 'application/json').end(shown);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count() {
      const counted = counts;
      counts = new Map();
      return counted;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Block tags and numbers use the same method, so this separates them. */
function nameOf({ method, params: [first] }: Call): string {
  return method === 'eth_getBlockByNumber' && !String(first).startsWith('0x') ? `${method} ${first}` : method;
}
