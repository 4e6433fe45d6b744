/** Judges a difference: both services have to prove their answers. */
import { type BatchCheck, check, type Hex, MandateError } from '@mandate/sdk';
import { confirmCheck, ProofError, type ProvenCheck, verifyCheck, WitnessError } from '@mandate/sdk/proof';
import { type Node, NodeError } from '../verify/node.ts';
import type { Difference, Service } from './compare-services.ts';
import { waitOut } from './wait-out.ts';

type Value = boolean | bigint | null;

/** A service's answer, and what its proof shows. */
export interface Testimony {
  readonly service: Service['name'];
  readonly said: Value;
  /** `null` if its proof does not hold, or there is none. */
  readonly proven: Value;
  /** Says why nothing is proven. `null` if something is. */
  readonly failure: string | null;
}

export interface Judgement {
  readonly question: BatchCheck;
  /** The answer that a proof shows. `null` if no proof holds. */
  readonly proven: Value;
  readonly testimonies: readonly Testimony[];
}

export interface JudgeOptions {
  readonly services: readonly [Service, Service];
  readonly block: number;
  /** Without nodes, the services have to agree on the hash of the block. */
  readonly nodes: readonly Node[];
  readonly signal: AbortSignal;
  showProgress(text: string): void;
}

/** A proof, or the reason why there is none. */
type Evidence = ProvenCheck | string;

export async function judge({ question, values }: Difference, options: JudgeOptions): Promise<Judgement> {
  const evidence = await Promise.all(options.services.map((service) => askProof(service, question, options)));
  const hash = findHash(evidence);
  const testimonies = await Promise.all(
    options.services.map(async ({ name }, i): Promise<Testimony> => {
      const found = await weigh(question, evidence[i] ?? '', hash, options);
      const isValue = typeof found !== 'string';
      return {
        service: name,
        said: values[i] ?? null,
        proven: isValue ? found : null,
        failure: isValue ? null : found,
      };
    }),
  );
  const proven = testimonies.find((testimony) => testimony.proven !== null)?.proven ?? null;
  return { question, proven, testimonies };
}

async function askProof(
  { client }: Service,
  question: BatchCheck,
  { block, signal, ...options }: JudgeOptions,
): Promise<Evidence> {
  const ask = () => check(client, { ...question, atBlock: block, proof: true, signal });
  try {
    return (await waitOut(ask, { signal, ...options })) as unknown as ProvenCheck;
  } catch (error) {
    if (error instanceof MandateError) return error.detail;
    throw error;
  }
}

/** `null` if the services do not agree on a hash. */
function findHash(evidence: readonly Evidence[]): Hex | null {
  const [hash, other] = evidence.map((each) => (typeof each === 'string' ? null : each.block.hash));
  return hash && hash === other ? hash : null;
}

/** Returns the proven answer, or the reason why nothing is proven. */
async function weigh(
  question: BatchCheck,
  evidence: Evidence,
  hash: Hex | null,
  { nodes: [node, ...others], block }: JudgeOptions,
): Promise<boolean | bigint | string> {
  if (typeof evidence === 'string') return evidence;
  if (!node && !hash)
    return 'The services do not agree on the hash of the block. Pass --rpc with a node that you trust.';
  try {
    const verified = node
      ? await confirmCheck(question, evidence, [node, ...others], { atBlock: block })
      : await verifyCheck(question, evidence, { block: hash ?? '0x', minBlock: block });
    if (verified.block.number === block) return verified.value;
    return `The proof is of block ${verified.block.number}.`;
  } catch (error) {
    if (error instanceof ProofError || error instanceof NodeError || error instanceof WitnessError)
      return error.message;
    throw error;
  }
}
