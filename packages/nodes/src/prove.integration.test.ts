import { encodeGrant, type LocalChain, startLocalChain } from '@mandate/contracts';
import {
  createDelegation,
  createGrant,
  FULL_RIGHTS,
  parseAddress,
  type V2Grant,
  v2Hash,
  v2Slots,
} from '@mandate/core';
import {
  type Behaviour,
  createMisbehavingNode,
  type MisbehavingNode,
} from '@mandate/testing/chain/misbehaving-node';
import { change, closeConnections, hang } from '@mandate/testing/chain/misbehaviours';
import { type Hex, numberToHex, toHex } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createNode } from './node.ts';
import { createQuorum } from './quorum.ts';
import type { Vote } from './rpc/node-watch.ts';
import type { Source } from './source.ts';
import { withStateNodes } from './state-nodes.ts';
import { UnprovenError } from './unproven.ts';

const PROVEN = { evidence: { header: true, proofs: true } };
const from = parseAddress(`0x${'a'.repeat(40)}`);
const to = parseAddress(`0x${'b'.repeat(40)}`);
let nodes: MisbehavingNode[];
let sources: Source[];
let chain: LocalChain;
/** The registry has the grant at `after`, and not yet at `before`. */
let before: { number: number; hash: Hex };
let after: { number: number; hash: Hex };
let slots: readonly Hex[];

beforeAll(async () => {
  chain = await startLocalChain();
  const fields = { registry: 'v2', kind: 'all', from, to, rights: FULL_RIGHTS } as const;
  const delegation = createDelegation(fields);
  before = await newest();
  await chain.send({ from: delegation.from, to: chain.registries.v2, data: encodeGrant(delegation) });
  await chain.mine(2);
  after = await newest();
  slots = v2Slots(v2Hash(createGrant(fields) as V2Grant));
  nodes = await Promise.all([1, 2, 3].map(() => createMisbehavingNode(chain.url)));
  sources = nodes.map(({ url }) => createNode(url, chain.chainId, { ...PROVEN, timeoutMs: 3_000 }));
});
afterEach(() => {
  for (const node of nodes) node.misbehave(null);
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await chain?.stop();
});

async function newest() {
  const { number, hash } = await chain.client.getBlock();
  return { number: Number(number), hash };
}

const first = () => sources[0] as Source;
const [grantor = '', ...others] = [BigInt(from), BigInt(to), 0n, 0n, 0n];

test('storage is proven at old and new blocks, in one request', async () => {
  await first().getHead();
  const requests = nodes[0]?.requests ?? 0;
  const proven = await first().prove(chain.registries.v2, slots, after);
  expect(proven.values).toEqual([grantor, ...others]);
  expect((nodes[0]?.requests ?? 0) - requests).toBe(1);
  const earlier = await first().prove(chain.registries.v2, slots, before);
  expect(earlier.values).toEqual([0n, 0n, 0n, 0n, 0n]);
});

test('a known header is not asked for, and without slots the account is proven', async () => {
  const { header } = await first().prove(chain.registries.v2, [], after);
  const calls = nodes[0]?.calls ?? 0;
  const proven = await first().prove(chain.registries.v2, slots, after, header);
  expect(proven.values[0]).toBe(grantor);
  expect((nodes[0]?.calls ?? 0) - calls).toBe(1);
  const nobody = await first().prove(parseAddress(`0x${'12'.repeat(20)}`), slots, after);
  expect(nobody.values).toEqual([0n, 0n, 0n, 0n, 0n]);
});

test('more slots than a node takes at once are proven together', async () => {
  const many = Array.from({ length: 600 }, (_, i) => numberToHex(i, { size: 32 }));
  const proven = await first().prove(chain.registries.v2, [...many, ...slots], after);
  expect(proven.values).toHaveLength(605);
  expect(proven.values.slice(600)).toEqual([grantor, ...others]);
});

test('storage is proven at a block that a reorg brought', async () => {
  const other = await startLocalChain();
  try {
    await other.mine(4);
    await other.reorg(2);
    const { number, hash } = await other.client.getBlock();
    const source = createNode(other.url, other.chainId, PROVEN);
    const proven = await source.prove(other.registries.v2, slots, { number: Number(number), hash });
    expect(proven.values).toEqual([0n, 0n, 0n, 0n, 0n]);
  } finally {
    await other.stop();
  }
});

interface RawProof {
  accountProof: Hex[];
  storageProof: { key: Hex; value: Hex; proof: Hex[] }[];
}

/** Gives the proof of another block, or of another account. */
const prove = (address: Hex, block: () => { hash: Hex }) =>
  change('eth_getProof', (_: unknown, { params: [, asked] }, { ask }) =>
    ask('eth_getProof', address, asked, { blockHash: block().hash }),
  );
const flip = (hex: Hex): Hex => `0x${hex.slice(2, -1)}${hex.endsWith('0') ? '1' : '0'}`;

test.for([
  ['another block', () => prove(chain.registries.v2, () => before)],
  ['another account', () => prove(from, () => after)],
  [
    'a changed trie node',
    () =>
      change('eth_getProof', (proof: RawProof) => ({
        ...proof,
        accountProof: proof.accountProof.map((node, i) => (i === 0 ? flip(node) : node)),
      })),
  ],
  [
    'a proof without its last node',
    () =>
      change('eth_getProof', (proof: RawProof) => ({
        ...proof,
        storageProof: proof.storageProof.map((place) => ({ ...place, proof: place.proof.slice(0, -1) })),
      })),
  ],
  [
    'another state root',
    () => change('eth_getBlockByHash', (block: object) => ({ ...block, stateRoot: toHex(1, { size: 32 }) })),
  ],
  ['no proof at all', () => change('eth_getProof', () => ({}))],
] as const)('%s is refused', async ([, lie]) => {
  nodes[0]?.misbehave(lie());
  const error = await first()
    .prove(chain.registries.v2, slots, after)
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnprovenError);
  expect(error).toMatchObject({ reason: 'wrong_proof' });
  // The values that a node claims beside its proof are not used.
  nodes[0]?.misbehave(
    change('eth_getProof', (proof: RawProof) => ({
      ...proof,
      storageProof: proof.storageProof.map((place) => ({ ...place, value: '0x7' })),
    })),
  );
  const proven = await first().prove(chain.registries.v2, slots, after);
  expect(proven.values).toEqual([grantor, ...others]);
});

const say = (code: number, message: string): Behaviour => ({
  answer: ({ method }, honest) => (method === 'eth_getProof' ? { error: { code, message } } : honest),
});

test.for([
  [-32_601, 'the method eth_getProof does not exist/is not available', 'unsupported'],
  [-32_000, 'eth_getProof is not supported', 'unsupported'],
  [-32_000, 'missing trie node 0a (path )', 'no_state'],
  [-32_000, 'distance to target block exceeds maximum proof window', 'no_state'],
  [-32_000, 'something else', 'unavailable'],
] as const)('error %d "%s" means %s', async ([code, message, reason]) => {
  nodes[0]?.misbehave(say(code, message));
  await expect(first().prove(chain.registries.v2, slots, after)).rejects.toMatchObject({ reason });
});

test('a block that the node does not have is no state', async () => {
  const unknown = { number: 999, hash: toHex(7, { size: 32 }) };
  await expect(first().prove(chain.registries.v2, slots, unknown)).rejects.toMatchObject({
    reason: 'no_state',
  });
});

test('a chain without proofs is not asked', async () => {
  const source = createNode(nodes[0]?.url ?? '', chain.chainId);
  const calls = nodes[0]?.calls;
  expect(source.proves).toBe(false);
  await expect(source.prove(chain.registries.v2, slots, after)).rejects.toMatchObject({
    reason: 'unsupported',
  });
  expect(nodes[0]?.calls).toBe(calls);
});

async function proveWithQuorum() {
  const votes: Record<string, [Vote, string | null]> = {};
  const quorum = createQuorum(sources, 2, (node, _, vote, error) => {
    votes[sources.indexOf(node)] = [vote, error];
  });
  expect(quorum.proves).toBe(true);
  const { values } = await quorum.prove(chain.registries.v2, slots, after);
  expect(values).toEqual([grantor, ...others]);
  return votes;
}

test('the first proof that holds is enough, and a wrong one is held against its node', async () => {
  nodes[0]?.misbehave(prove(from, () => after));
  nodes[1]?.misbehave(say(-32_601, 'method not found'));
  expect(await proveWithQuorum()).toEqual({ 0: ['failed', 'wrong_hash'], 2: ['agreed', null] });
});

test('a node that is away or hangs does not keep others from proving', async () => {
  nodes[0]?.misbehave(closeConnections());
  nodes[1]?.misbehave(hang());
  expect(await proveWithQuorum()).toMatchObject({ 0: ['failed', 'unavailable'], 2: ['agreed', null] });
});

test('without any proof, the error says what would help', async () => {
  const quorum = createQuorum(sources, 2);
  for (const node of nodes) node.misbehave(say(-32_601, 'method not found'));
  const ask = () => quorum.prove(chain.registries.v2, slots, after);
  await expect(ask()).rejects.toMatchObject({ reason: 'unsupported' });
  nodes[1]?.misbehave(say(-32_000, 'missing trie node'));
  await expect(ask()).rejects.toMatchObject({ reason: 'no_state' });
});

test('a state node proves what the voters lack', async () => {
  const [voter, ...rest] = sources;
  const source = withStateNodes(createQuorum([voter as Source], 1), rest, 1);
  nodes[0]?.misbehave(say(-32_000, 'missing trie node'));
  expect((await source.prove(chain.registries.v2, slots, after)).values[0]).toBe(grantor);
});
