/** A node that says yes to every call. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface LyingNode {
  /** With a word in its path that its operator would not want to be seen. */
  readonly url: string;
  readonly word: string;
  /** The methods it was asked for. */
  readonly asked: readonly string[];
  close(): void;
}

const YES = `0x${'1'.padStart(64, '0')}`;

export async function startLyingNode(chainId: number): Promise<LyingNode> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const { id, method } = JSON.parse(await text(request)) as { id: number; method: string };
    asked.push(method);
    const result = method === 'eth_chainId' ? `0x${chainId.toString(16)}` : YES;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const word = 'paid-by-the-operator';
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/${word}`,
    word,
    asked,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
