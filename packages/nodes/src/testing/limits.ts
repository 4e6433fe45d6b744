/** For tests: the ways in which honest nodes refuse requests. All are deterministic. */
import type { ServerResponse } from 'node:http';
import type { Call } from '@mandate/testing/chain/fake-node';
import type { Behaviour } from '@mandate/testing/chain/misbehaving-node';
import type { Hex } from 'viem';

/** Refuses batches of more calls than this, with an HTTP status and a body. */
export function refuseBatches(limit: number, status: number, body: string): Behaviour {
  return {
    respond(response, calls) {
      if (calls.length <= limit) return false;
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      return true;
    },
  };
}

/** Refuses the first of every few requests, a number of times, like a rate limit. */
export function limitSome(
  oneIn: number,
  times: number,
  refuse: (response: ServerResponse, calls: readonly Call[]) => void,
): Behaviour {
  let requests = 0;
  let left = times;
  return {
    respond(response, calls) {
      if (requests++ % oneIn !== 1 || left-- <= 0) return false;
      refuse(response, calls);
      return true;
    },
  };
}

/** Makes each call of a request reach another server: one that behaves, or one that does not. */
export function spread({ answer }: Behaviour): Behaviour {
  let calls = 0;
  return {
    // Not every second call: retries would always reach the same server.
    answer: (call, honest, context) => {
      const isOther = Math.floor(++calls * 0.618) % 2 === 0;
      return answer && isOther ? answer(call, honest, context) : honest;
    },
  };
}

/** Has the state of the last blocks only, and refuses older ones with this message. */
export function keepState(blocks: number, message: string): Behaviour {
  return {
    async answer({ method, params: [, , at] }, honest, { ask }) {
      if (method !== 'eth_getStorageAt') return honest;
      const { blockHash } = at as { blockHash: Hex };
      const head = Number(await ask('eth_blockNumber'));
      const { number } = (await ask('eth_getBlockByHash', blockHash, false)) as { number: Hex };
      return head - Number(number) < blocks ? honest : { error: { code: -32_000, message } };
    },
  };
}
