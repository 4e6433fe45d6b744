/** Reads the logs of a range in pieces that the node accepts: their length is learned from its refusals. */
import type { Address } from '@mandate/core';
import type { Block } from '@mandate/store';
import { numberToHex } from 'viem/utils';
import type { Parser } from './parse.ts';
import { suggestBlocks } from './range-hints.ts';
import { createAcceptedSize } from './rpc/accepted-size.ts';
import { AnswerTooLargeError, NodeBehindError, NodeUnavailableError, RpcError } from './rpc/errors.ts';
import { lacksBlock } from './rpc/lacks-block.ts';
import type { Rpc } from './rpc/rpc.ts';
import type { Header, Log, Range } from './source.ts';

const MAX_BLOCKS = 100_000;

export interface LogRanges {
  /** The number of blocks that the node accepts in one range, as far as known. */
  readonly blocks: number;
  /**
   * Reports that the node failed before a range was read. An unavailable node must not count as one that accepts long
   * ranges.
   */
  failed(blocks: number, error: unknown): never;
  /** Reads a range. Throws if `last` is another block by now. Stops between two pieces when `signal` aborts. */
  read(addresses: readonly Address[], span: Span, signal?: AbortSignal): Promise<Range>;
}

interface Span {
  readonly first: number;
  readonly last: Block;
  /** The number of a block whose header is read with the last piece. */
  readonly known: number;
}

export function createLogRanges(rpc: Rpc, parse: Parser): LogRanges {
  const size = createAcceptedSize({ first: MAX_BLOCKS, max: MAX_BLOCKS });

  /**
   * Reads one piece. The headers are in the same request as the logs, which reveals a server that is behind others.
   * `null` if the node accepts fewer blocks, and `size` is smaller now.
   */
  async function readPiece(
    addresses: readonly Address[],
    [from, to]: readonly [number, number],
    besides: readonly number[],
  ): Promise<{ logs: Log[]; headers: (Header | null)[] } | null> {
    const blocks = to - from + 1;
    const filter = { address: addresses, fromBlock: numberToHex(from), toBlock: numberToHex(to) };
    try {
      const [logs, ...headers] = await rpc.batch([
        { method: 'eth_getLogs', params: [filter] },
        ...besides.map((number) => ({
          method: 'eth_getBlockByNumber',
          params: [numberToHex(number), false],
        })),
      ]);
      size.accepted(blocks);
      return {
        logs: parse.logs(logs, addresses, (block) => block >= from && block <= to),
        headers: besides.map((number, i) => parse.headerOf(headers[i], number)),
      };
    } catch (error) {
      learn(blocks, error);
      return null;
    }
  }

  /** Throws the error unless fewer blocks may be accepted. */
  function learn(blocks: number, error: unknown): void {
    // A server that lags refuses a range that ends after its newest block: that is not a limit.
    if (lacksBlock(error)) throw error;
    const refusal = error instanceof RpcError && error.method === 'eth_getLogs' ? error : null;
    const refused = refusal || error instanceof AnswerTooLargeError;
    if (refused && blocks > 1) {
      size.refused(blocks, refusal && suggestBlocks(refusal, blocks));
      return;
    }
    // An error about a single block is not about the range; a timeout may be.
    if (refused || error instanceof NodeUnavailableError) size.failed(blocks);
    throw error;
  }

  return {
    get blocks() {
      return size.current;
    },
    failed(blocks, error) {
      if (error instanceof NodeUnavailableError) size.failed(blocks);
      throw error;
    },
    async read(addresses, { first, last, known }, signal) {
      const logs: Log[][] = [];
      for (let from = first; ; ) {
        signal?.throwIfAborted();
        const to = Math.min(last.number, from + size.current - 1);
        const isEnd = to === last.number;
        const besides = isEnd && known !== last.number ? [last.number, known] : [last.number];
        const piece = await readPiece(addresses, [from, to], besides);
        if (!piece) continue;
        const [end = null, shown = end] = piece.headers;
        assertSame(rpc.name, last, end);
        logs.push(piece.logs);
        if (isEnd) return { known: shown, last: end, logs: logs.flat() };
        from = to + 1;
      }
    },
  };
}

function assertSame(node: string, last: Block, end: Header | null): asserts end is Header {
  if (!end) throw new NodeBehindError(`${node} does not have block ${last.number}.`);
  if (end.hash !== last.hash)
    throw new NodeUnavailableError(node, `block ${last.number} changed while its logs were read`);
}
