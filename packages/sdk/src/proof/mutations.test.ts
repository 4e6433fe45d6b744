/** Changed proofs: none is accepted with another answer, none hangs, and none throws anything but a ProofError. */
import { createRandom, integer, pick, type Random } from '@mandate/contracts';
import { type Question, UNLIMITED } from '@mandate/core';
import { nextPlaces } from '@mandate/proof';
import { buildDeepState, type DeepState } from '@mandate/proof/testing/deep-state';
import { randomQuestion, WITH_MARKERS } from '@mandate/testing/ledger/random-grants';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { expect, test } from 'vitest';
import { CHANGES } from '../testing/mutate-proof.ts';
import { ProofError, type ProofQuestion, type ProvenCheck, verifyCheck } from './index.ts';

const MUTATIONS = size(2_000, 100_000);
const CHANGES_PER_PROOF = 50;
/** A verification of a few nodes takes a few milliseconds; one that hangs takes for ever. */
const MAX_VERIFICATION_MS = 5_000;

/** Builds a proof of a random question, in which places hold what answers it, nothing, or what answers another one. */
function randomState(random: Random): DeepState {
  const question: Question = randomQuestion(random, WITH_MARKERS);
  const places = question.registry === 'v1' ? 2 + nextPlaces(question, []).length : 6;
  const values = Array.from({ length: places }, () =>
    pick(random, [0n, 0n, 1n, BigInt(question.from), UNLIMITED]),
  );
  const depths = { accountDepth: integer(random, 1, 4), storageDepth: integer(random, 0, 3) };
  return buildDeepState({ question, values, ...depths, seed: integer(random, 1, 2 ** 31) });
}

test(
  `${MUTATIONS} changed proofs`,
  async () => {
    const random = createRandom(readSeed('changed proofs'));
    const names = Object.keys(CHANGES) as [string, ...string[]];
    const refused = new Map<string, number>();
    let accepted = 0;
    let slowest = 0;
    for (let done = 0; done < MUTATIONS; ) {
      const { question, proven, answer } = randomState(random);
      const { proven: other } = randomState(random);
      const anchor = { block: proven.block.hash, minBlock: 1 };
      const verify = (given: unknown) => verifyCheck(question as ProofQuestion, given as ProvenCheck, anchor);
      expect((await verify(proven)).value).toBe(answer);
      for (let i = 0; i < CHANGES_PER_PROOF; i++, done++) {
        const name = pick(random, names);
        const given = CHANGES[name]?.(proven, other, random);
        const began = performance.now();
        try {
          const { value } = await verify(given);
          if (value !== answer)
            throw new Error(`"${name}" was accepted with ${value} in the place of ${answer}.`);
          accepted++;
        } catch (error) {
          if (!(error instanceof ProofError)) throw new Error(`"${name}": ${error}`, { cause: error });
          refused.set(error.part, (refused.get(error.part) ?? 0) + 1);
        }
        slowest = Math.max(slowest, performance.now() - began);
      }
    }
    const parts = [...refused].map(([part, count]) => `${part} ${count}`).join(', ');
    process.stdout.write(
      `${MUTATIONS} changed proofs: ${accepted} with the true answer, refused: ${parts}; slowest ${slowest.toFixed(0)} ms\n`,
    );
    expect(slowest).toBeLessThan(MAX_VERIFICATION_MS);
    // Nodes in another order, and a value or proof that another question shares, are no lies.
    expect(accepted).toBeLessThan(MUTATIONS / 8);
    expect([...refused.keys()].toSorted()).toEqual([
      'account',
      'anchor',
      'answer',
      'form',
      'header',
      'slots',
      'storage',
    ]);
  },
  TIMEOUT_MS,
);
