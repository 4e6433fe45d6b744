/** Smart wallets, which send several calls as one (EIP-5792). */
import { type LocalChain, throughWallet } from '@mandate/contracts';
import { parseAddress } from '@mandate/core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Hex } from '../hex.ts';
import { type ActingWorld, type Holder, startActingWorld } from '../testing/acting-world.ts';
import { ProviderError } from '../testing/headless-wallet.ts';
import { canBatch } from './can-batch.ts';

const RELAYED = { gas: '0x1000000', gasPrice: '0x0' };

let world: ActingWorld;
let holder: Holder;
/** The transaction of each batch. `null` if the wallet has not sent it yet. */
let batches: Map<string, Hex | null>;
let isGivenUp: boolean;
beforeAll(async () => {
  world = await startActingWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  holder = await world.createHolder();
  batches = new Map();
  isGivenUp = false;
  await becomeSmart(world.chain);
});
afterEach(() => holder.leave());

interface Batch {
  readonly version: string;
  readonly from: string;
  readonly chainId: Hex;
  readonly atomicRequired: boolean;
  readonly calls: readonly { readonly to: string; readonly data: Hex }[];
}

/** Makes the holder's account a contract, and gives its wallet the methods of EIP-5792. */
async function becomeSmart({ client }: LocalChain): Promise<void> {
  const bytecode = await client.getCode({ address: '0xa5ce000000000000000000000000000000000001' });
  if (!bytecode) throw new Error('The chain has no smart wallet.');
  await client.setCode({ address: holder.vault, bytecode });
  Object.assign(holder.wallet.methods, {
    wallet_getCapabilities: () => ({ '0x7a69': { atomic: { status: 'supported' } } }),
    wallet_sendCalls: async ([batch]: readonly [Batch]) => {
      expect(batch).toMatchObject({ version: '2.0.0', from: holder.vault, atomicRequired: true });
      batches.set('batch-1', null);
      if (isGivenUp) return { id: 'batch-1' };
      const calls = batch.calls.map(({ to, data }) => ({ to: parseAddress(to), data }));
      const transaction = throughWallet(parseAddress(holder.vault), calls);
      const hash = await holder.wallet.ask<Hex>('eth_sendTransaction', [{ ...transaction, ...RELAYED }]);
      batches.set('batch-1', hash);
      return { id: 'batch-1' };
    },
    wallet_getCallsStatus: async ([id]: readonly [string]) => {
      if (isGivenUp) return { version: '2.0.0', id, status: 400 };
      const hash = batches.get(id);
      const receipt = await holder.wallet.ask('eth_getTransactionReceipt', [hash]);
      return receipt
        ? { version: '2.0.0', id, status: 200, atomic: true, receipts: [receipt] }
        : { version: '2.0.0', id, status: 100 };
    },
  });
}

async function askBatch(chainId: number): Promise<boolean> {
  return canBatch(holder.wallet.provider, holder.vault, chainId);
}

/** Two changes of v1, which takes one a transaction. */
function planTwo() {
  const { chainId } = world.chain;
  const { to } = holder;
  return [
    holder.plan({ action: 'grant', chainId, grant: { registry: 'v1', type: 'all', to } }),
    holder.plan({ action: 'grant', chainId, grant: { registry: 'v1', type: 'contract', to, contract: to } }),
  ] as const;
}

test('two v1 writes are one batch, and taken back together', async () => {
  expect(await askBatch(world.chain.chainId)).toBe(true);
  void holder.start(...planTwo());
  await holder.reach('sent', { hash: null });
  await world.mine();
  const hash = batches.get('batch-1');
  await holder.reach('known', { hash });
  await world.chain.reorg(1);
  await holder.reach('takenBack', { hash });
});

test('a batch that the wallet gives up has failed', async () => {
  isGivenUp = true;
  await holder.start(...planTwo());
  expect(holder.last()).toEqual({ step: 'failed', reason: { code: 'batchGivenUp', message: null } });
});

test('a transaction of a smart wallet that no node has is not called dropped', async () => {
  holder.wallet.methods['eth_sendTransaction'] = () => `0x${'ab'.repeat(32)}`;
  void holder.start(holder.plan(holder.grantAll));
  await holder.reach('sent');
  let looks = 0;
  holder.wallet.methods['eth_getTransactionByHash'] = () => {
    looks++;
    return null;
  };
  // Far longer than the time after which a transaction counts as dropped.
  await expect.poll(() => looks).toBeGreaterThan(40);
  expect(holder.last()).toMatchObject({ step: 'sent' });
});

test.each([
  ['an older draft', { '0x7a69': { atomicBatch: { supported: true } } }, true],
  ['every chain', { '0x0': { atomic: { status: 'supported' } } }, true],
  ['a wallet that would upgrade its account first', { '0x7a69': { atomic: { status: 'ready' } } }, false],
  ['another chain', { '0x1': { atomic: { status: 'supported' } } }, false],
  ['nothing', null, false],
])('capabilities: %s', async (_, answer, expected) => {
  holder.wallet.methods['wallet_getCapabilities'] = () => answer;
  expect(await askBatch(31_337)).toBe(expected);
});

test('a wallet without the method cannot batch', async () => {
  holder.wallet.methods['wallet_getCapabilities'] = () => {
    throw new ProviderError(4200, 'Unsupported method.');
  };
  expect(await askBatch(31_337)).toBe(false);
});
