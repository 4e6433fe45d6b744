/** A registry that the catalogue does not list is found, and never served without its history. */
import { type ConfiguredChain, readChains } from '@mandate/config';
import { encodeGrant, type LocalChain, startLocalChain } from '@mandate/contracts';
import { type Address, createDelegation, FULL_RIGHTS, findChain, parseAddress } from '@mandate/core';
import { createNode } from '@mandate/nodes';
import { createLocks, createWriter } from '@mandate/store';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/ledger/database';
import { until } from '@mandate/testing/until';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forget } from '../commands/forget.ts';
import { createStatus } from '../observe/status.ts';
import { run } from '../run.ts';
import { chooseRegistries } from './choose-registries.ts';

const BASE = 8453;
const vault = parseAddress('0xaaaa00000000000000000000000000000000000a');
const hot = parseAddress('0x0000000000000000000000000000000000000407');
const { v1, v2 } = { ...findChain(1)?.registries } as { v1: Address; v2: Address };

/** Has the code of v1. */
let ethereum: LocalChain;
let base: LocalChain;
let db: TestDatabase;
const cleanups: (() => Promise<void>)[] = [];
beforeAll(async () => {
  ethereum = await startLocalChain();
});
afterAll(() => ethereum.stop());
beforeEach(async () => {
  [base, db] = await Promise.all([startLocalChain({ chainId: BASE }), createTestDatabase()]);
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
  await Promise.all([base.stop(), db.drop()]);
});

async function deployV1(): Promise<void> {
  const bytecode = await ethereum.client.getCode({ address: v1 });
  if (!bytecode) throw new Error('The local chain has lost v1.');
  await base.client.setCode({ address: v1, bytecode });
  await base.mine();
}

async function grantByV1(): Promise<void> {
  const grant = createDelegation({ registry: 'v1', kind: 'all', from: vault, to: hot, rights: FULL_RIGHTS });
  await base.send({ from: vault, to: v1, data: encodeGrant(grant) });
  await base.mine(2);
}

function configure(fields: object = {}): ConfiguredChain {
  const all = { nodes: [base.url], maxQuietSeconds: 'unlimited', bloom: false, pollMs: 50, ...fields };
  const [chain] = readChains({ CHAINS: JSON.stringify({ [BASE]: all }) });
  if (!chain) throw new Error('No chain is configured.');
  return chain;
}

const writer = () => createWriter(db.database);
const recorded = async () => (await writer().findCheckpoint(BASE))?.registries;
const choose = (fields?: object) => chooseRegistries(configure(fields), createNode(base.url, BASE), writer());

function start() {
  const chains = [configure()];
  const [status, locks, stopping] = [createStatus(chains), createLocks(db.url), new AbortController()];
  const log = pino({ level: 'silent' });
  const running = run({
    chains,
    locks,
    log,
    writer: writer(),
    observers: [status],
    signal: stopping.signal,
  });
  cleanups.push(async () => {
    stopping.abort();
    await running;
    await locks.close();
  });
  return { status };
}

async function isAtHead(): Promise<void> {
  await until('the ledger is at the head', async () => {
    const [checkpoint, { hash }] = await Promise.all([writer().findCheckpoint(BASE), base.client.getBlock()]);
    return checkpoint?.block.hash === hash && checkpoint.state === 'following';
  });
}

async function countV1Rows(): Promise<number> {
  const { rowCount } = await db.database.query('select from delegation where registry = 1');
  return rowCount ?? 0;
}

describe('on a chain that is read for the first time', () => {
  test('v1 is followed if the node has its code', async () => {
    await deployV1();
    await grantByV1();
    const { status } = start();
    await isAtHead();
    expect([await recorded(), await countV1Rows()]).toEqual([{ v1, v2 }, 1]);
    expect(status.list()[0]).toMatchObject({ notice: null, problem: null });
  });

  test('v1 is not followed if the node has no code of it', async () => {
    start();
    await isAtHead();
    expect(await recorded()).toEqual({ v2 });
  });

  test('v1 is not followed if the operator names the registries, or a start block', async () => {
    await deployV1();
    expect(await choose({ registries: { v2 } })).toEqual({ registries: { v2 }, notice: null });
    expect(await choose({ startBlock: 1 })).toEqual({
      registries: { v2 },
      notice: expect.stringMatching(
        /^v1 at 0x0{12}76a.* is on this chain and not followed: "startBlock" may/,
      ),
    });
  });
});

describe('on a chain that has a ledger without v1', () => {
  test('v1 is left out, with a notice, until the chain is read again', async () => {
    const { status } = start();
    await isAtHead();
    await cleanups.pop()?.();
    await deployV1();
    await grantByV1();
    const again = start();
    await isAtHead();
    expect([await recorded(), await countV1Rows()]).toEqual([{ v2 }, 0]);
    expect(again.status.list()[0]).toMatchObject({
      state: 'following',
      notice: expect.stringMatching(/^The ledger was made without v1 at .*: forget --chain 8453 --yes\./),
    });
    expect(status.list()[0]?.notice).toBeNull();

    await forget(BASE, true, writer());
    await isAtHead();
    expect([await recorded(), await countV1Rows()]).toEqual([{ v1, v2 }, 1]);
    expect(again.status.list()[0]?.notice).toBeNull();
  });

  test('v1 is left out even if the settings name it and an older version recorded nothing', async () => {
    await deployV1();
    const [header] = await createNode(base.url, BASE).findHeaders([1]);
    if (!header) throw new Error('The chain has lost its first block.');
    await writer().open(BASE, header, { head: 2, safe: 0, finalized: 0 });
    expect(await choose()).toMatchObject({
      registries: { v2 },
      notice: expect.stringContaining('without v1'),
    });
    expect(await recorded()).toEqual({ v2 });
    const named = { registries: { v1, v2 } };
    expect(await choose(named)).toMatchObject({
      registries: { v2 },
      notice: expect.stringContaining('without v1'),
    });
  });
});

describe('on a chain that has a ledger with v1', () => {
  beforeEach(async () => {
    await deployV1();
    start();
    await isAtHead();
    await cleanups.pop()?.();
  });

  test('it is required: a node without its code is refused', async () => {
    expect(await choose()).toEqual({ registries: { v1, v2 }, notice: null });
    await base.client.setCode({ address: v1, bytecode: '0x' });
    await base.mine();
    await expect(choose()).rejects.toThrow(/has no code at 0x0{12}76a/);
  });

  test('it is dropped if the operator leaves it out, and comes back only with its history', async () => {
    expect(await choose({ registries: { v2 } })).toEqual({ registries: { v2 }, notice: null });
    expect(await recorded()).toEqual({ v2 });
    expect(await choose()).toMatchObject({
      registries: { v2 },
      notice: expect.stringContaining('without v1'),
    });
  });

  test('other addresses are refused', async () => {
    await base.client.setCode({ address: hot, bytecode: '0x6001' });
    await base.mine();
    await expect(choose({ registries: { v1, v2: hot } })).rejects.toThrow(
      /was made from v1 at 0x.* and v2 at 0x.*, but the settings name .*407\. Put back the old "registries", or/,
    );
    await writer().cover(
      BASE,
      (await writer().findCheckpoint(BASE))?.block ?? { number: 0, hash: '0x', timestamp: 0 },
      { v2 },
    );
    await expect(choose({ registries: { v1 } })).rejects.toThrow('was made from v2 at');
  });
});
