/** Nodes that behave as those of other chains do, without lying. */
import type { Evidence } from '@mandate/core';
import type { Call } from '@mandate/testing/chain/fake-node';
import type { Behaviour, Context } from '@mandate/testing/chain/misbehaving-node';
import { balance, both, change, lag, type RawLog } from '@mandate/testing/chain/misbehaviours';
import { type Hex, keccak256, numberToHex } from 'viem';

export interface OddNode {
  readonly name: string;
  /** The evidence that an operator would demand of such a chain. */
  readonly evidence: Evidence;
  /** `history` varies the behaviour. */
  behave(history: number): Behaviour | null;
  /** Blocks that a reorg replaces are gone for a while before others take their numbers. */
  readonly dropsReplaced?: true;
}

interface RawReceipt {
  readonly blockHash: Hex;
  readonly blockNumber: Hex;
  readonly logs: readonly RawLog[];
}

const NONE: Evidence = { bloom: false, receipts: false, header: false, headersFrom: 0, proofs: false };
const BLOOM: Evidence = { ...NONE, bloom: true };
const RECEIPTS: Evidence = { ...NONE, receipts: true };
const ALL: Evidence = { ...RECEIPTS, header: true, proofs: true };

const TAGS: readonly unknown[] = ['safe', 'finalized'];
const SYSTEM: Hex = '0x0000000000000000000000000000000000001001';

export const ODD_NODES: readonly OddNode[] = [
  { name: 'logs are numbered per transaction', evidence: NONE, behave: numberPerTransaction },
  { name: 'tags are missing', evidence: ALL, behave: refuseTags },
  { name: 'tags equal latest', evidence: ALL, behave: tagLatest },
  { name: 'timestamps are equal', evidence: NONE, behave: () => repeatTimestamps() },
  { name: 'an unknown hash has no logs', evidence: NONE, behave: forgetSilently },
  { name: 'synthetic logs are outside the bloom', evidence: BLOOM, behave: () => addLogs('last') },
  {
    name: 'no eth_getProof',
    evidence: ALL,
    behave: () => refuse(({ method }) => method === 'eth_getProof', 'the method does not exist'),
  },
  { name: 'no eth_call without `to`', evidence: ALL, behave: () => refuse(isBareCall, 'missing field `to`') },
  { name: 'receipts lack fields', evidence: RECEIPTS, behave: dropFields },
  { name: 'system transactions outside the root', evidence: RECEIPTS, behave: () => addLogs('own') },
  { name: 'system transactions outside the bloom', evidence: BLOOM, behave: () => addLogs('own') },
  { name: 'a halted chain drops its newest blocks', evidence: ALL, behave: () => null, dropsReplaced: true },
];

function refuse(isRefused: (call: Call) => boolean, message: string): Behaviour {
  return {
    answer: (call, honest) => (isRefused(call) ? { error: { code: -32_601, message } } : honest),
  };
}

function isBareCall({ method, params: [transaction, , overrides] }: Call): boolean {
  return method === 'eth_call' && (!(transaction as { to?: Hex }).to || overrides !== undefined);
}

/** Counts logs from the beginning of each transaction, in which other contracts may have logged before. */
function numberPerTransaction(): Behaviour {
  const OTHERS = 1_000;
  const place = (log: RawLog, i: number) => ({
    ...log,
    logIndex: numberToHex(i + (Number(log.transactionHash.slice(0, 10)) % OTHERS)),
  });
  const firstsOf = async (blockHash: Hex, { ask }: Context) => {
    const logs = (await ask('eth_getLogs', { blockHash })) as RawLog[];
    return new Map(logs.toReversed().map((log) => [log.transactionHash, Number(log.logIndex)]));
  };
  const byLogs = change('eth_getLogs', async (logs: RawLog[], _, context) => {
    const hashes = [...new Set(logs.map(({ blockHash }) => blockHash))];
    const firsts = new Map(
      await Promise.all(hashes.map(async (hash) => [hash, await firstsOf(hash, context)] as const)),
    );
    return logs.map((log) => {
      const first = firsts.get(log.blockHash)?.get(log.transactionHash) ?? 0;
      return place(log, Number(log.logIndex) - first);
    });
  });
  const byReceipts = change('eth_getBlockReceipts', (receipts: RawReceipt[]) =>
    receipts.map((receipt) => ({
      ...receipt,
      logs: receipt.logs.map(place),
    })),
  );
  return both(byLogs, byReceipts);
}

function refuseTags(history: number): Behaviour {
  const isTag = ({ method, params: [tag] }: Call) => method === 'eth_getBlockByNumber' && TAGS.includes(tag);
  if (history % 2 === 0) return refuse(isTag, 'invalid block tag');
  return { answer: (call, honest) => (isTag(call) ? { result: null } : honest) };
}

/** In every other history, only `safe` equals `latest`. */
function tagLatest(history: number): Behaviour {
  const tags = history % 2 === 0 ? TAGS : TAGS.slice(0, 1);
  return change('eth_getBlockByNumber', (block, { params: [tag] }, { ask }) =>
    tags.includes(tag) ? ask('eth_getBlockByNumber', 'latest', false) : block,
  );
}

function repeatTimestamps(): Behaviour {
  const SECONDS = 16;
  return change('eth_getBlockByNumber', (block: { timestamp: Hex }) => ({
    ...block,
    timestamp: numberToHex(Number(block.timestamp) - (Number(block.timestamp) % SECONDS)),
  }));
}

/** One of two servers is behind, and answers with an empty list for a block that it does not have. */
function forgetSilently(history: number): Behaviour {
  const isByHash = ({ method, params: [filter] }: Call) =>
    method === 'eth_getBlockReceipts' || (method === 'eth_getLogs' && 'blockHash' in (filter as object));
  const silent: Behaviour = {
    answer: (call, said) =>
      isByHash(call) && (!('result' in said) || said.result === null) ? { result: [] } : said,
  };
  return both(balance(lag(1), history), silent);
}

/** Adds a log to each block that has receipts, to its last transaction or to one of its own. */
function addLogs(transaction: 'last' | 'own'): Behaviour {
  const find = async (blockHash: unknown, { ask }: Context) => {
    const receipts = (await ask('eth_getBlockReceipts', blockHash)) as RawReceipt[];
    const logs = receipts.flatMap((receipt) => receipt.logs);
    const before = logs.at(-1);
    if (!before) return null;
    const own = {
      transactionIndex: numberToHex(receipts.length),
      transactionHash: keccak256(before.blockHash),
    };
    const place = { ...before, logIndex: numberToHex(Number(before.logIndex) + 1) };
    return {
      ...place,
      ...(transaction === 'own' ? own : {}),
      address: SYSTEM,
      topics: [keccak256(SYSTEM)],
      data: '0x',
    };
  };
  const byLogs = change('eth_getLogs', async (logs: RawLog[], { params: [filter] }, context) => {
    const { address, blockHash } = filter as { address?: unknown; blockHash?: Hex };
    const added = address || !blockHash ? null : await find(blockHash, context);
    return added ? [...logs, added] : logs;
  });
  const byReceipts = change(
    'eth_getBlockReceipts',
    async (receipts: RawReceipt[], { params: [blockHash] }, context) => {
      const added = await find(blockHash, context);
      const last = receipts.at(-1);
      if (!added || !last) return receipts;
      return transaction === 'own'
        ? [...receipts, { ...last, type: '0x7f', logs: [added] }]
        : [...receipts.slice(0, -1), { ...last, logs: [...last.logs, added] }];
    },
  );
  return both(byLogs, byReceipts);
}

/** Leaves out fields in some blocks. The type may be left out: it is that of old transactions then. */
function dropFields(history: number): Behaviour {
  const ONE_IN = 8;
  return change('eth_getBlockReceipts', (receipts: RawReceipt[]) =>
    receipts.map(({ ...receipt }: RawReceipt & { type?: Hex; status?: Hex }) => {
      delete receipt.type;
      if (Number(receipt.blockNumber) % ONE_IN === history % ONE_IN) delete receipt.status;
      return receipt;
    }),
  );
}
