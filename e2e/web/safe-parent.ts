/** Plays Safe's side: what its web app answers to apps, and what its owners do. */
import { randomBytes } from 'node:crypto';
import type { LocalChain } from '@mandate/contracts';
import { type Address, parseAddress } from '@mandate/core';
import type {
  BaseTransaction,
  GatewayTransactionDetails,
  MethodToResponse,
  SDKRequestData,
  SuccessResponse,
} from '@safe-global/safe-apps-sdk';
import type { Page } from 'playwright-core';
import { toEventSelector } from 'viem';

type Hex = `0x${string}`;

const REQUIRED = 2;
const VERSION = '9.1.0';
const topicOf = (name: string) => toEventSelector(`${name}(bytes32,uint256)`).slice(2);
const SUCCESS = topicOf('ExecutionSuccess');
const FAILURE = topicOf('ExecutionFailure');

/** Calls the third word with the rest, and logs the second word as an event with the first, as Safe 1.3 does. */
const ACCOUNT_CODE: Hex =
  '0x606036038060606040376000600082604060006040355af15060003560005260203560406000a100';

/** Answers by the name of the method, as the official SDK types them. */
type Answers = { readonly [Method in keyof MethodToResponse]?: (params: never) => unknown };

export type PlayedSafe = ReturnType<typeof createPlayedSafe>;

export function createPlayedSafe(chain: LocalChain, address: Address) {
  const proposed = new Map<string, BaseTransaction[]>();
  let signed = 1;
  let status = 'AWAITING_CONFIRMATIONS';
  let txHash: string | undefined;
  const answers: Answers = {
    getSafeInfo: () => ({
      ...{ safeAddress: address, chainId: chain.chainId, threshold: REQUIRED, owners: [], isReadOnly: false },
    }),
    rpcCall: ({ call, params }: { call: string; params: unknown[] }) =>
      chain.client.request({ method: call, params } as never),
    sendTransactions: ({ txs }: { txs: BaseTransaction[] }) => {
      const safeTxHash = `0x${randomBytes(32).toString('hex')}`;
      proposed.set(safeTxHash, txs);
      return { safeTxHash };
    },
    getTxBySafeTxHash: ({ safeTxHash }: { safeTxHash: string }) =>
      ({
        safeAddress: address,
        txId: safeTxHash,
        txStatus: status,
        ...(txHash && { txHash }),
        detailedExecutionInfo: {
          type: 'MULTISIG',
          safeTxHash,
          confirmations: Array.from({ length: signed }, () => ({})),
          confirmationsRequired: REQUIRED,
        },
      }) as unknown as GatewayTransactionDetails,
  };

  async function execute(event: string, target: string, data: Hex): Promise<void> {
    const [safeTxHash = ''] = proposed.keys();
    await chain.client.setCode({ address, bytecode: ACCOUNT_CODE });
    const words = [
      safeTxHash.slice(2),
      event,
      target.slice(2).toLowerCase().padStart(64, '0'),
      data.slice(2),
    ];
    txHash = await chain.send({
      from: parseAddress(`0x${'e0'.repeat(20)}`),
      to: address,
      data: `0x${words.join('')}`,
    });
    await chain.mine();
    status = event === SUCCESS ? 'SUCCESS' : 'FAILED';
  }

  const firstOf = (): BaseTransaction => {
    const [txs] = proposed.values();
    if (!txs?.[0]) throw new Error('Nothing was proposed.');
    return txs[0];
  };
  return {
    proposed,
    /** Answers the messages of a frame of this page. */
    async play(page: Page): Promise<void> {
      await page.exposeFunction('playSafe', async ({ id, method, params }: SDKRequestData) => {
        const answer = answers[method] as ((given: unknown) => unknown) | undefined;
        const data = await answer?.(params);
        return { id, success: true, version: VERSION, data } as SuccessResponse<unknown>;
      });
    },
    /** The second owner signs. */
    sign() {
      signed = REQUIRED;
      status = 'AWAITING_EXECUTION';
    },
    execute: () => execute(SUCCESS, firstOf().to, firstOf().data as Hex),
    /** The Safe's transaction is in a block, and its call failed. */
    executeInVain: () => execute(FAILURE, `0x${'0'.repeat(40)}`, '0x'),
    reject() {
      status = 'CANCELLED';
    },
  };
}
