/** Proves the answer to one question at one block, from the storage of its registry. */
import { type Address, type Answer, type Question, toWord } from '@mandate/core';
import { firstPlaces, type Hex, mergeNodes, nextPlaces, type ProvenSlot, verifyAnswer } from '@mandate/proof';
import type { Block } from '@mandate/store';
import type { NodeAccess } from '../chain/node-access.ts';

/** An answer with everything that a client needs to verify it against the hash of the block. */
export interface ProvenAnswer {
  readonly answer: Answer;
  readonly block: Block;
  readonly registry: Address;
  /** The header of the block, in RLP. */
  readonly header: Hex;
  /** The storage places that decide the question, in the order of their derivation. */
  readonly slots: readonly ProvenSlot[];
  /** The nodes of the tries on the way to all places. */
  readonly nodes: readonly Hex[];
}

/** Asks the nodes once for v2, and twice for v1, whose places depend on versions that are read first. */
export async function proveQuestion(
  place: Pick<NodeAccess, 'prove'>,
  registry: Address,
  question: Question,
  block: Block,
): Promise<ProvenAnswer> {
  const places = firstPlaces(question);
  const { header, values, nodes } = await place.prove(registry, places, block);
  const slots = presentSlots(places, values);
  const morePlaces = nextPlaces(question, values);
  if (morePlaces.length === 0) return finish(slots, nodes);
  const more = await place.prove(registry, morePlaces, block, header);
  return finish([...slots, ...presentSlots(morePlaces, more.values)], mergeNodes(nodes, more.nodes));

  function finish(slots: readonly ProvenSlot[], nodes: readonly Hex[]): ProvenAnswer {
    const { answer } = verifyAnswer({ question, registry, header, slots, nodes });
    return { answer, block, registry, header, slots, nodes };
  }
}

function presentSlots(places: readonly Hex[], values: readonly bigint[]): ProvenSlot[] {
  return places.map((slot, i) => ({ slot, value: toWord(values[i] ?? 0n) }));
}
