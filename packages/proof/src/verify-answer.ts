import { type Answer, type Question, toWord } from '@mandate/core';
import { answerFrom, firstPlaces, nextPlaces } from './answer.ts';
import { type Header, parseHeader } from './header.ts';
import type { Hex } from './hex.ts';
import { createNodeSet } from './node-set.ts';
import { ProofError, type ProofPart } from './proof-error.ts';
import type { ProvenSlot } from './proven-check.ts';
import { readAccount, readStorage } from './state.ts';
import { EMPTY_ROOT } from './trie.ts';

export interface Evidence {
  readonly question: Question;
  /** The registry's address on the chain, in lower case. */
  readonly registry: Hex;
  /** The RLP of the block's header. */
  readonly header: Hex;
  readonly slots: readonly ProvenSlot[];
  readonly nodes: readonly Hex[];
  /** The block that the header must be of. Without it, compare the hash of the returned header yourself. */
  readonly block?: { readonly number: number; readonly hash: Hex; readonly timestamp: number } | undefined;
}

/** A part of a proof that held. */
export interface ProofStep {
  readonly part: ProofPart;
  readonly detail: string;
}

export interface ProvenAnswer {
  readonly answer: Answer;
  readonly header: Header;
}

/** Computes the registry's answer from a header and trie nodes. Throws a ProofError where they do not prove it. */
export function verifyAnswer(evidence: Evidence, onStep?: (step: ProofStep) => void): ProvenAnswer {
  const { question, registry, slots } = evidence;
  const header = readHeader(evidence);
  onStep?.({ part: 'header', detail: `The header hashes to ${header.hash}.` });
  const nodes = createNodeSet(evidence.nodes);
  const account = readAccount(header.stateRoot, registry, nodes);
  const what = account ? 'the registry' : 'nothing';
  onStep?.({ part: 'account', detail: `The state has ${what} at ${registry}.` });
  const read = (places: readonly Hex[]) => readStorage(account?.storageRoot ?? EMPTY_ROOT, places, nodes);
  const places = firstPlaces(question);
  // A proof of another question lacks nodes, too: its slots say it better.
  assertSlots(slots, places);
  const values = read(places);
  const next = nextPlaces(question, values);
  places.push(...next);
  assertSlots(slots, places);
  if (slots.length > places.length)
    throw new ProofError('slots', `It has ${slots.length} slots, not ${places.length}.`);
  onStep?.({ part: 'slots', detail: 'The slots are exactly the places that the question depends on.' });
  values.push(...read(next));
  assertValues(slots, values);
  nodes.assertAllUsed();
  onStep?.({ part: 'storage', detail: 'The nodes prove what the places hold.' });
  return { answer: answerFrom(question, values), header };
}

function readHeader({ header: rlp, block }: Evidence): Header {
  const header = parseHeader(rlp);
  for (const field of ['hash', 'number', 'timestamp'] as const) {
    if (block && block[field] !== header[field])
      throw new ProofError('header', `Its ${field} is ${header[field]}, not ${block[field]}.`);
  }
  return header;
}

/** Throws unless the slots begin with these places. */
function assertSlots(slots: readonly ProvenSlot[], places: readonly Hex[]): void {
  if (!Array.isArray(slots)) throw new ProofError('form', '"slots" must be a list.');
  places.forEach((place, i) => {
    if (slots[i]?.slot !== place) throw new ProofError('slots', `Slot ${i} must be ${place}.`);
  });
}

function assertValues(slots: readonly ProvenSlot[], values: readonly bigint[]): void {
  values.forEach((value, i) => {
    if (slots[i]?.value !== toWord(value))
      throw new ProofError('storage', `Slot ${i} holds ${toWord(value)}.`);
  });
}
