/** Checks the proof of an answer in this browser. Loaded on demand. */
import { ConnectionError, MandateError } from '@mandate/sdk';
import { confirmCheck, ProofError, type ProofQuestion, WitnessError } from '@mandate/sdk/proof';
import { client } from '../../service/client.ts';
import { askOf, type Question } from '../question/check-kinds.ts';
import type { Source } from './sources.ts';
import type { Outcome, Step } from './verification.ts';

/** The source could not be asked. This says nothing about the service. */
class SourceError extends Error {}

export async function verifyQuestion(
  question: Question,
  chosen: Source,
  onStep: (step: Step) => void,
): Promise<Outcome> {
  const { check, chainId, to, from, contract, tokenId, rights } = question;
  const { registry, kind } = check;
  try {
    const proven = await check.prove(client, askOf(question));
    // A question has the fields of its kind.
    const asked = { chainId, registry, kind, to, from, contract, tokenId, rights } as ProofQuestion;
    const witness = nameFailures(chosen);
    const { value, block } = await confirmCheck(asked, proven, [witness], { ...limitsOf(question), onStep });
    return { type: 'verified', value, block: { chainId, ...block } };
  } catch (error) {
    return describeError(error, chainId);
  }
}

function limitsOf({ moment }: Question) {
  if (moment?.when === 'block') return { atBlock: moment.at };
  if (moment?.when === 'safe') return { blockTag: 'safe' } as const;
  return moment?.when === 'final' ? ({ blockTag: 'finalized' } as const) : {};
}

/** Says which source could not be asked, and why. */
function nameFailures(source: Source): Source {
  return {
    ...source,
    async request(call) {
      try {
        return await source.request(call);
      } catch (error) {
        const { message = 'no reason given' } = (error ?? {}) as { message?: string };
        throw new SourceError(`${source.name} could not be asked: ${message}`);
      }
    },
  };
}

function describeError(error: unknown, chainId: number): Outcome {
  if (error instanceof ProofError)
    return { type: 'refuted', part: error.part, detail: error.message.replace(/^Not proven \(\w+\): /, '') };
  if (error instanceof MandateError) return { type: 'unconfirmed', detail: describeNoProof(error) };
  if (error instanceof WitnessError && error.chainId !== null) {
    const next = `Switch it to chain ${chainId}, and verify again.`;
    return {
      type: 'unconfirmed',
      detail: `${error.witness.name} is connected to chain ${error.chainId}. ${next}`,
    };
  }
  return { type: 'unconfirmed', detail: error instanceof Error ? error.message : String(error) };
}

function describeNoProof(error: MandateError): string {
  if (!(error instanceof ConnectionError)) return `The service gave no proof. ${error.detail}`;
  return error.code === 'unexpected_answer'
    ? 'The service gave no proof: its answer has another form.'
    : 'The service gave no proof: it does not answer. Verify again in a moment.';
}
