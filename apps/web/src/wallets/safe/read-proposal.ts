/** Reads how far a proposal to the owners of a Safe is. The chain's events have the last word, not Safe's service. */
import type SafeAppsSDK from '@safe-global/safe-apps-sdk';
import type { GatewayTransactionDetails } from '@safe-global/safe-apps-sdk';
import { toEventSelector } from 'viem';

/** The status of a batch, as EIP-5792 has it. */
interface BatchStatus {
  readonly status: number;
  readonly receipts?: readonly unknown[];
  readonly capabilities?: {
    readonly confirmations: { readonly signed: number; readonly required: number };
  };
}

export const SUCCESS = toEventSelector('ExecutionSuccess(bytes32,uint256)');
export const FAILURE = toEventSelector('ExecutionFailure(bytes32,uint256)');

/** The blocks that are searched while Safe's service does not say which transaction it was. */
const RECENT_BLOCKS = 5_000;
const CODES = { pending: 100, executed: 200, rejected: 400, reverted: 500 } as const;

interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly transactionHash: string;
}

export async function readProposal(sdk: SafeAppsSDK, safe: string, id: string): Promise<BatchStatus> {
  const details = await sdk.txs.getBySafeTxHash(id).catch(() => null);
  if (details && !details.txHash) return describeWaiting(details);
  const hash = details?.txHash ?? (await findRecent(sdk, safe, id));
  const receipt = hash ? await sdk.eth.getTransactionReceipt([hash]) : null;
  const event = receipt?.logs.find((log) => isEvent(log, safe, id));
  // A transaction without the event of this very proposal says nothing about it.
  if (!event) return { status: CODES.pending };
  const status = event.topics[0] === SUCCESS ? CODES.executed : CODES.reverted;
  return { status, receipts: [receipt] };
}

function describeWaiting({ txStatus, detailedExecutionInfo: info }: GatewayTransactionDetails): BatchStatus {
  if (txStatus === 'CANCELLED') return { status: CODES.rejected };
  if (!info || !('confirmationsRequired' in info)) return { status: CODES.pending };
  const confirmations = { signed: info.confirmations.length, required: info.confirmationsRequired };
  return { status: CODES.pending, capabilities: { confirmations } };
}

/** Safes before version 1.4 have the hash in the data of the event, later ones in its topics. */
function isEvent({ address, topics, data }: Log, safe: string, id: string): boolean {
  const [name = '', indexed = data.slice(0, id.length)] = topics;
  const isOwn = address.toLowerCase() === safe.toLowerCase();
  return isOwn && (name === SUCCESS || name === FAILURE) && indexed.toLowerCase() === id.toLowerCase();
}

async function findRecent({ eth }: SafeAppsSDK, safe: string, id: string): Promise<string | undefined> {
  const head = Number((await eth.getBlockByNumber(['latest'])).number);
  const fromBlock = `0x${Math.max(0, head - RECENT_BLOCKS).toString(16)}`;
  const filter = { address: safe, fromBlock, toBlock: 'latest', topics: [[SUCCESS, FAILURE]] };
  const logs = (await eth.getPastLogs([filter as never])) as unknown as readonly Log[];
  return logs.find((log) => isEvent(log, safe, id))?.transactionHash;
}
