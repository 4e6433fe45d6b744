/** Transactions that fail, vanish, are replaced, or are taken back. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Hex } from '../hex.ts';
import { type ActingWorld, type Holder, startActingWorld } from '../testing/acting-world.ts';

const FASTER_WEI = `0x${(2n * 10n ** 9n).toString(16)}`;

let world: ActingWorld;
let holder: Holder;
beforeAll(async () => {
  world = await startActingWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  holder = await world.createHolder();
});
afterEach(() => holder.leave());

/** Starts a grant and returns its hash. */
async function send(): Promise<Hex> {
  void holder.start(holder.plan(holder.grantAll));
  await holder.reach('sent');
  const hash = holder.wallet.sent.at(-1);
  if (!hash) throw new Error('Nothing was sent.');
  return hash;
}

/** Sends a transaction with the nonce of another, without the page. */
async function sendAgain(hash: Hex, fields: object = {}): Promise<Hex> {
  const raw = await holder.wallet.ask<Record<string, Hex>>('eth_getTransactionByHash', [hash]);
  const { to, input: data, nonce } = raw;
  const transaction = { from: holder.vault, to, data, nonce, gas: '0x100000', gasPrice: FASTER_WEI };
  return holder.wallet.ask('eth_sendTransaction', [{ ...transaction, ...fields }]);
}

const head = async () => Number(await world.chain.client.getBlockNumber());

test('a reverted transaction says that the fee is spent', async () => {
  const { eth_sendTransaction: sign } = holder.wallet.methods;
  // Its owner may have lowered the gas limit in the wallet.
  holder.wallet.methods['eth_sendTransaction'] = ([transaction]) =>
    sign?.([{ ...(transaction as object), gas: '0x7530' }]);
  const hash = await send();
  await world.mine();
  await holder.reach('reverted', { hash, block: await head() });
});

test('a dropped transaction is named, and followed if it comes back', async () => {
  const hash = await send();
  const raw = await holder.wallet.ask<Record<string, Hex>>('eth_getTransactionByHash', [hash]);
  await holder.wallet.ask('anvil_dropTransaction', [hash]);
  await holder.reach('dropped', { hash });

  const { to, input: data, nonce } = raw;
  const same = { from: holder.vault, to, data, nonce, value: '0x0', gas: '0x1000000', gasPrice: '0x0' };
  expect(await holder.wallet.ask('eth_sendTransaction', [same])).toBe(hash);
  await holder.reach('sent', { hash });
  await world.mine();
  await holder.reach('known', { hash });
});

test('a transaction with a higher fee takes its place', async () => {
  const hash = await send();
  const faster = await sendAgain(hash);
  await world.mine();
  await holder.reach('known', { hash: faster });
  expect(holder.steps).toContainEqual({ step: 'sent', hash: faster, replaces: hash });
});

test('it is found among the blocks since then', async () => {
  const hash = await send();
  // Meanwhile, the wallet shows another chain.
  holder.wallet.switchTo(10);
  await holder.reach('paused', { isGone: false });
  const faster = await sendAgain(hash);
  await world.mine(20);
  holder.wallet.switchTo(world.chain.chainId);
  await holder.reach('safe', { hash: faster });
});

test('a transfer to itself cancels it', async () => {
  const hash = await send();
  const by = await sendAgain(hash, { to: holder.vault, data: '0x' });
  await world.mine();
  await holder.reach('cancelled', { hash, by });
});

test('a reorg takes the grant back, and it is known again once it is in a new block', async () => {
  const hash = await send();
  await world.mine();
  await holder.reach('known', { hash });
  const block = await head();

  await world.chain.reorg(1);
  await holder.reach('takenBack', { hash, block, isWaiting: false });

  const planned = holder.plan(holder.grantAll);
  const nonce = `0x${(await world.chain.client.getTransactionCount({ address: holder.vault })).toString(16)}`;
  const { to, data } = planned;
  const same = { from: holder.vault, to, data, nonce, value: '0x0', gas: '0x1000000', gasPrice: '0x0' };
  expect(await holder.wallet.ask('eth_sendTransaction', [same])).toBe(hash);
  await holder.reach('takenBack', { isWaiting: true });
  await world.mine();
  await holder.reach('known', { hash, block: block + 1 });
});

test('while the wallet is elsewhere, the service notices a reorg', async () => {
  const hash = await send();
  await world.mine();
  await holder.reach('known', { hash });
  holder.wallet.switchTo(10);
  await world.chain.reorg(1);
  await holder.reach('paused', { isGone: true });
  holder.wallet.switchTo(world.chain.chainId);
  await holder.reach('takenBack', { hash });
});

test('a later transaction that changes the same delegation is no reorg', async () => {
  const hash = await send();
  await world.mine();
  await holder.reach('known', { hash });
  const { chainId } = world.chain;
  const grant = { registry: 'v2', type: 'all', to: holder.to } as const;
  const revocation = holder.plan({ action: 'revoke', chainId, grant });
  const { to, data } = revocation;
  await holder.wallet.ask('eth_sendTransaction', [
    { from: holder.vault, to, data, gas: '0x100000', gasPrice: '0x0' },
  ]);
  await world.mine();
  await holder.reach('changedLater', { hash });
});
