/** Checks the proof of an answer in this browser. Loaded on demand. */
import { ConnectionError, MandateError } from '@mandate/sdk';
import {
  type Anchor,
  type BlockSource,
  ProofError,
  type ProofQuestion,
  verifyCheck,
} from '@mandate/sdk/proof';
import { client } from '../../api/client.ts';
import { askOf, type Question } from '../check/check-kinds.ts';
import { type Source, wait } from './sources.ts';
import type { Outcome, Step } from './verification.ts';

/** A wallet that is not in sync with the service gets this long. */
const BLOCK_WAIT_MS = 1_000;
const BLOCK_TRIES = 6;
/** An answer may be this much older than the newest block that the source has. */
const MAX_BEHIND_S = 300;
/** Final blocks come in steps of minutes, so the source may already know a newer one. */
const MAX_TAGGED_BEHIND_S = 1_800;

/** The source could not be asked. This says nothing about the service. */
class SourceError extends Error {}

interface SourceBlock {
  readonly number: number;
  readonly hash: `0x${string}`;
  readonly timestamp: number;
}

export async function verifyQuestion(
  question: Question,
  chosen: Source,
  onStep: (step: Step) => void,
): Promise<Outcome> {
  const source = nameFailures(chosen);
  try {
    await assertChain(source, question.chainId);
    const proven = await question.check.prove(client, askOf(question));
    const { anchor, newest } = await createAnchor(question, source);
    const { value, block } = await verifyCheck(proofQuestionOf(question), proven, anchor, {
      onStep: (step) =>
        onStep(step.part === 'anchor' ? { ...step, detail: `${source.name} has this block, too.` } : step),
    });
    assertNotAfter(question, block.number, newest);
    return { type: 'verified', value, block: { chainId: question.chainId, ...block } };
  } catch (error) {
    return describeError(error);
  }
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

function describeError(error: unknown): Outcome {
  if (error instanceof ProofError)
    return { type: 'refuted', part: error.part, detail: error.message.replace(/^Not proven \(\w+\): /, '') };
  if (error instanceof MandateError) return { type: 'unconfirmed', detail: describeNoProof(error) };
  return { type: 'unconfirmed', detail: error instanceof Error ? error.message : String(error) };
}

function describeNoProof(error: MandateError): string {
  if (!(error instanceof ConnectionError)) return `The service gave no proof. ${error.detail}`;
  return error.code === 'unexpected_answer'
    ? 'The service gave no proof: its answer has another form.'
    : 'The service gave no proof: it does not answer. Verify again in a moment.';
}

function proofQuestionOf({ check, chainId, to, from, contract, tokenId, rights }: Question): ProofQuestion {
  const { registry, kind } = check;
  // A question has the fields of its kind.
  return { chainId, registry, kind, to, from, contract, tokenId, rights } as ProofQuestion;
}

async function assertChain(source: Source, chainId: number): Promise<void> {
  const found = await readChainId(source);
  if (found !== chainId)
    throw new SourceError(
      `${source.name} is connected to chain ${found}. Switch it to chain ${chainId}, and verify again.`,
    );
}

interface Limits {
  readonly anchor: Anchor;
  /** The newest block that the answer may be of. */
  readonly newest: number;
}

/** Lets an answer be a little older than the newest block that the source knows, or of the very block that was asked for. */
async function createAnchor({ moment }: Question, source: Source): Promise<Limits> {
  const block: BlockSource = async (number) => ({
    chainId: await readChainId(source),
    hash: await waitForHash(source, number),
  });
  if (moment?.when === 'block') return { anchor: { block, minBlock: moment.at }, newest: moment.at };
  const tag = moment?.when === 'safe' ? 'safe' : moment?.when === 'final' ? 'finalized' : 'latest';
  const newest = await readBlock(source, tag);
  if (!newest) throw new SourceError(`${source.name} has no ${tag} block.`);
  const ageS = Math.max(0, Math.floor(Date.now() / 1_000) - newest.timestamp);
  // The service may be ahead of the source, but no block after the source's safe block is safe.
  return tag === 'latest'
    ? { anchor: { block, maxAgeSeconds: ageS + MAX_BEHIND_S }, newest: Infinity }
    : { anchor: { block, maxAgeSeconds: ageS + MAX_TAGGED_BEHIND_S }, newest: newest.number };
}

function assertNotAfter({ moment }: Question, number: number, newest: number): void {
  if (number <= newest) return;
  const asked = moment?.when === 'block' ? `block ${newest} was asked for` : `block ${newest} is the newest`;
  throw new ProofError('anchor', `The proof is of block ${number}, but ${asked}.`);
}

/** Returns null if the source still has no such block after a few seconds. */
async function waitForHash(source: Source, number: number): Promise<SourceBlock['hash'] | null> {
  for (let tries = 1; ; tries++) {
    const block = await readBlock(source, `0x${number.toString(16)}`);
    if (block || tries === BLOCK_TRIES) return block?.hash ?? null;
    await wait(BLOCK_WAIT_MS);
  }
}

async function readChainId(source: Source): Promise<number> {
  return readQuantity(source, await source.request({ method: 'eth_chainId' }));
}

async function readBlock(source: Source, which: string): Promise<SourceBlock | null> {
  const found = await source.request({ method: 'eth_getBlockByNumber', params: [which, false] });
  if (found === null) return null;
  const { number, hash, timestamp } = found as Record<string, unknown>;
  if (typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/.test(hash))
    throw new SourceError(`${source.name} answered with a block without a hash.`);
  return {
    number: readQuantity(source, number),
    hash: hash as `0x${string}`,
    timestamp: readQuantity(source, timestamp),
  };
}

function readQuantity(source: Source, value: unknown): number {
  const number = typeof value === 'string' && /^0x[0-9a-f]{1,13}$/i.test(value) ? Number(value) : Number.NaN;
  if (Number.isNaN(number))
    throw new SourceError(`${source.name} answered with something that is no number.`);
  return number;
}
