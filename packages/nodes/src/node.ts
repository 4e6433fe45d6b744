/** Asks one node, and parses its answers: nothing a node says is used unparsed. */
import type { Evidence } from '@mandate/core';
import { numberToHex } from 'viem/utils';
import { createAskAround } from './ask-around.ts';
import { createContractCalls } from './contract-calls.ts';
import { createHeaderCheck } from './header-check.ts';
import { createLogRanges } from './log-ranges.ts';
import { createParser } from './parse.ts';
import { createProve, proveNothing } from './prove.ts';
import type { Call } from './rpc/batches.ts';
import { MalformedAnswerError, NodeUnavailableError, RpcError, WrongNodeError } from './rpc/errors.ts';
import { createRpc, type Rpc, type RpcOptions } from './rpc/rpc.ts';
import type { Header, Source } from './source.ts';

export interface NodeOptions extends RpcOptions {
  /** What the node's answers can be held against. Without it, header hashes are not computed, and nothing is proven. */
  readonly evidence?: Partial<Omit<Evidence, 'bloom'>> | undefined;
  /** The node refuses an `eth_call` without `to`. */
  readonly needsTo?: boolean | undefined;
}

export function createNode(
  url: string,
  chainId: number,
  {
    evidence: { header = false, headersFrom = 0, proofs = false, receipts = false } = {},
    needsTo = false,
    ...options
  }: NodeOptions = {},
): Source {
  const rpc = createChainRpc(url, chainId, options);
  const getBlock = (tag: string): Call => ({ method: 'eth_getBlockByNumber', params: [tag, false] });
  const malformed = (what: string) => new MalformedAnswerError(rpc.name, what);
  const parse = createParser(malformed, header ? createHeaderCheck(rpc.name, headersFrom) : undefined);
  const ranges = createLogRanges(rpc, parse);
  const around = createAskAround(rpc);

  /** `null` if the node names no such block now. Chains without the tag answer like nodes that have just restarted. */
  async function findTag(tag: 'safe' | 'finalized'): Promise<number | null> {
    try {
      const block = await rpc.join(getBlock(tag));
      return block === null ? null : parse.header(block).number;
    } catch (error) {
      if (error instanceof RpcError) return null;
      throw error;
    }
  }

  async function findHeaders(numbers: readonly number[]): Promise<(Header | null)[]> {
    return Promise.all(
      numbers.map(async (number) => {
        const header = parse.headerOf(await around.ask(getBlock(numberToHex(number)), number), number);
        if (header) around.named(header);
        return header;
      }),
    );
  }

  return {
    name: rpc.name,
    quorum: 1,
    get rangeBlocks() {
      return ranges.blocks;
    },
    async getHead() {
      const head = parse.header(await rpc.call('eth_getBlockByNumber', ['latest', false]));
      around.named(head);
      return head;
    },
    async getTags() {
      const [safe, finalized] = await Promise.all([findTag('safe'), findTag('finalized')]);
      return { safe, finalized };
    },
    async getCode(address, block) {
      const at = block === 'latest' ? block : numberToHex(block);
      return parse.hex(await rpc.call('eth_getCode', [address, at]));
    },
    findHeaders,
    async getRange(addresses, first, last, { known = first - 1, seen, signal } = {}) {
      const failed = (error: unknown) => ranges.failed(last - first + 1, error);
      const [expected] = seen ? [seen] : await findHeaders([last]).catch(failed);
      if (!expected) return { known: null, last: null, logs: [] };
      return ranges.read(addresses, { first, last: expected, known }, signal);
    },
    async getLogs(addresses, hashes) {
      const filter = addresses ? { address: addresses } : {};
      return Promise.all(
        hashes.map(async (blockHash) => {
          const call = { method: 'eth_getLogs', params: [{ ...filter, blockHash }] };
          const answer = receipts ? around.ask(call, blockHash) : around.askWithBlock(call, blockHash);
          const logs = parse.logs(await answer, addresses, () => true);
          if (logs.some((log) => log.blockHash !== blockHash))
            throw malformed('logs: they are from another block');
          return logs;
        }),
      );
    },
    getReceipts(hashes) {
      return Promise.all(
        hashes.map(async (hash) =>
          parse.receipts(await around.ask({ method: 'eth_getBlockReceipts', params: [hash] }, hash)),
        ),
      );
    },
    async getTransaction(hash) {
      return parse.transaction(await rpc.join({ method: 'eth_getTransactionByHash', params: [hash] }));
    },
    async call(address, data, blockHash, code) {
      const overrides = code ? [{ [address]: { code } }] : [];
      return parse.hex(await rpc.call('eth_call', [{ to: address, data }, { blockHash }, ...overrides]));
    },
    needsTo,
    ...createContractCalls(around, parse),
    async readSlots(address, slots, blockHash) {
      const words = await Promise.all(
        slots.map((slot) =>
          around.ask({ method: 'eth_getStorageAt', params: [address, slot, { blockHash }] }, blockHash),
        ),
      );
      return words.map((word) => BigInt(parse.hex(word, 32)));
    },
    proves: proofs,
    prove: proofs ? createProve(rpc.name, around) : proveNothing,
  };
}

/**
 * Asks for the chain id before anything else, once per connection: an address may serve another chain after an
 * outage.
 */
function createChainRpc(url: string, chainId: number, options: RpcOptions): Rpc {
  const rpc = createRpc(url, options);
  let greeting: Promise<void> | null = null;

  async function greet(): Promise<void> {
    const said = await rpc.call('eth_chainId', []);
    if (typeof said !== 'string' || !/^0x[0-9a-f]+$/i.test(said))
      throw new MalformedAnswerError(rpc.name, 'chain id');
    if (Number(said) !== chainId)
      throw new WrongNodeError(`${rpc.name} serves chain ${Number(said)}, not ${chainId}. Correct its URL.`);
  }

  async function greeted<T>(ask: () => Promise<T>): Promise<T> {
    greeting ??= greet();
    await greeting.catch((error: unknown) => {
      greeting = null;
      throw error;
    });
    return ask().catch((error: unknown) => {
      if (error instanceof NodeUnavailableError) greeting = null;
      throw error;
    });
  }

  return {
    name: rpc.name,
    call: (method, params) => greeted(() => rpc.call(method, params)),
    settle: (calls) => greeted(() => rpc.settle(calls)),
    batch: (calls) => greeted(() => rpc.batch(calls)),
    join: (call) => greeted(() => rpc.join(call)),
    joinAll: (calls) => greeted(() => rpc.joinAll(calls)),
  };
}
