/** What a node is asked, and its answers parsed: nothing a node says goes further unread. */
import { createParser } from './parse.ts';
import { type Call, createRpc } from './rpc.ts';
import { NodeUnavailableError, RpcError } from './rpc-errors.ts';
import type { Header, Range, Source } from './source.ts';

export function createNode(url: string, timeoutMs?: number): Source {
  const rpc = createRpc(url, { timeoutMs });
  const quantity = (value: number) => `0x${value.toString(16)}`;
  const getBlock = (tag: string): Call => ({ method: 'eth_getBlockByNumber', params: [tag, false] });
  const malformed = (what: string) => new NodeUnavailableError(rpc.name, `malformed ${what}`);
  const parse = createParser(malformed);

  /** Null for a block that the node has not got. */
  function parseHeader(block: unknown, number: number): Header | null {
    if (block === null) return null;
    const header = parse.header(block);
    if (header.number !== number) throw malformed(`block ${number}: it is number ${header.number}`);
    return header;
  }

  /** Null: the node does not name one now. Chains without the tag answer like nodes that have just been restarted. */
  async function findTag(tag: 'safe' | 'finalized'): Promise<number | null> {
    try {
      const block = await rpc.call('eth_getBlockByNumber', [tag, false]);
      return block === null ? null : parse.header(block).number;
    } catch (error) {
      if (error instanceof RpcError) return null;
      throw error;
    }
  }

  /** Compares the headers read before and after the logs. If they are the same, the chain did not move meanwhile. */
  async function assertSteady({ before, last }: Pick<Range, 'before' | 'last'>): Promise<void> {
    const headers = [before, last].filter((header) => header !== null);
    const again = await findHeaders(headers.map(({ number }) => number));
    if (headers.some(({ hash }, i) => again[i]?.hash !== hash))
      throw new NodeUnavailableError(rpc.name, 'its blocks changed between two requests');
  }

  async function findHeaders(numbers: readonly number[]): Promise<(Header | null)[]> {
    const blocks = await rpc.batch(numbers.map((number) => getBlock(quantity(number))));
    return numbers.map((number, i) => parseHeader(blocks[i], number));
  }

  return {
    name: rpc.name,
    async getTags() {
      const [[chainId, head], safe, finalized] = await Promise.all([
        rpc.batch([{ method: 'eth_chainId', params: [] }, getBlock('latest')]),
        findTag('safe'),
        findTag('finalized'),
      ]);
      return { chainId: parse.quantity(chainId), head: parse.header(head).number, safe, finalized };
    },
    async getCode(address, block) {
      const at = block === 'latest' ? block : quantity(block);
      return parse.hex(await rpc.call('eth_getCode', [address, at]));
    },
    findHeaders,
    async getRange(addresses, first, last) {
      const filter = { address: addresses, fromBlock: quantity(first), toBlock: quantity(last) };
      const { results, whole } = await rpc.batchWhole([
        getBlock(quantity(first - 1)),
        { method: 'eth_getLogs', params: [filter] },
        getBlock(quantity(last)),
      ]);
      const [before, logs, end] = results;
      const range = {
        before: parseHeader(before, first - 1),
        last: parseHeader(end, last),
        logs: parse.logs(logs, addresses, (block) => block >= first && block <= last),
      };
      if (!whole) await assertSteady(range);
      return range;
    },
    async getLogs(addresses, hashes) {
      const answers = await rpc.batch(
        hashes.map((blockHash) => ({
          method: 'eth_getLogs',
          params: [{ ...(addresses ? { address: addresses } : {}), blockHash }],
        })),
      );
      return answers.map((logs, i) => {
        const parsed = parse.logs(logs, addresses, () => true);
        if (parsed.some(({ blockHash }) => blockHash !== hashes[i]))
          throw malformed('logs: they are of another block');
        return parsed;
      });
    },
    async getReceipts(hashes) {
      const calls = hashes.map((hash) => ({ method: 'eth_getBlockReceipts', params: [hash] }));
      return (await rpc.batch(calls)).map(parse.receipts);
    },
    async getTransaction(hash) {
      return parse.transaction(await rpc.join({ method: 'eth_getTransactionByHash', params: [hash] }));
    },
    async readSlots(address, slots, blockHash) {
      const words = await Promise.all(
        slots.map((slot) => rpc.join({ method: 'eth_getStorageAt', params: [address, slot, { blockHash }] })),
      );
      return words.map((word) => BigInt(parse.hex(word, 32)));
    },
  };
}
