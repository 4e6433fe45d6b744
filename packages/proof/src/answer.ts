/** The storage places that the registry reads for a question, and its answer from their values. */
import {
  type Answer,
  check,
  type Delegation,
  type Grant,
  hasAmount,
  listSatisfying,
  type Question,
  toWord,
  type V1Grant,
  v1GrantSlot,
  v1VersionSlots,
  v2Hash,
  v2Location,
} from '@mandate/core';
import type { Hex } from './hex.ts';

/** The word of a v2 delegation that holds its amount. The first word holds who granted it. */
const AMOUNT_WORD = 4n;
/** A v1 answer reads the two versions first. */
const VERSIONS = 2;

/** Returns the places that are known from the question alone: all of v2, and of v1 the two versions. */
export function firstPlaces(question: Question): Hex[] {
  if (question.registry === 'v1') {
    const { vault, pair } = v1VersionSlots(question);
    return [vault, pair];
  }
  return listSatisfying(question).flatMap((grant) => {
    if (grant.registry !== 'v2') return [];
    const first = v2Location(v2Hash(grant));
    return [hasAmount(grant) ? toWord(BigInt(first) + AMOUNT_WORD) : first];
  });
}

/** Returns the places that depend on the values of the first ones: of v1 a place for each grant that satisfies. */
export function nextPlaces(question: Question, [vault = 0n, pair = 0n]: readonly bigint[]): Hex[] {
  if (question.registry !== 'v1') return [];
  return listSatisfying(question).map((grant) => v1GrantSlot(grant as V1Grant, { vault, pair }));
}

/** Answers as the registry does, from the values of the first and the next places, in their order. */
export function answerFrom(question: Question, values: readonly bigint[]): Answer {
  // `check` asks for the grants in the order of `listSatisfying`, which is the order of the places.
  let at = question.registry === 'v1' ? VERSIONS : 0;
  return check(question, (grant) => readDelegation(grant, values[at++] ?? 0n));
}

function readDelegation(grant: Grant, value: bigint): Delegation | undefined {
  if (hasAmount(grant)) return { ...grant, amount: value };
  const stands = grant.registry === 'v1' ? value > 0n : BigInt.asUintN(160, value) === BigInt(grant.from);
  return stands ? grant : undefined;
}
