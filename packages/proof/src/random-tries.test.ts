/** Random tries: this walker and @ethereumjs/mpt say the same about every proof, whole, cut or of another key. */
import { createMerkleProof, createMPT, verifyMPTWithMerkleProof } from '@ethereumjs/mpt';
import { createRandom, integer, pick, type Random } from '@mandate/contracts';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { bytesToHex, toHex, toRlp } from 'viem';
import { expect, test } from 'vitest';
import { createNodeSet } from './node-set.ts';
import { ProofError } from './proof-error.ts';
import { findValue } from './trie.ts';

const TRIES = size(400, 20_000);
const MIN_NODE_BYTES = 32;

type Bytes = Uint8Array<ArrayBuffer>;

const randomBytes = (random: Random, length: number): Bytes =>
  Uint8Array.from({ length }, () => integer(random, 0, 255));

/** Returns a key that shares its beginning with another one: long extensions, and leaves inside their parents. */
function randomKey(random: Random, keys: readonly Bytes[]): Bytes {
  const key = randomBytes(random, 32);
  if (keys.length === 0 || integer(random, 1, 3) === 1) return key;
  const shared = pick(random, [1, 2, 8, 30, 31, 31, 31]);
  key.set(pick(random, keys as [Bytes, ...Bytes[]]).subarray(0, shared));
  return key;
}

function randomValue(random: Random): Bytes {
  const length = pick(random, [1, 1, 2, 20, 31, 32]);
  const [first = 1, ...rest] = randomBytes(random, length);
  return toRlp(Uint8Array.from([first || 1, ...rest]), 'bytes') as Bytes;
}

/** Cuts, doubles and changes what a proof has. */
function changeNodes(random: Random, nodes: readonly Bytes[], others: readonly Bytes[]): Bytes[] {
  const at = integer(random, 0, Math.max(0, nodes.length - 1));
  const flipped = nodes.map((node) => node.slice());
  const node = flipped[at];
  if (node) {
    const byte = integer(random, 0, node.length - 1);
    node[byte] = (node[byte] ?? 0) ^ (1 << integer(random, 0, 7));
  }
  return pick(random, [nodes.filter((_, i) => i !== at), nodes.slice(0, at), flipped, [...others]]);
}

type Verdict = string | null;

const NOT_PROVEN = 'not proven';

function ours(root: Bytes, key: Bytes, nodes: readonly Bytes[]): Verdict {
  try {
    const hashed = nodes.filter((node) => node.length >= MIN_NODE_BYTES).map((node) => toHex(node));
    const value = findValue(toHex(root), key, createNodeSet([...new Set(hashed)]), 'storage');
    return value && bytesToHex(value);
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    return NOT_PROVEN;
  }
}

async function theirs(root: Bytes, key: Bytes, nodes: readonly Bytes[]): Promise<Verdict> {
  const trie = await createMPT();
  try {
    const value = await verifyMPTWithMerkleProof(trie, root, key, [...nodes]);
    return value && bytesToHex(value);
  } catch {
    return NOT_PROVEN;
  }
}

/** Returns a trie of up to twelve entries, and proofs of their keys and of two that it does not have. */
async function buildTrie(random: Random) {
  const trie = await createMPT();
  const values = new Map<string, Bytes>();
  const keys: Bytes[] = [];
  for (let i = integer(random, 1, 12); i > 0; i--) {
    const key = randomKey(random, keys);
    const value = randomValue(random);
    keys.push(key);
    values.set(toHex(key), value);
    await trie.put(key, value);
  }
  keys.push(randomKey(random, keys), randomKey(random, keys));
  const proofs: Bytes[][] = [];
  for (const key of keys) proofs.push((await createMerkleProof(trie, key)) as Bytes[]);
  return { root: trie.root() as Bytes, keys, values, proofs };
}

async function compareTrie(
  random: Random,
  counts: Record<'values' | 'absent' | 'refused' | 'embedded', number>,
) {
  const { root, keys, values, proofs } = await buildTrie(random);
  for (const [i, key] of keys.entries()) {
    const nodes = proofs[i] ?? [];
    const value = values.get(toHex(key));
    expect(ours(root, key, nodes)).toBe(value ? toHex(value) : null);
    counts[value ? 'values' : 'absent']++;
    if (nodes.some((node) => node.length < MIN_NODE_BYTES)) counts.embedded++;
    const changed = changeNodes(random, nodes, proofs[integer(random, 0, proofs.length - 1)] ?? []);
    const verdict = ours(root, key, changed);
    expect(verdict).toBe(await theirs(root, key, changed));
    if (verdict === NOT_PROVEN) counts.refused++;
  }
}

test(
  `${TRIES} tries`,
  async () => {
    const random = createRandom(readSeed('random tries'));
    const counts = { values: 0, absent: 0, refused: 0, embedded: 0 };
    for (let n = 0; n < TRIES; n++) await compareTrie(random, counts);
    process.stdout.write(`${TRIES} tries: ${JSON.stringify(counts)}\n`);
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(TRIES / 4);
  },
  TIMEOUT_MS,
);
