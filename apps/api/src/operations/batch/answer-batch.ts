/** A batch chain by chain: what is not known of one leaves the answers of the others as they are. */
import type { Answer, Registry } from '@mandate/core';
import type { Asker } from '../../access/limit/shares.ts';
import type { AskedChain } from '../../answers/present.ts';
import type { ProvenAnswer } from '../../answers/proofs/prove-question.ts';
import { type ProblemCode, ProblemError } from '../../http/problems.ts';
import type { ServedChain } from '../../request/chains.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Batch, type BatchCheck, chainOf } from './read-batch.ts';

type Placed = BatchCheck & { readonly place: number };

/** These problems concern one chain only. Any other concerns the whole batch. */
const OF_CHAIN: ReadonlySet<ProblemCode> = new Set([
  'chain_not_ready',
  'chain_lagging',
  'chain_tainted',
  'block_not_reached',
  'history_unverified',
  'proof_unavailable',
]);
/** A batch about one chain is refused as a whole; among several chains, what is wrong for one may be right for another. */
const OF_ONE_AMONG_SEVERAL: ReadonlySet<ProblemCode> = new Set([
  'invalid_parameters',
  'proofs_not_supported',
]);

/** A problem: this one can't be known. */
export type BatchAnswer = Answer | ProvenAnswer | ProblemError;

export function createAnswerBatch({
  checks,
  proofs,
  chains,
}: Pick<Dependencies, 'checks' | 'proofs' | 'chains'>) {
  /** Returns the answers in the order of the checks, and the chains that the checks name, by number. */
  return async function answerBatch({ checks: sent, when, proof }: Batch, asker: Asker) {
    const answer = proof ? proofs.answer : checks.answer;
    const answers = new Array<BatchAnswer>(sent.length);
    const placed = sent.map((check, place): Placed => ({ ...check, place }));
    const groups = [...Map.groupBy(placed, chainOf)].toSorted(([a], [b]) => a - b);
    const isOfChain = ({ code }: ProblemError) =>
      OF_CHAIN.has(code) || (groups.length > 1 && OF_ONE_AMONG_SEVERAL.has(code));
    const answerGroup = async (chainId: number, group: readonly Placed[]): Promise<AskedChain> => {
      // The chain may lack a registry that some of the group ask.
      const registries = Map.groupBy(group, ({ question }) => question.registry);
      const served = [...registries].map(([registry, own]) => {
        const found = findChain(own[0]?.chainId, registry);
        if (found instanceof ProblemError) for (const { place } of own) answers[place] = found;
        return found;
      });
      const chain = served.find((each) => !(each instanceof ProblemError)) ?? served[0] ?? lost();
      if (chain instanceof ProblemError) return { chainId, known: chain };
      const asked = group.filter(({ place }) => answers[place] === undefined);
      const questions = asked.map(({ question }) => question);
      const known = await answer(chain, questions, when, asker).catch((error: unknown) => {
        if (error instanceof ProblemError && isOfChain(error)) return error;
        throw error;
      });
      for (const [i, { place }] of asked.entries()) {
        answers[place] = known instanceof ProblemError ? known : (known.answers[i] ?? lost());
      }
      return { chainId, known };
    };
    const named = await Promise.all(groups.map(([chainId, group]) => answerGroup(chainId, group)));
    return { answers, named };
  };

  function findChain(chainId: number | undefined, registry: Registry): ServedChain | ProblemError {
    try {
      return chains.get(chainId, registry);
    } catch (error) {
      if (error instanceof ProblemError) return error;
      throw error;
    }
  }
}

function lost(): never {
  throw new TypeError('Expected an answer for each check of a batch, and one has none.');
}
