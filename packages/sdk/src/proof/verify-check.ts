import { isHex, ProofError, verifyAnswer } from '@mandate/proof';
import type { Hex } from '../hex.ts';
import { type Anchor, assertAnchor, verifyBlock } from './anchor.ts';
import type { ProofStep } from './proof-error.ts';
import type { ProofQuestion } from './proof-question.ts';
import type { ProvenCheck } from './proven-check.ts';
import { readQuestion } from './read-question.ts';

export interface VerifiedCheck {
  /** The answer that the registry's storage gives, computed here. */
  readonly value: boolean | bigint;
  readonly block: { readonly number: number; readonly hash: Hex; readonly timestamp: number };
}

export interface VerifyOptions {
  /** Is called after each part of the proof that held, in the order of PROOF_PARTS. */
  readonly onStep?: ((step: ProofStep) => void) | undefined;
}

/**
 * Verifies a check that the service answered with a proof. The question and the anchor are yours; nothing else is
 * trusted. Throws a ProofError that names the part that failed.
 */
export async function verifyCheck(
  question: ProofQuestion,
  proven: ProvenCheck,
  anchor: Anchor,
  { onStep }: VerifyOptions = {},
): Promise<VerifiedCheck> {
  const asked = readQuestion(question);
  assertAnchor(anchor);
  assertForm(proven);
  const { number, hash, timestamp, header } = proven.block;
  const { registry, slots, nodes } = proven.proof;
  onStep?.({
    part: 'form',
    detail: `The answer has a proof. Storage places: ${slots.length}, nodes: ${nodes.length}.`,
  });
  if ('chainId' in proven.block && proven.block.chainId !== asked.chainId)
    throw new ProofError('anchor', `It says that it is not about chain ${asked.chainId}.`);
  // Not inside the calls of `onStep`: without it, their arguments are never evaluated.
  const compared = await verifyBlock(anchor, proven.block, asked.chainId);
  onStep?.({ part: 'anchor', detail: compared });
  const age = verifyAge(anchor, proven.block);
  onStep?.({ part: 'age', detail: age });
  if (registry.toLowerCase() !== asked.registry)
    throw new ProofError('account', `The proof is of ${registry}, and the registry is ${asked.registry}.`);
  const { answer } = verifyAnswer(
    {
      question: asked.question,
      registry: asked.registry,
      block: { number, hash, timestamp },
      header,
      slots,
      nodes,
    },
    onStep,
  );
  if (!isSame(proven.value, answer))
    throw new ProofError('answer', `The service answers ${proven.value}, and the registry ${answer}.`);
  onStep?.({ part: 'answer', detail: `The registry answers ${answer}.` });
  return { value: answer, block: { number, hash, timestamp } };
}

/** Throws unless the answer has the fields of a proof. The header, slots and nodes are checked where they are read. */
function assertForm(proven: ProvenCheck): void {
  const { value, block, proof } = proven ?? {};
  const isForm =
    typeof value !== 'object' &&
    isHex(block?.hash, 32) &&
    [block.number, block.timestamp].every((number) => Number.isSafeInteger(number) && number >= 0) &&
    typeof proof?.registry === 'string' &&
    Array.isArray(proof.slots) &&
    Array.isArray(proof.nodes);
  if (!isForm) throw new ProofError('form', 'It has no block or no proof. Ask the service with proof=true.');
}

/** Throws if the block is older than the anchor allows. The header must confirm its number and time afterwards. */
function verifyAge(
  { maxAgeSeconds, minBlock = 0 }: Anchor,
  { number, timestamp }: ProvenCheck['block'],
): string {
  const age = Math.max(0, Math.round(Date.now() / 1_000 - timestamp));
  if (number < minBlock) throw new ProofError('age', `The block is ${number}, below ${minBlock}.`);
  if (maxAgeSeconds !== undefined && age > maxAgeSeconds)
    throw new ProofError('age', `The block is ${age} s old; at most ${maxAgeSeconds} s are allowed.`);
  return `Block ${number} is ${age} s old.`;
}

/** Compares with the service's answer. JSON numbers may be rounded; the answer that is returned never is. */
function isSame(claimed: unknown, answer: boolean | bigint): boolean {
  if (typeof claimed === 'number') return typeof answer === 'bigint' && Number(answer) === claimed;
  return claimed === answer || (typeof answer === 'bigint' && claimed === String(answer));
}
