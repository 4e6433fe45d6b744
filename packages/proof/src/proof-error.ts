/** The parts of a proof, in the order in which they are verified. */
export const PROOF_PARTS = [
  'form',
  'anchor',
  'age',
  'header',
  'account',
  'slots',
  'storage',
  'answer',
] as const;

export type ProofPart = (typeof PROOF_PARTS)[number];

const MEANINGS: Readonly<Record<ProofPart, string>> = {
  form: 'This is not an answer with a proof.',
  anchor: 'The answer is about another chain or a block that your source does not have.',
  age: 'A block this old can prove a delegation that was revoked since.',
  header: 'The header does not belong to the block, so its state proves nothing.',
  account: "The nodes do not prove the registry's account in the block's state.",
  storage: "The nodes do not prove the registry's storage.",
  slots: 'The proof is one of another question.',
  answer: "The registry's storage says otherwise: do not rely on the answer.",
};

/** A proof that does not hold. `part` is the first part that failed. */
export class ProofError extends Error {
  override readonly name = 'ProofError';
  readonly part: ProofPart;

  constructor(part: ProofPart, detail: string) {
    super(`Not proven (${part}): ${detail} ${MEANINGS[part]}`);
    this.part = part;
  }
}
