/** For tests: the ways in which nodes lie, lag and fail. All are deterministic. */

import { v2Abi } from '@mandate/contracts';
import { type Address, FULL_RIGHTS, parseAddress } from '@mandate/core';
import { encodeAbiParameters, encodeEventTopics, type Hex, keccak256, numberToHex, stringToHex } from 'viem';
import type { Call } from './fake-node.ts';
import type { Behaviour, Context } from './misbehaving-node.ts';

export interface RawLog {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly blockNumber: Hex;
  readonly blockHash: Hex;
  readonly logIndex: Hex;
  readonly transactionIndex: Hex;
  readonly transactionHash: Hex;
}

interface RawBlock {
  readonly number: Hex;
  readonly hash: Hex;
}

interface RawFilter {
  readonly blockHash?: Hex;
  readonly fromBlock: Hex;
  readonly toBlock: Hex;
}

/** The other places where a node repeats its lie, besides `eth_getLogs`. */
export interface Consistency {
  readonly inReceipts: boolean;
}

const BY_LOGS: Consistency = { inReceipts: false };
export const EVERYWHERE: Consistency = { inReceipts: true };

/** Results of a lie that keep the honest answer, or claim that the block is unknown. */
const KEEP = Symbol('keep');
const UNKNOWN_BLOCK = Symbol('unknown block');

/** Lies about one method only. */
export function change(
  method: string,
  lie: (result: never, call: Call, context: Context) => unknown,
): Behaviour {
  return {
    async answer(call, honest, context) {
      if (call.method !== method || !('result' in honest) || honest.result === null) return honest;
      const result = await lie(honest.result as never, call, context);
      if (result === KEEP) return honest;
      return result === UNKNOWN_BLOCK ? { error: { code: -32_000, message: 'unknown block' } } : { result };
    },
  };
}

export function changeLogs(
  lie: (logs: readonly RawLog[]) => readonly RawLog[],
  { inReceipts } = BY_LOGS,
): Behaviour {
  const byLogs = change('eth_getLogs', lie);
  if (!inReceipts) return byLogs;
  const byReceipts = change('eth_getBlockReceipts', (receipts: { logs: RawLog[] }[]) =>
    receipts.map((receipt) => ({ ...receipt, logs: lie(receipt.logs) })),
  );
  return both(byLogs, byReceipts);
}

/** Leaves out one in `oneIn` logs, at random. */
export function dropLogs(oneIn: number, consistency = BY_LOGS, seed = 1): Behaviour {
  return changeLogs(
    (logs) => logs.filter((log) => !isChosen(`${log.blockNumber} ${log.logIndex}`, oneIn, seed)),
    consistency,
  );
}

/** Leaves out all logs of one in `oneIn` blocks, at random. */
export function dropBlocks(oneIn: number, consistency = BY_LOGS, seed = 1): Behaviour {
  return changeLogs((logs) => logs.filter((log) => !isChosen(log.blockNumber, oneIn, seed)), consistency);
}

export function sendNoLogs(consistency = BY_LOGS): Behaviour {
  return changeLogs(() => [], consistency);
}

const VICTIM = parseAddress('0x00000000000000000000000000000000000f00d5');
const THIEF = parseAddress('0x000000000000000000000000000000000bad1dea');

/** Creates a log that grants everything from the victim to the thief, at the end of a block. */
export async function forgeLog(v2: Address, block: number, { ask }: Context): Promise<RawLog> {
  const { hash } = (await ask('eth_getBlockByNumber', numberToHex(block), false)) as RawBlock;
  const others = (await ask('eth_getLogs', { blockHash: hash })) as RawLog[];
  return {
    address: v2,
    topics: encodeEventTopics({
      abi: v2Abi,
      eventName: 'DelegateAll',
      args: { from: VICTIM, to: THIEF },
    }) as Hex[],
    data: encodeAbiParameters([{ type: 'bytes32' }, { type: 'bool' }], [FULL_RIGHTS, true]),
    blockNumber: numberToHex(block),
    blockHash: hash,
    logIndex: numberToHex(others.length),
    transactionIndex: others.at(-1)?.transactionIndex ?? '0x0',
    transactionHash: others.at(-1)?.transactionHash ?? keccak256(stringToHex('never sent')),
  };
}

/** Invents such a grant in the logs, and also in the receipts if `inReceipts` is set. */
export function forgeGrant(v2: Address, block: number, { inReceipts } = BY_LOGS): Behaviour {
  const forge = (context: Context) => forgeLog(v2, block, context);
  const byLogs = change('eth_getLogs', async (logs: RawLog[], { params: [filter] }, context) => {
    const log = await forge(context);
    return covers(filter as RawFilter, log) ? [...logs, log] : logs;
  });
  if (!inReceipts) return byLogs;
  const byReceipts = change(
    'eth_getBlockReceipts',
    async (receipts: { logs: RawLog[] }[], { params: [hash] }, context) => {
      const log = await forge(context);
      const last = receipts.at(-1);
      if (!last || log.blockHash !== hash) return receipts;
      return [...receipts.slice(0, -1), { ...last, logs: [...last.logs, log] }];
    },
  );
  return both(byLogs, byReceipts);
}

function covers({ blockHash, fromBlock, toBlock }: RawFilter, log: RawLog): boolean {
  if (blockHash) return blockHash === log.blockHash;
  return Number(log.blockNumber) >= Number(fromBlock) && Number(log.blockNumber) <= Number(toBlock);
}

/** Lacks the last blocks: no tag names them, ranges end before them, and their hashes are unknown. */
export function lag(blocks: number): Behaviour {
  const numbers = new Map<unknown, Promise<number>>();
  const heads = new Map<number, Promise<number>>();
  const getNumber = async (hash: unknown, { ask }: Context) =>
    Number(((await ask('eth_getBlockByHash', hash, false)) as RawBlock).number);
  const getHead = (context: Context) =>
    remember(heads, context.request, async () =>
      Math.max(0, Number(await context.ask('eth_blockNumber')) - blocks),
    );
  const isUnseen = async (hash: unknown, context: Context) =>
    (await remember(numbers, hash, () => getNumber(hash, context))) > (await getHead(context));
  const byNumber = change(
    'eth_getBlockByNumber',
    async ({ number }: RawBlock, { params: [tag] }, context) => {
      if (String(tag).startsWith('0x')) return Number(number) > (await getHead(context)) ? null : KEEP;
      return context.ask('eth_getBlockByNumber', numberToHex(Math.max(0, Number(number) - blocks)), false);
    },
  );
  const byHash = change('eth_getBlockByHash', async ({ number }: RawBlock, _, context) =>
    Number(number) > (await getHead(context)) ? null : KEEP,
  );
  const logs = change('eth_getLogs', async (found: RawLog[], { params: [filter] }, context) => {
    const { blockHash } = filter as RawFilter;
    if (blockHash) return (await isUnseen(blockHash, context)) ? UNKNOWN_BLOCK : KEEP;
    const head = await getHead(context);
    return found.filter((log) => Number(log.blockNumber) <= head);
  });
  const receipts = change('eth_getBlockReceipts', async (_, { params: [hash] }, context) =>
    (await isUnseen(hash, context)) ? null : KEEP,
  );
  const storage = change('eth_getStorageAt', async (_, { params: [, , at] }, context) =>
    (await isUnseen((at as RawFilter).blockHash, context)) ? UNKNOWN_BLOCK : KEEP,
  );
  const proofs = change('eth_getProof', async (_, { params: [, , at] }, context) =>
    (await isUnseen((at as RawFilter).blockHash, context)) ? UNKNOWN_BLOCK : KEEP,
  );
  return [byHash, logs, receipts, storage, proofs].reduce(both, byNumber);
}

/** Acts as a load balancer: some HTTP requests reach a server that behaves, the others one that does not. */
export function balance({ answer }: Behaviour, seed: number): Behaviour {
  return {
    answer: (call, honest, context) =>
      answer && isChosen(String(context.request), 2, seed) ? answer(call, honest, context) : honest,
  };
}

/** Sends only requests for logs to a server that misbehaves: whole requests, or just their calls for logs. */
export function onlyForLogs({ answer }: Behaviour, part: 'requests' | 'calls'): Behaviour {
  const isForLogs = ({ method }: Call) => method === 'eth_getLogs';
  return {
    answer: (call, honest, context) =>
      answer && (part === 'calls' ? isForLogs(call) : context.calls.some(isForLogs))
        ? answer(call, honest, context)
        : honest,
  };
}

export function serveChain(chainId: number): Behaviour {
  return change('eth_chainId', () => numberToHex(chainId));
}

/** Calls its newest block final. */
export function finalizeEarly(): Behaviour {
  return change('eth_getBlockByNumber', (block: RawBlock, { params: [tag] }, { ask }) =>
    tag === 'finalized' ? ask('eth_getBlockByNumber', 'latest', false) : block,
  );
}

/** Keeps the state of its newest block only. */
export function forgetState(): Behaviour {
  return {
    async answer({ method, params: [, , at] }, honest, { ask }) {
      if (method !== 'eth_getStorageAt' && method !== 'eth_getProof') return honest;
      const { hash } = (await ask('eth_getBlockByNumber', 'latest', false)) as RawBlock;
      if ((at as RawFilter).blockHash === hash) return honest;
      return { error: { code: -32_000, message: 'missing trie node' } };
    },
  };
}

/** Sends the block before the requested one. */
export function sendOtherBlocks(): Behaviour {
  return change('eth_getBlockByNumber', (block: RawBlock, { params: [tag] }, { ask }) =>
    String(tag).startsWith('0x') && Number(tag) > 0
      ? ask('eth_getBlockByNumber', numberToHex(Number(tag) - 1), false)
      : block,
  );
}

/** Sends the logs of the first block if asked for several. */
export function sendFirstLogs(): Behaviour {
  return { send: (answers, [first]) => (first?.method === 'eth_getLogs' ? answers[0] : answers) };
}

/** Refuses requests, the next ones or all. */
export function limitRate(retryAfterSeconds: number, times = Number.POSITIVE_INFINITY): Behaviour {
  let left = times;
  return {
    respond(response) {
      if (left-- <= 0) return false;
      response.writeHead(429, { 'retry-after': String(retryAfterSeconds) }).end('too many requests');
      return true;
    },
  };
}

/** The error of a node for a range that is too long, given the range that it would accept. */
export type Complaint = (first: number, last: number) => { code: number; message: string };

export function limitRanges(blocks: number, complain: Complaint): Behaviour {
  return {
    answer(call, honest) {
      if (call.method !== 'eth_getLogs') return honest;
      const { blockHash, fromBlock, toBlock } = call.params[0] as RawFilter;
      const first = Number(fromBlock);
      if (blockHash || Number(toBlock) - first < blocks) return honest;
      return { error: complain(first, first + blocks - 1) };
    },
  };
}

/** Refuses requests with more calls than this. */
export function limitBatches(calls: number): Behaviour {
  const error = { code: -32_600, message: `batch limit is ${calls}` };
  return { send: (answers) => (answers.length > calls ? { jsonrpc: '2.0', id: null, error } : answers) };
}

export function closeConnections(): Behaviour {
  return { respond: (response) => response.socket?.destroy() !== undefined };
}

export function hang(): Behaviour {
  return { respond: () => true };
}

export function answerInHtml(): Behaviour {
  return {
    respond(response) {
      response.writeHead(502, { 'content-type': 'text/html' }).end('<html><h1>502 Bad Gateway</h1></html>');
      return true;
    },
  };
}

/** Combines two behaviours. */
export function both(first: Behaviour, second: Behaviour): Behaviour {
  return {
    async answer(call, honest, context) {
      const said = first.answer ? await first.answer(call, honest, context) : honest;
      return second.answer ? second.answer(call, said, context) : said;
    },
  };
}

function remember<K, V>(known: Map<K, V>, key: K, find: () => V): V {
  const value = known.get(key) ?? find();
  known.set(key, value);
  return value;
}

function isChosen(name: string, oneIn: number, seed: number): boolean {
  return BigInt(keccak256(stringToHex(`${seed} ${name}`))) % BigInt(oneIn) === 0n;
}
