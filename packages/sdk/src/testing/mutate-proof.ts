/** Changes a check with a proof, as a service that lies or a broken node might. */
import { integer, pick, type Random } from '@mandate/contracts';
import type { ProvenCheck } from '../proof/proven-check.ts';

type Nodes = readonly string[];
type Change = (proven: ProvenCheck, other: ProvenCheck, random: Random) => unknown;

const bytesOf = (hex: string) => Math.max(1, hex.length / 2 - 1);
const byte = (value: number) => (value & 255).toString(16).padStart(2, '0');

/** Returns the hex with these bytes in the place of others. */
function splice(hex: string, at: number, removed: number, inserted = ''): string {
  return hex.slice(0, 2 + 2 * at) + inserted + hex.slice(2 + 2 * (at + removed));
}

function flipBit(hex: string, random: Random): string {
  const at = integer(random, 0, bytesOf(hex) - 1);
  const value = Number.parseInt(hex.slice(2 + 2 * at, 4 + 2 * at), 16);
  return splice(hex, at, 1, byte(value ^ (1 << integer(random, 0, 7))));
}

const withNodes = (proven: ProvenCheck, nodes: unknown) => ({ ...proven, proof: { ...proven.proof, nodes } });
const withSlots = (proven: ProvenCheck, slots: unknown) => ({ ...proven, proof: { ...proven.proof, slots } });
const withBlock = (proven: ProvenCheck, block: object) => ({
  ...proven,
  block: { ...proven.block, ...block },
});

/** Changes the list of nodes, with the nodes of another proof at hand. */
const changeNodes =
  (change: (nodes: Nodes, others: Nodes, random: Random) => Nodes): Change =>
  (proven, other, random) =>
    withNodes(proven, change(proven.proof.nodes, other.proof.nodes, random));

const placeIn = (random: Random, list: readonly unknown[]) => integer(random, 0, list.length - 1);
const nodeOf = (random: Random, nodes: Nodes) => nodes[placeIn(random, nodes)] ?? '0x';

/** Changes one node of the list. */
const changeNode = (change: (node: string, random: Random) => string): Change =>
  changeNodes((nodes, _, random) => {
    const at = placeIn(random, nodes);
    return nodes.with(at, change(nodes[at] ?? '0x', random));
  });

const NO_HEX = [null, 7, '', '0x', '0x0', 'f8', '0xzz', ' 0x00', {}, [], ['0x00'], true] as const;
/** Writes the length of a list that is shorter than 256 bytes in a longer way. */
const longLength = (hex: string) => `0xf900${hex.slice(hex.startsWith('0xf8') ? 4 : 2)}`;

/** Each kind of change, by its name. */
export const CHANGES: Readonly<Record<string, Change>> = {
  'a bit of a node': changeNode(flipBit),
  'a bit of the header': (proven, _, random) =>
    withBlock(proven, { header: flipBit(proven.block.header, random) }),
  "a bit of the block's hash": (proven, _, random) =>
    withBlock(proven, { hash: flipBit(proven.block.hash, random) }),
  'a bit of a slot': (proven, _, random) => {
    const { slots } = proven.proof;
    const at = placeIn(random, slots);
    const field = pick(random, ['slot', 'value']);
    const slot = slots[at];
    return withSlots(
      proven,
      slot ? slots.with(at, { ...slot, [field]: flipBit(slot[field], random) }) : [{}],
    );
  },
  'the answer': (proven) => ({
    ...proven,
    value: typeof proven.value === 'boolean' ? !proven.value : (proven.value as bigint) + 1n,
  }),
  'the answer of another question': (proven, other) => ({ ...proven, value: other.value }),
  'nodes exchanged': changeNodes((nodes, _, random) => {
    const [a, b] = [placeIn(random, nodes), placeIn(random, nodes)];
    return nodes.with(a, nodes[b] ?? '0x').with(b, nodes[a] ?? '0x');
  }),
  'a node left out': changeNodes((nodes, _, random) => nodes.toSpliced(placeIn(random, nodes), 1)),
  'a node twice': changeNodes((nodes, _, random) => [...nodes, nodeOf(random, nodes)]),
  'a node of another proof': changeNodes((nodes, others, random) =>
    nodes.with(placeIn(random, nodes), nodeOf(random, others)),
  ),
  'a node more': changeNodes((nodes, others, random) => [...nodes, nodeOf(random, others)]),
  'the nodes of another proof': changeNodes((_, others) => others),
  'the slots of another proof': (proven, other) => withSlots(proven, other.proof.slots),
  'the proof of another question': (proven, other) => ({ ...proven, proof: other.proof }),
  'another account': (proven, _, random) => ({
    ...proven,
    proof: { ...proven.proof, registry: flipBit(proven.proof.registry, random) },
  }),
  'another block': (proven, other) => ({ ...proven, block: other.block }),
  'all of another check': (_, other) => other,
  'another number or time': (proven, _, random) =>
    withBlock(proven, { [pick(random, ['number', 'timestamp'])]: integer(random, 0, 2 ** 31) }),
  'a node cut off': changeNode((node, random) =>
    splice(node, integer(random, 0, bytesOf(node) - 1), bytesOf(node)),
  ),
  'a node too long': changeNode(
    (node, random) => node + byte(integer(random, 0, 255)).repeat(integer(random, 1, 3)),
  ),
  'bytes in a node': changeNode((node, random) => splice(node, integer(random, 0, bytesOf(node)), 0, '00')),
  'a header cut off': (proven, _, random) =>
    withBlock(proven, { header: splice(proven.block.header, integer(random, 0, 500), 1_000) }),
  'a header too long': (proven) => withBlock(proven, { header: `${proven.block.header}80` }),
  'a length that is not the shortest': changeNode((node) => longLength(node)),
  'a byte as a string': changeNode((node, random) =>
    splice(node, integer(random, 1, bytesOf(node) - 1), 0, '81'),
  ),
  'zeros before a number': changeNode((node) => node.replace('a0', 'a100')),
  'lists in lists': changeNode((_, random) => `0x${'c1'.repeat(integer(random, 1, 530))}c0`),
  'a length beyond the end': changeNode(
    (_, random) => `0x${pick(random, ['f9ffff', 'fbffffffff', 'ffffffffffffffffff', 'bf'])}`,
  ),
  'a branch of one child': changeNode((node, random) => {
    const child = node.slice(8, 8 + 66);
    return `0xf90211${child.repeat(16)}${pick(random, ['80', '00', ''])}`;
  }),
  'an oversized node': changeNode((node, random) => node + '00'.repeat(integer(random, 533, 5_000))),
  'many nodes': changeNodes((_, __, random) =>
    Array.from({ length: integer(random, 456, 600) }, (_, i) => `0xc2${byte(i)}${byte(i >> 8)}`),
  ),
  'a node in upper case': changeNode((node) => `0x${node.slice(2).toUpperCase()}`),
  'half a byte': changeNode((node) => node.slice(0, -1)),
  'a node that is no hex': changeNode((_, random) => pick(random, NO_HEX) as string),
  'a field that is none': (proven, _, random) => {
    const nothing = pick<unknown>(random, NO_HEX);
    return pick(random, [
      { ...proven, block: nothing },
      { ...proven, proof: nothing },
      { ...proven, value: nothing },
      withSlots(proven, nothing),
      withSlots(proven, [nothing]),
      withNodes(proven, nothing),
      withBlock(proven, { header: nothing }),
      withBlock(proven, { hash: nothing }),
      withBlock(proven, { number: nothing }),
      withBlock(proven, { timestamp: nothing }),
      { ...proven, proof: { ...proven.proof, registry: nothing } },
      nothing,
    ]);
  },
};
