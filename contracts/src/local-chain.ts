import { type Address, findChain, parseAddress, type ReadSlots } from '@mandate/core';
import {
  createTestClient,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  http,
  parseAbi,
  publicActions,
  toHex,
} from 'viem';
import { startAnvil } from './anvil.ts';
import { readRegistryCode, readSmartWalletCode } from './registry-code.ts';

export interface Call {
  readonly to: Address;
  readonly data: Hex;
}

export interface Transaction extends Call {
  readonly from: Address;
}

export type LocalChain = Awaited<ReturnType<typeof startLocalChain>>;

export interface LocalChainOptions {
  readonly chainId?: number;
  /** The depth below the head at which a block is final, an even number. At half that depth it is safe. */
  readonly finalityBlocks?: number;
  /** Addresses of contracts that forward calls, for `throughWallet`. */
  readonly smartWallets?: readonly Address[];
  /** The code of other contracts. They are there from the first block on, without a constructor having run. */
  readonly contracts?: ReadonlyMap<Address, Hex>;
  /** 0: any free port. */
  readonly port?: number;
  /** The times of blocks 0 and 1, in seconds, so that their hashes are the same in every run. Without it: now. */
  readonly startsAt?: readonly [number, number] | null;
}

const smartWalletAbi = parseAbi([
  'struct Call { address to; bytes data; }',
  'function execute(Call[] calls) payable returns (bytes[])',
]);

/** The sender of the transactions that make smart wallets act. */
const RELAYER = parseAddress('0x0e1a7e0000000000000000000000000000000001');
/** The smart wallet that makes many calls in one. */
const ASKER = parseAddress('0xa5ce000000000000000000000000000000000001');
const GAS_PER_TRANSACTION = toHex(2 ** 24);

/** Returns one transaction in which a smart wallet makes these calls as itself, in order. */
export function throughWallet(wallet: Address, calls: readonly Call[]): Transaction {
  const data = encodeFunctionData({ abi: smartWalletAbi, functionName: 'execute', args: [calls] });
  return { from: RELAYER, to: wallet, data };
}

/**
 * Starts a local chain with both registries at their real addresses. It mines blocks only on request, and acts for
 * any wallet without a key.
 */
export async function startLocalChain({
  chainId = 31_337,
  finalityBlocks = 8,
  smartWallets = [],
  contracts = new Map(),
  port = 0,
  startsAt = null,
}: LocalChainOptions = {}) {
  const { v1 = null, v2 } = (findChain(chainId) ?? findChain(1))?.registries ?? {};
  if (!v2) throw new Error('The chain catalogue has lost its registries.');
  const code = new Map<Address, Hex>([
    ...(v1 ? [[v1, readRegistryCode('v1')] as const] : []),
    [v2, readRegistryCode('v2')],
    ...[ASKER, ...smartWallets].map((wallet) => [wallet, readSmartWalletCode()] as const),
    ...contracts,
  ]);

  const anvil = await startAnvil({ chainId, finalityBlocks, port, startsAt: startsAt?.[0] ?? null });
  const client = createTestClient({
    mode: 'anvil',
    transport: http(anvil.url, { batch: { batchSize: 1_000 }, retryCount: 0, timeout: 60_000 }),
    cacheTime: 0,
  }).extend(publicActions);
  for (const [address, bytecode] of code) await client.setCode({ address, bytecode });
  if (startsAt) await client.setNextBlockTimestamp({ timestamp: BigInt(startsAt[1]) });
  await client.mine({ blocks: 1 });

  /** Calls methods, or uses block parameters, that viem's types leave out. */
  const rpc = <Result>(method: string, params: unknown[]) =>
    client.request<{ Method: string; Parameters: unknown[]; ReturnType: Result }>({ method, params });

  const request = ({ from, to, data }: Transaction) =>
    ({ from, to, data, gas: GAS_PER_TRANSACTION, gasPrice: '0x0' }) as const;

  /** Adds a transaction to the next block, after those sent before. */
  async function send(transaction: Transaction): Promise<Hex> {
    return rpc('eth_sendTransaction', [request(transaction)]);
  }

  async function mine(blocks = 1): Promise<void> {
    const before = await client.getBlockNumber();
    await client.mine({ blocks });
    await assertSucceeded(before + 1n);
  }

  /** Replaces the last blocks by as many new ones. A transaction's `block` counts from the first of them. */
  async function reorg(
    depth: number,
    transactions: readonly { transaction: Transaction; block: number }[] = [],
  ): Promise<void> {
    const head = await client.getBlockNumber();
    if (depth < 1 || BigInt(depth) >= head) {
      throw new RangeError(`Cannot replace ${depth} of ${head} blocks: the first holds the registries.`);
    }
    const pairs = transactions.map(({ transaction, block }) => [request(transaction), block]);
    await rpc('anvil_reorg', [depth, pairs]);
    for (const [address, bytecode] of code) {
      if ((await client.getCode({ address })) !== bytecode) {
        throw new Error(`anvil lost the code at ${address} in a reorg. Keep local chains below 900 blocks.`);
      }
    }
    for (let block = head - BigInt(depth) + 1n; block <= head; block++) await assertSucceeded(block);
  }

  /** Makes many calls to contracts in one, at one block. */
  async function ask(calls: readonly Call[], blockHash: Hex): Promise<readonly Hex[]> {
    const { to, data } = throughWallet(ASKER, calls);
    const result = await rpc<Hex>('eth_call', [{ to, data }, { blockHash }]);
    return decodeFunctionResult({ abi: smartWalletAbi, functionName: 'execute', data: result });
  }

  /** Makes the calls as if only these transactions had followed a block. */
  async function askAfter(
    block: number,
    transactions: readonly Transaction[],
    calls: readonly Call[],
  ): Promise<readonly Hex[]> {
    const asking = throughWallet(ASKER, calls);
    const blockStateCalls = [
      {
        blockOverrides: { gasLimit: toHex(2 ** 50) },
        calls: [...transactions.map(request), { ...asking, gas: toHex(2 ** 40) }],
      },
    ];
    const [simulated] = await rpc<[{ calls: { status: Hex; returnData: Hex }[] }]>('eth_simulateV1', [
      { blockStateCalls },
      toHex(block),
    ]);
    const { status, returnData } = simulated.calls.at(-1) ?? {};
    if (status !== '0x1' || !returnData) throw new Error(`The questions after block ${block} failed.`);
    return decodeFunctionResult({ abi: smartWalletAbi, functionName: 'execute', data: returnData });
  }

  /** Reads storage as it was at the end of a block. */
  function readSlotsAt(address: Address, blockHash: Hex): ReadSlots {
    const read = (slot: Hex) => rpc<Hex>('eth_getStorageAt', [address, slot, { blockHash }]);
    return async (slots) => (await Promise.all(slots.map(read))).map(BigInt);
  }

  async function assertSucceeded(block: bigint): Promise<void> {
    const receipts = await rpc<{ status: Hex; transactionHash: Hex }[]>('eth_getBlockReceipts', [
      toHex(block),
    ]);
    const failed = receipts.find(({ status }) => status !== '0x1');
    if (failed) throw new Error(`Transaction ${failed.transactionHash} failed in block ${block}.`);
  }

  return {
    chainId,
    url: anvil.url,
    client,
    registries: { v1, v2 },
    send,
    mine,
    reorg,
    ask,
    askAfter,
    readSlotsAt,
    stop: anvil.stop,
  };
}
