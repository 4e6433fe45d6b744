/** A transaction that goes well, and those that never change anything. */
import { parseAddress } from '@mandate/core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Write } from '../calldata/index.ts';
import { ConnectionError } from '../client/errors.ts';
import { listDelegationsV1 } from '../list/list-delegations-v1.ts';
import { type ActingWorld, type Holder, startActingWorld } from '../testing/acting-world.ts';
import { ProviderError } from '../testing/headless-wallet.ts';
import { askService } from './ask-service.ts';
import { simulateTransactions } from './simulate-transactions.ts';
import { switchChain } from './switch-chain.ts';

const CONTRACT = parseAddress('0xc011ec7100000000000000000000000000000001');

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

test('a grant is simulated, signed, in a block, known to the service, and safe', async () => {
  const done = holder.start(holder.plan(holder.grantAll));
  await holder.reach('sent');
  await world.mine();
  await holder.reach('known');
  const block = Number(await world.chain.client.getBlockNumber());
  expect(holder.last()).toEqual({ step: 'known', hash: holder.wallet.sent[0], block });
  await world.mine(6);
  await done;
  const names = ['simulating', 'signing', 'sent', 'inBlock', 'known', 'safe'];
  expect(holder.steps.map(({ step }) => step)).toEqual(names);
  expect(holder.steps[1]).toEqual({
    step: 'signing',
    gas: expect.any(BigInt),
    feeWei: expect.any(BigInt),
    isWholeFee: true,
  });
});

test('a service that does not answer confirms nothing', async () => {
  const ask = globalThis.fetch;
  const isDown = (input: unknown) => String(input).startsWith(world.service.url);
  const spy = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation((input, init) =>
      isDown(input instanceof Request ? input.url : input)
        ? Promise.reject(new TypeError('fetch failed'))
        : ask(input, init),
    );
  void holder.start(holder.plan(holder.grantAll));
  await holder.reach('sent');
  await world.mine();
  const doubt = { code: 'noAnswer', error: expect.any(ConnectionError) };
  await expect.poll(() => holder.last(), { timeout: 20_000 }).toMatchObject({ step: 'inBlock', doubt });
  await expect(
    askService(world.client, holder.plan(holder.grantAll), { minBlock: 1 }, AbortSignal.timeout(5_000)),
  ).rejects.toThrow(ConnectionError);
  spy.mockRestore();
  await holder.reach('known');
});

test('the service is asked about the very delegation, at the block of the transaction', async () => {
  const { chainId } = world.chain;
  const grant = { registry: 'v2', type: 'contract', to: holder.to, contract: CONTRACT } as const;
  const narrow = holder.plan({ action: 'grant', chainId, grant });
  const noLonger = holder.plan({ action: 'revoke', chainId, grant });
  void holder.start(holder.plan(holder.grantAll));
  await holder.reach('sent');
  await world.mine();
  await holder.reach('known');

  const block = Number(await world.chain.client.getBlockNumber());
  const ask = (planned: typeof narrow, minBlock = block) =>
    askService(world.client, planned, { minBlock }, AbortSignal.timeout(20_000));
  // The broader delegation would answer a plain check with yes.
  expect(await ask(narrow)).toEqual({ fits: false, block });
  expect(await ask(noLonger)).toEqual({ fits: true, block });
  await expect(ask(narrow, block + 1)).rejects.toMatchObject({ code: 'block_not_reached' });

  void holder.start(narrow);
  await holder.reach('sent');
  await world.mine();
  await holder.reach('known');
  void holder.start(noLonger);
  await holder.reach('sent');
  await world.mine();
  await holder.reach('known');
});

test('six changes and v1’s revocations of many are compared with the lists', async () => {
  const { chainId } = world.chain;
  const { to } = holder;
  const tokens = Array.from({ length: 6 }, (_, i): Write => {
    const token = { contract: CONTRACT, tokenId: BigInt(i), amount: 5n };
    return { action: 'grant', chainId, grant: { registry: 'v2', type: 'erc1155', to, ...token } };
  });
  const planned = [
    holder.plan(...tokens),
    holder.plan({ action: 'grant', chainId, grant: { registry: 'v1', type: 'all', to } }),
    holder.plan({ action: 'revokeWallet', chainId, to }),
    holder.plan({ action: 'grant', chainId, grant: { registry: 'v1', type: 'all', to } }),
    holder.plan({ action: 'revokeEveryone', chainId }),
  ];
  for (const transaction of planned) {
    void holder.start(transaction);
    await holder.reach('sent');
    await world.mine();
    await holder.reach('known');
  }
  const revoked = holder.plan({ action: 'revokeEveryone', chainId });
  const granted = holder.plan(...tokens);
  const when = { minBlock: Number(await world.chain.client.getBlockNumber()) };
  const { signal } = new AbortController();
  expect(await askService(world.client, revoked, when, signal)).toMatchObject({ fits: true });
  const other = { ...granted, writes: [...tokens.slice(1), holder.grantAll] };
  expect(await askService(world.client, other, when, signal)).toMatchObject({ fits: false });
});

test('a delegate steps down: the service no longer lists a v1 grant of the vault to it', async () => {
  const { chainId } = world.chain;
  const vault = await world.createHolder();
  const stepDown = holder.plan({ action: 'stepDown', chainId, vault: vault.vault });
  const grants: Write[] = [
    { action: 'grant', chainId, grant: { registry: 'v1', type: 'all', to: holder.vault } },
    {
      action: 'grant',
      chainId,
      grant: { registry: 'v1', type: 'contract', to: holder.vault, contract: CONTRACT },
    },
  ];
  for (const grant of grants) {
    void vault.start(vault.plan(grant));
    await vault.reach('sent');
    await world.mine();
    await vault.reach('known');
  }
  await vault.leave();
  const when = { minBlock: Number(await world.chain.client.getBlockNumber()) };
  const { signal } = new AbortController();
  expect(await askService(world.client, stepDown, when, signal)).toMatchObject({ fits: false });
  void holder.start(stepDown);
  await holder.reach('sent');
  await world.mine();
  await holder.reach('known');
  const { value } = await listDelegationsV1(world.client, { wallet: holder.vault, chainId });
  expect(value).toEqual([]);
});

test('on the OP Stack, the fee of the layer below is part of the estimate, or said to be missing', async () => {
  const planned = holder.plan(holder.grantAll);
  const estimate = async () => {
    const simulation = await simulateTransactions(holder.wallet.provider, [planned]);
    return simulation.outcome === 'passes' ? simulation : expect.fail(JSON.stringify(simulation));
  };
  const alone = await estimate();
  const oracle = parseAddress('0x420000000000000000000000000000000000000f');
  // Returns the size that it is asked about.
  await world.chain.client.setCode({ address: oracle, bytecode: '0x6004355f5260205ff3' });
  const size = BigInt(planned.data.length / 2 - 1 + 80);
  expect(await estimate()).toMatchObject({ feeWei: (alone.feeWei ?? 0n) + size, isWholeFee: true });
  await world.chain.client.setCode({ address: oracle, bytecode: '0x5f5ffd' });
  expect(await estimate()).toMatchObject({ feeWei: alone.feeWei, isWholeFee: false });
  await world.chain.client.setCode({ address: oracle, bytecode: '0x' });
});

test('a declined signature changes nothing', async () => {
  holder.wallet.methods['eth_sendTransaction'] = () => {
    throw new ProviderError(4001, 'User rejected the request.');
  };
  await holder.start(holder.plan(holder.grantAll));
  expect(holder.steps.map(({ step }) => step)).toEqual(['simulating', 'signing', 'rejected']);
});

test('a wallet that fails is quoted on one line', async () => {
  holder.wallet.methods['eth_sendTransaction'] = () => {
    throw new ProviderError(-32_000, `nonce\n\u202etoo low ${'x'.repeat(400)}`);
  };
  await holder.start(holder.plan(holder.grantAll));
  expect(holder.last()).toEqual({
    step: 'failed',
    reason: { code: 'said', message: `nonce too low ${'x'.repeat(186)}…` },
  });
});

test('a transaction that would fail is not sent', async () => {
  const planned = holder.plan(holder.grantAll);
  const reverting = parseAddress('0x000000000000000000000000000000000000dead');
  // PUSH0 PUSH0 REVERT
  await world.chain.client.setCode({ address: reverting, bytecode: '0x5f5ffd' });
  await holder.start({ ...planned, to: reverting });
  expect(holder.last()).toMatchObject({
    step: 'refused',
    reason: { code: 'said', message: expect.stringContaining('revert') },
  });
  expect(holder.wallet.sent).toEqual([]);

  await holder.start({ ...planned, to: parseAddress('0x0000000000000000000000000000000000abc123') });
  expect(holder.last()).toEqual({ step: 'refused', reason: { code: 'noRegistry', message: null } });
});

test('another account cannot act, and is not asked to switch its chain', async () => {
  holder.wallet.methods['eth_accounts'] = () => [holder.to];
  holder.wallet.switchTo(10);
  await holder.start(holder.plan(holder.grantAll));
  expect(holder.steps.map(({ step }) => step)).toEqual(['wrongAccount']);
  expect(holder.wallet.chainId).toBe(10);
  expect(holder.last()).toEqual({ step: 'wrongAccount', account: holder.to, wanted: holder.vault });
});

test('a wallet on another chain is asked to switch', async () => {
  holder.wallet.switchTo(10);
  void holder.start(holder.plan(holder.grantAll));
  await holder.reach('sent');
  expect(holder.steps[0]).toEqual({ step: 'switching', chainId: world.chain.chainId });
  expect(holder.wallet.chainId).toBe(world.chain.chainId);
});

test.each([
  [4001, 'declined'],
  [4902, 'unknownChain'],
])('a wallet that stays on another chain (%d, %s) sends nothing', async (code, reason) => {
  holder.wallet.switchTo(10);
  holder.wallet.methods['wallet_switchEthereumChain'] = () => {
    throw new ProviderError(code, 'No.');
  };
  await holder.start(holder.plan(holder.grantAll));
  expect(holder.last()).toEqual({
    step: 'wrongChain',
    chainId: world.chain.chainId,
    reason: { code: reason, message: 'No.' },
  });
  expect(holder.wallet.sent).toEqual([]);
});

test('a chain that the wallet lacks is added, where the service names a public node', async () => {
  const asked: unknown[] = [];
  const { wallet } = holder;
  const { wallet_switchEthereumChain: switchTo } = wallet.methods;
  let hasChain = false;
  wallet.methods['wallet_switchEthereumChain'] = (params) => {
    if (!hasChain) throw new ProviderError(4902, 'Unrecognized chain.');
    return switchTo?.(params);
  };
  wallet.methods['wallet_addEthereumChain'] = ([chain]) => {
    hasChain = true;
    asked.push(chain);
    return null;
  };
  wallet.switchTo(10);
  const publicNode = 'https://node.example';
  await switchChain(wallet.provider, { ...world.network, chainId: 137, name: 'Polygon', publicNode });
  expect(wallet.chainId).toBe(137);
  expect(asked).toEqual([
    {
      chainId: '0x89',
      chainName: 'Polygon',
      nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
      rpcUrls: [publicNode],
      blockExplorerUrls: [],
    },
  ]);
});
