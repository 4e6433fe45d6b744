import { type Address, createDelegation, type V1Delegation, v1GrantSlot } from '@mandate/core';
import { NodeUnavailableError, RpcError, type Source } from '@mandate/nodes';
import { afterEach, expect, test, vi } from 'vitest';
import { createSettle } from './settle-revocations.ts';

afterEach(() => vi.restoreAllMocks());

const address = (letter: string) => `0x${letter.repeat(40)}` as Address;
const hash = `0x${'aa'.repeat(32)}` as const;
const grants = [
  createDelegation({ registry: 'v1', kind: 'all', from: address('a'), to: address('b') }),
] as V1Delegation[];

/** Starts a node that answers with this error when asked for state, or with zeros while there is none. */
function start() {
  const node = { error: null as Error | null, reads: 0 };
  const warnings: string[] = [];
  const readSlots: Source['readSlots'] = async (_, slots) => {
    node.reads++;
    if (node.error) throw node.error;
    return slots.map(() => 0n);
  };
  const settle = createSettle({ name: 'node', readSlots } as Source, address('c'), (message) =>
    warnings.push(message),
  );
  const at = [{ block: 1, log: 0, tx: hash }] as const;
  const revocation = { from: address('a'), at, blockHash: hash, alone: false };
  return { node, warnings, settle, ask: () => settle.atOwnBlock([{ revocation, grants, grantedAgain: [] }]) };
}

const refuse = (said: string) => new RpcError('node', 'eth_getStorageAt', -32_000, said);

test('a node that says that it lacks the state is believed at once', async () => {
  const { node, ask, warnings } = start();
  node.error = refuse('missing trie node');
  expect(await ask()).toEqual([null]);
  expect(warnings).toEqual([]);
});

test('unknown messages fail a few steps, then count as missing state until state is read again', async () => {
  const { node, ask, warnings } = start();
  for (let round = 1; round <= 2; round++) {
    node.error = refuse('a message that no known node sends');
    for (let tries = 0; tries < 3; tries++) await expect(ask()).rejects.toThrow(RpcError);
    expect(await ask()).toEqual([null]);
    expect(await ask()).toEqual([null]);
    expect(warnings.length).toBe(round);
    node.error = null;
    expect(await ask()).toMatchObject([{ byState: true }]);
  }
  expect(warnings[0]).toMatch(/a message that no known node sends.*counts as missing state/);
});

test('an unavailable node never counts as one without state', async () => {
  const { node, ask } = start();
  node.error = new NodeUnavailableError('node', 'timeout');
  for (let tries = 0; tries < 10; tries++) await expect(ask()).rejects.toThrow(NodeUnavailableError);
});

test('a chain that waits for state requests it a few times a minute, however often it is polled', async () => {
  const { node, settle } = start();
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  node.error = refuse('missing trie node');
  const pollFor = async (ms: number) => {
    for (const end = now + ms; now < end; now += 250) await settle.atBlock([grants], { number: 1, hash });
  };
  await pollFor(60_000);
  expect(node.reads).toBeLessThanOrEqual(6);
  node.reads = 0;
  await pollFor(10 * 60_000);
  expect(node.reads).toBeLessThanOrEqual(10);
  node.error = null;
  await pollFor(60_000);
  expect(await settle.atBlock([grants], { number: 1, hash })).not.toContain(null);
});

test('many vaults of a block are read together, and each gets its own words', async () => {
  const asked = Array.from({ length: 50 }, (_, vault) => {
    const from = `0x${String(vault).padStart(40, '0')}` as Address;
    return createDelegation({ registry: 'v1', kind: 'all', from, to: address('b') }) as V1Delegation;
  });
  const standing = asked.filter((_, vault) => vault % 3 === 0);
  const slots = new Set(standing.map((grant) => v1GrantSlot(grant, { vault: 0n, pair: 0n })));
  let reads = 0;
  const readSlots: Source['readSlots'] = async (_, read) => {
    reads++;
    return read.map((slot) => (slots.has(slot) ? 1n : 0n));
  };
  const settle = createSettle({ name: 'node', readSlots } as Source, address('c'));
  const ended = await settle.atBlock(
    asked.map((grant) => [grant]),
    { number: 1, hash },
  );
  expect(ended).toEqual(asked.map((grant) => (standing.includes(grant) ? [] : [{ type: 'revoke', grant }])));
  // The versions, then the grants.
  expect(reads).toBe(2);
});
