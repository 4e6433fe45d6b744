/** A Safe as an EIP-1193 wallet with the batches of EIP-5792: it proposes, and its owners sign and execute. */
import type { Provider } from '@mandate/sdk/transactions';
import type SafeAppsSDK from '@safe-global/safe-apps-sdk';
import type { BaseTransaction, SafeInfo } from '@safe-global/safe-apps-sdk';
import { toHex } from 'viem';
import { readProposal } from './read-proposal.ts';
import { withLimit } from './with-limit.ts';

const ANSWER_MS = 30_000;
const DECLINED = 4001;
const UNSUPPORTED = 4200;

const refuse = (code: number, message: string) => Object.assign(new Error(message), { code });

interface Batch {
  readonly chainId: string;
  readonly from: string;
  readonly calls: readonly BaseTransaction[];
}

type Params = readonly unknown[];

export function createSafeProvider(sdk: SafeAppsSDK, { safeAddress, chainId }: SafeInfo): Provider {
  const ownChain = toHex(chainId);
  const assertChain = (asked: unknown) => {
    // The same address on another chain may be somebody else's.
    if (Number(asked) !== chainId)
      throw refuse(UNSUPPORTED, 'A Safe lives on one chain. Open the Safe of that chain instead.');
  };
  const own: Readonly<Record<string, (params: Params) => unknown>> = {
    eth_accounts: () => [safeAddress],
    eth_requestAccounts: () => [safeAddress],
    eth_chainId: () => ownChain,
    wallet_switchEthereumChain: ([asked]) => {
      assertChain((asked as { chainId?: unknown }).chainId);
      return null;
    },
    wallet_getCapabilities: () => ({ [ownChain]: { atomic: { status: 'supported' } } }),
    wallet_sendCalls: async ([asked]) => {
      const { chainId: chain, from, calls } = asked as Batch;
      assertChain(chain);
      if (from.toLowerCase() !== safeAddress.toLowerCase())
        throw refuse(UNSUPPORTED, 'This is another Safe.');
      const txs = calls.map(({ to, data }) => ({ to, data, value: '0' }));
      // Owners take their time: there is no limit.
      const { safeTxHash } = await sdk.txs.send({ txs }).catch(throwDeclined);
      return { id: safeTxHash };
    },
    wallet_getCallsStatus: ([id]) => withLimit(readProposal(sdk, safeAddress, String(id)), ANSWER_MS),
  };
  const nodes = createNode(sdk);
  return {
    async request({ method, params = [] }) {
      const answer = own[method];
      if (answer) return answer(params);
      const ask = nodes[method];
      if (!ask) throw refuse(UNSUPPORTED, `A Safe has no ${method}.`);
      return withLimit(ask([...params]), ANSWER_MS);
    },
  };
}

function throwDeclined(error: unknown): never {
  const { message } = error as Error;
  throw /reject|declin|cancel/i.test(message) ? refuse(DECLINED, message) : error;
}

/** The calls that Safe passes to its node. */
function createNode({ eth }: SafeAppsSDK): Readonly<Record<string, (params: unknown[]) => Promise<unknown>>> {
  const pass =
    (call: (params: never) => Promise<unknown>) =>
    (params: unknown[]): Promise<unknown> =>
      call(params as never);
  return {
    eth_call: pass(eth.call),
    eth_getCode: pass(eth.getCode),
    eth_getLogs: pass(eth.getPastLogs),
    eth_getBlockByHash: pass(eth.getBlockByHash),
    eth_getBlockByNumber: pass(eth.getBlockByNumber),
    eth_getTransactionByHash: pass(eth.getTransactionByHash),
    eth_getTransactionReceipt: pass(eth.getTransactionReceipt),
    eth_getTransactionCount: pass(eth.getTransactionCount),
    eth_gasPrice: pass(eth.getGasPrice),
    eth_estimateGas: ([transaction]) => pass(eth.getEstimateGas)(transaction as never),
    eth_blockNumber: async () => toHex(await readHead(eth)),
  };
}

async function readHead(eth: SafeAppsSDK['eth']): Promise<bigint> {
  return BigInt((await eth.getBlockByNumber(['latest'])).number);
}
