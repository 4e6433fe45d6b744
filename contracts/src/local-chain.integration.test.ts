import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDelegation, FULL_RIGHTS, parseAddress } from '@mandate/core';
import { encodeFunctionData } from 'viem';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { v1Abi, v2Abi } from './abis.ts';
import { type LocalChain, startLocalChain, throughWallet } from './local-chain.ts';
import { encodeGrant } from './writes.ts';

const wallet = parseAddress('0xaaaa00000000000000000000000000000000000a');
const smart = parseAddress('0xcccc00000000000000000000000000000000000c');
const otherSmart = parseAddress('0xdddd00000000000000000000000000000000000d');
const hot = parseAddress('0x0000000000000000000000000000000000000407');
const grantAll = (from: typeof wallet) =>
  encodeGrant(createDelegation({ registry: 'v2', kind: 'all', from, to: hot, rights: FULL_RIGHTS }));
const holds = (chain: LocalChain, from: typeof wallet) =>
  chain.client.readContract({
    address: chain.registries.v2,
    abi: v2Abi,
    functionName: 'checkDelegateForAll',
    args: [hot, from, FULL_RIGHTS],
  });

describe('a local chain', () => {
  let chain: LocalChain;
  beforeEach(async () => {
    chain = await startLocalChain({ smartWallets: [smart, otherSmart] });
  });
  afterEach(() => chain.stop());

  test('has both registries at their real addresses', async () => {
    expect(await chain.client.getChainId()).toBe(31_337);
    for (const address of Object.values(chain.registries)) {
      expect(address && (await chain.client.getCode({ address }))).toMatch(/^0x[0-9a-f]{1000}/);
    }
  });

  test('acts as any wallet, when a block is mined', async () => {
    await chain.send({ from: wallet, to: chain.registries.v2, data: grantAll(wallet) });
    expect(await holds(chain, wallet)).toBe(false);
    await chain.mine();
    expect(await holds(chain, wallet)).toBe(true);
  });

  test('acts as a smart wallet: the grant is from the contract, not from who sent the transaction', async () => {
    const transaction = throughWallet(smart, [{ to: chain.registries.v2, data: grantAll(smart) }]);
    await chain.send(transaction);
    await chain.mine();
    expect(await holds(chain, smart)).toBe(true);
    expect(await holds(chain, transaction.from)).toBe(false);
  });

  test('acts as a multicall: several wallets in one transaction', async () => {
    const forward = (from: typeof wallet) =>
      throughWallet(from, [{ to: chain.registries.v2, data: grantAll(from) }]);
    await chain.send(throughWallet(smart, [forward(smart), forward(otherSmart)]));
    await chain.mine();
    expect(await holds(chain, smart)).toBe(true);
    expect(await holds(chain, otherSmart)).toBe(true);
    expect((await chain.client.getBlock()).transactions).toHaveLength(1);
  });

  test('keeps the order in which transactions were sent', async () => {
    const value = (on: boolean) =>
      encodeFunctionData({ abi: v2Abi, functionName: 'delegateAll', args: [hot, FULL_RIGHTS, on] });
    for (const on of [true, false, true, false, true]) {
      await chain.send({ from: wallet, to: chain.registries.v2, data: value(on) });
    }
    await chain.mine();
    expect(await holds(chain, wallet)).toBe(true);
    const logs = await chain.client.getContractEvents({
      address: chain.registries.v2,
      abi: v2Abi,
      eventName: 'DelegateAll',
    });
    expect(logs.map(({ args }) => args.enable)).toEqual([true, false, true, false, true]);
  });

  test('replaces its last blocks', async () => {
    await chain.mine(3);
    await chain.send({ from: wallet, to: chain.registries.v2, data: grantAll(wallet) });
    await chain.mine(2);
    const before = await chain.client.getBlock();
    const transaction = { from: smart, to: chain.registries.v2, data: grantAll(smart) };
    await chain.reorg(3, [{ transaction, block: 1 }]);
    const after = await chain.client.getBlock();
    expect(after.number).toBe(before.number);
    expect(after.hash).not.toBe(before.hash);
    expect(await holds(chain, wallet)).toBe(false);
    expect(await holds(chain, smart)).toBe(true);
    const replaced = await chain.client.getBlock({ blockNumber: before.number - 1n });
    expect(replaced.transactions).toHaveLength(1);
  });

  test('refuses to replace the block that holds the registries', async () => {
    await chain.mine(2);
    await expect(chain.reorg(3)).rejects.toThrow('the first holds the registries');
  });

  test('reports a transaction that failed', async () => {
    await chain.send({ from: wallet, to: chain.registries.v2, data: '0xdeadbeef' });
    await expect(chain.mine()).rejects.toThrow('failed in block 2');
  });

  test('answers many questions at one block, also at a past one', async () => {
    const question = {
      to: chain.registries.v2,
      data: encodeFunctionData({
        abi: v2Abi,
        functionName: 'checkDelegateForAll',
        args: [hot, wallet, FULL_RIGHTS],
      }),
    };
    const past = await chain.client.getBlock();
    await chain.send({ from: wallet, to: chain.registries.v2, data: grantAll(wallet) });
    await chain.mine();
    const now = await chain.client.getBlock();
    expect((await chain.ask([question, question], now.hash)).map(BigInt)).toEqual([1n, 1n]);
    expect((await chain.ask([question], past.hash)).map(BigInt)).toEqual([0n]);
  });

  test('is gone when stopped', async () => {
    await chain.stop();
    await expect(fetch(chain.url)).rejects.toThrow();
  });
});

test('a chain of the catalogue has the registries it has in reality', async () => {
  const chain = await startLocalChain({ chainId: 324 });
  try {
    expect(chain.registries).toEqual({ v1: null, v2: '0x0000000059a24eb229eed07ac44229db56c5d797' });
    expect(await holds(chain, wallet)).toBe(false);
  } finally {
    await chain.stop();
  }
});

describe('REGISTRY_ARTIFACTS', () => {
  const folderWith = (artifact: unknown) => {
    const folder = mkdtempSync(join(tmpdir(), 'registries-'));
    for (const name of ['v1', 'v2']) writeFileSync(join(folder, `${name}.json`), JSON.stringify(artifact));
    vi.stubEnv('REGISTRY_ARTIFACTS', folder);
  };
  afterEach(() => vi.unstubAllEnvs());

  test('puts other code at the addresses', async () => {
    // Answers 1 to every call.
    folderWith({ deployedBytecode: '0x600160005260206000F3' });
    const chain = await startLocalChain();
    try {
      expect(await holds(chain, wallet)).toBe(true);
      const v1 = { address: chain.registries.v1 ?? wallet, abi: v1Abi } as const;
      expect(
        await chain.client.readContract({ ...v1, functionName: 'checkDelegateForAll', args: [hot, wallet] }),
      ).toBe(true);
    } finally {
      await chain.stop();
    }
  });

  test('says what a file must hold', async () => {
    folderWith({ bytecode: '0x60' });
    await expect(startLocalChain()).rejects.toThrow('It must contain {"deployedBytecode": "0x…"}');
  });
});
