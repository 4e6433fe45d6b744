/** Verifies a check against nodes or wallets that the caller trusts, by one set of rules about its block and its age. */
import { ProofError } from '@mandate/proof';
import type { Hex } from '../hex.ts';
import type { Anchor, BlockSource } from './anchor.ts';
import type { RequestingClient } from './from-client.ts';
import type { ProofQuestion } from './proof-question.ts';
import type { ProvenCheck } from './proven-check.ts';
import { type VerifiedCheck, type VerifyOptions, verifyCheck } from './verify-check.ts';

/** A node or a wallet that you trust: a viem client, or a provider such as `window.ethereum`, and what to call it. */
export interface Witness extends RequestingClient {
  readonly name: string;
}

/** A witness that says nothing about the block. This says nothing about the answer either. */
export class WitnessError extends Error {
  override readonly name = 'WitnessError';
  readonly witness: Witness;
  /** The chain that the witness is of, if that is the problem. */
  readonly chainId: number | null;

  constructor(witness: Witness, detail: string, chainId: number | null = null) {
    super(`${witness.name} ${detail}`);
    this.witness = witness;
    this.chainId = chainId;
  }
}

/** Which block was asked for. By default the answer has to be about as new as the newest block of the witnesses. */
export interface ConfirmOptions extends VerifyOptions {
  readonly atBlock?: number | undefined;
  readonly blockTag?: 'latest' | 'safe' | 'finalized' | undefined;
  /** The block was made at most this many seconds ago, by the clock of this machine. */
  readonly maxAgeSeconds?: number | undefined;
}

interface WitnessedBlock {
  readonly number: number;
  readonly hash: Hex;
  readonly timestamp: number;
}

const TRIES = 6;
const WAIT_MS = 1_000;
/** An answer may be this much older than the newest block of the witnesses. */
const MAX_BEHIND_S = 300;
/** Final blocks come in steps of minutes, so the witnesses may already know a newer one. */
const MAX_TAGGED_BEHIND_S = 1_800;

/**
 * Verifies a check that the service answered with a proof, as `verifyCheck` does, against the block that all witnesses have.
 * Throws a ProofError if the proof does not hold, and a WitnessError or what a witness throws if nothing can be told.
 *
 * @example
 * const proven = await checkAll(client, { to, from, proof: true });
 * const { value } = await confirmCheck({ registry: 'v2', kind: 'all', to, from }, proven, [wallet]);
 */
export async function confirmCheck(
  question: ProofQuestion,
  proven: ProvenCheck,
  witnesses: readonly [Witness, ...Witness[]],
  { atBlock, blockTag = 'latest', maxAgeSeconds, onStep }: ConfirmOptions = {},
): Promise<VerifiedCheck> {
  const { chainId = 1 } = question;
  for (const witness of witnesses) await assertChain(witness, chainId);
  const newest = atBlock === undefined ? await findNewest(witnesses, blockTag) : null;
  const block = witnesses.map(createSource);
  const most = maxAgeSeconds ?? (newest && ageOf(newest) + maxBehind(blockTag));
  const anchor: Anchor =
    most === null ? { block, minBlock: atBlock ?? 0 } : { block, minBlock: atBlock, maxAgeSeconds: most };
  const detail = `${witnesses.map(({ name }) => name).join(' and ')} ${witnesses.length === 1 ? 'has' : 'have'} the block.`;
  const verified = await verifyCheck(question, proven, anchor, {
    onStep: (step) => onStep?.(step.part === 'anchor' ? { ...step, detail } : step),
  });
  const { number } = verified.block;
  if (atBlock !== undefined && number !== atBlock)
    throw new ProofError('anchor', `The proof is of block ${number}, not of block ${atBlock}.`);
  // The service may be ahead of the witnesses, but no block after their safe block is safe.
  if (newest && blockTag !== 'latest' && number > newest.number)
    throw new ProofError('anchor', `Block ${number} is not ${blockTag} yet: block ${newest.number} is.`);
  return verified;
}

const maxBehind = (blockTag: string) => (blockTag === 'latest' ? MAX_BEHIND_S : MAX_TAGGED_BEHIND_S);
/** Some chains make blocks rarely: the age is measured from the newest one. */
const ageOf = ({ timestamp }: Pick<WitnessedBlock, 'timestamp'>) =>
  Math.max(0, Math.floor(Date.now() / 1_000) - timestamp);

async function assertChain(witness: Witness, chainId: number): Promise<void> {
  const found = await readChainId(witness);
  if (found !== chainId) throw new WitnessError(witness, `is on chain ${found}, not on ${chainId}.`, found);
}

/** Returns the newest block with a tag. Its number is the smallest: all witnesses have to call a block final. */
async function findNewest(witnesses: readonly Witness[], tag: string) {
  const blocks = await Promise.all(
    witnesses.map(async (witness) => {
      const block = await readBlock(witness, tag);
      if (block) return block;
      throw new WitnessError(witness, `has no ${tag} block. Ask another one.`);
    }),
  );
  return {
    number: Math.min(...blocks.map(({ number }) => number)),
    timestamp: Math.max(...blocks.map(({ timestamp }) => timestamp)),
  };
}

/** Waits for a block that the witness does not have yet: the service may be a moment ahead of it. */
function createSource(witness: Witness): BlockSource {
  return async (number) => {
    for (let tries = 1; ; tries++) {
      const block = await readBlock(witness, `0x${number.toString(16)}`);
      if (block || tries === TRIES) return { chainId: await readChainId(witness), hash: block?.hash ?? null };
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
  };
}

const request = (witness: Witness, method: string, ...params: unknown[]) =>
  witness.request({ method, params } as never);

async function readChainId(witness: Witness): Promise<number> {
  return readQuantity(witness, await request(witness, 'eth_chainId'));
}

async function readBlock(witness: Witness, which: string): Promise<WitnessedBlock | null> {
  const found = await request(witness, 'eth_getBlockByNumber', which, false);
  if (found === null) return null;
  const { number, hash, timestamp } = found as Readonly<Record<string, unknown>>;
  if (typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/.test(hash))
    throw new WitnessError(witness, 'answered with a block without a hash.');
  return {
    number: readQuantity(witness, number),
    hash: hash as Hex,
    timestamp: readQuantity(witness, timestamp),
  };
}

function readQuantity(witness: Witness, value: unknown): number {
  if (typeof value === 'string' && /^0x[0-9a-f]{1,13}$/i.test(value)) return Number(value);
  throw new WitnessError(witness, 'answered with something that is no number.');
}
