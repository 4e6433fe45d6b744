/** A proxy between the indexer and a node that misbehaves as providers do. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const BATCH_TOO_LARGE = JSON.stringify({
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_600, message: 'batch too large' },
});

interface RpcCall {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

interface RpcFault {
  readonly code: number;
  readonly message: string;
}

/** A fault. It counts its actions, so that a scenario can prove that it happened. */
export interface Fault {
  /** Answers the whole request with 429. */
  readonly limits?: () => boolean;
  /** Answers one call with an error. */
  readonly refuses?: (call: RpcCall) => RpcFault | null;
  /** Rejects a request with more calls than this, with Geth's message. */
  readonly maxBatchCalls?: number;
  /** Delays every answer. */
  readonly latencyMs?: number;
}

export interface FaultyProxy {
  readonly url: string;
  readonly counts: { requests: number; limited: number; refused: number };
  setFault(fault: Fault): void;
  /** Stops listening and cuts every connection. */
  close(): Promise<void>;
  open(): Promise<void>;
}

export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const counts = { requests: 0, limited: 0, refused: 0 };
  let fault: Fault = {};
  const server = createServer((request, response) => {
    // A disconnected client is not our error.
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readText(request);
    counts.requests++;
    if (fault.limits?.()) {
      counts.limited++;
      response.writeHead(429, { 'retry-after': '1', 'content-type': 'text/plain' }).end('Too many requests');
      return;
    }
    if (fault.latencyMs) await delay(fault.latencyMs);
    const asked = JSON.parse(body) as RpcCall | readonly RpcCall[];
    if (Array.isArray(asked) && asked.length > (fault.maxBatchCalls ?? Number.POSITIVE_INFINITY)) {
      counts.refused += asked.length;
      response.writeHead(200, { 'content-type': 'application/json' }).end(BATCH_TOO_LARGE);
      return;
    }
    const answered = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const text = replaceRefused(asked, await answered.text());
    response.writeHead(answered.status, { 'content-type': 'application/json' }).end(text);
  }

  function replaceRefused(asked: RpcCall | readonly RpcCall[], answered: string): string {
    const errors = new Map<unknown, RpcFault>();
    for (const call of [asked].flat() as RpcCall[]) {
      const error = fault.refuses?.(call);
      if (error) errors.set(call.id, error);
    }
    if (errors.size === 0) return answered;
    counts.refused += errors.size;
    const replace = (answer: { id: unknown }) => {
      const error = errors.get(answer.id);
      return error ? { jsonrpc: '2.0', id: answer.id, error } : answer;
    };
    const answers: unknown = JSON.parse(answered);
    return JSON.stringify(
      Array.isArray(answers) ? answers.map(replace) : replace(answers as { id: unknown }),
    );
  }

  async function listen(port: number): Promise<number> {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  const port = await listen(0);
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    setFault(next) {
      fault = next;
    },
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
    async open() {
      await listen(port);
    },
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Rejects log requests over more blocks than this, with the message of a provider's free plan. */
export function createNarrowRanges(maxBlocks: number): Fault {
  return {
    refuses({ method, params }) {
      const [filter] = params as [{ fromBlock?: string; toBlock?: string } | undefined];
      if (method !== 'eth_getLogs' || !filter?.fromBlock || !filter.toBlock) return null;
      const first = Number(filter.fromBlock);
      if (Number(filter.toBlock) - first < maxBlocks) return null;
      const allowed = `[${filter.fromBlock}, 0x${(first + maxBlocks - 1).toString(16)}]`;
      return {
        code: -32_600,
        message:
          `Under the Free tier plan, you can make eth_getLogs requests with up to a ${maxBlocks} block ` +
          `range. Based on your parameters, this block range should work: ${allowed}.`,
      };
    },
  };
}
