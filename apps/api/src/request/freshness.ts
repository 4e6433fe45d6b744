/** Decides whether the ledger may speak for a chain, and writes the headers that name the block of an answer. */
import type { Block, Checkpoint, Moment, PastBlock } from '@mandate/store';
import type { FastifyReply } from 'fastify';
import { markImmutable } from '../http/headers.ts';
import { ProblemError } from '../http/problems.ts';
import { hasSameRegistries, type ServedChain } from './chains.ts';
import type { Pin } from './cursor.ts';

/** Returns the problem why the ledger may not speak for a chain now, or null if it may. */
export function findDoubt(
  chain: ServedChain,
  checkpoint: Checkpoint | null,
): ProblemError<'chain_not_ready' | 'chain_lagging' | 'chain_tainted'> | null {
  if (!checkpoint) return new ProblemError('chain_not_ready', `${chain.name} has not been read yet.`);
  const { block, head, state, heartbeat } = checkpoint;
  if (state === 'tainted') {
    const detail = `${chain.name} contradicts its own final blocks. An operator has to check it.`;
    return new ProblemError('chain_tainted', detail);
  }
  if (state === 'backfilling') {
    const read = `${block.number} of ${head} blocks`;
    return new ProblemError('chain_not_ready', `${chain.name} is being read: ${read}.`);
  }
  if (!hasSameRegistries(chain, checkpoint.registries)) {
    const detail = `The indexed registries of ${chain.name} have just changed. Try again.`;
    return new ProblemError('chain_not_ready', detail);
  }
  const { ms, blockAgeMs } = chain.maxLag;
  const ageMs = blockAgeMsOf(block);
  if (blockAgeMs !== null && ageMs > blockAgeMs) {
    const seconds = `${inSeconds(ageMs)} old, more than ${inSeconds(blockAgeMs)}`;
    return new ProblemError('chain_lagging', `The newest known block of ${chain.name} is ${seconds}.`);
  }
  const silentMs = chain.pulse.ageMs(heartbeat);
  if (silentMs <= ms) return null;
  const silent = Number.isFinite(silentMs) ? `${inSeconds(silentMs)}, more than` : 'far more than';
  const detail = `The indexer of ${chain.name} has been silent for ${silent} ${inSeconds(ms)}.`;
  return new ProblemError('chain_lagging', detail);
}

/** Returns the age of a block by the clock of this host. A block from the future counts as made now. */
export function blockAgeMsOf({ timestamp }: Pick<Block, 'timestamp'>): number {
  return Math.max(0, Date.now() - 1_000 * timestamp);
}

function inSeconds(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
}

/** Returns the problem of a question about the safe or final block, if that block is unknown. */
export function findUnknownMark(
  { chainId, name }: ServedChain,
  { safe, finalized }: Checkpoint,
  asked: Moment['type'],
): ProblemError | null {
  if (!(asked === 'safe' && safe === null) && !(asked === 'finalized' && finalized === null)) return null;
  const detail =
    `The ${asked} block of ${name} is not known, because its nodes report none. If the chain has no such block, the operator ` +
    `of this service must set "${asked}Depth" for chain ${chainId}.`;
  return new ProblemError('block_not_reached', detail);
}

/** Returns the problem of a question about the past, if it depends on an imported history that is not verified yet. */
export function findUnverified(
  { name }: ServedChain,
  { verifiedFrom }: Checkpoint,
  since: number,
): ProblemError | null {
  if (since >= verifiedFrom) return null;
  const detail = `The past of ${name} before block ${verifiedFrom} was imported, and is still being compared with its logs. Ask about the present, or try again later.`;
  return new ProblemError('history_unverified', detail);
}

/** Returns the problem of a v1 question about a block for which no node had the state that shows what a revocation revoked. */
export function uncertain(
  { name }: ServedChain,
  of: string,
  { readUpTo, safeBlock }: Pick<Pin, 'readUpTo' | 'safeBlock'>,
): ProblemError {
  const when = safeBlock === null ? `at block ${readUpTo}` : `from block ${safeBlock} to ${readUpTo}`;
  const detail = `The v1 delegations of ${of} on ${name} ${when} are not known. Ask for another block, or another service.`;
  return new ProblemError('history_uncertain', detail);
}

export function assertKnown(
  chain: ServedChain,
  checkpoint: Checkpoint | undefined,
): asserts checkpoint is Checkpoint {
  const doubt = findDoubt(chain, checkpoint ?? null);
  if (doubt) throw doubt;
}

const flatHeaders = new WeakMap<ServedChain, { block: PastBlock; headers: readonly string[] }>();

/** Returns the headers that name a block as names and values in turns. Those of each chain's newest block are kept. */
export function listBlockHeaders(chain: ServedChain, block: PastBlock): readonly string[] {
  const known = flatHeaders.get(chain);
  if (known?.block === block) return known.headers;
  const headers = Object.entries(blockHeaders(chain, block)).flat();
  flatHeaders.set(chain, { block, headers });
  return headers;
}

/** Names the block of an answer in its headers and in the log. Caches may keep a final answer for ever. */
export function announce(
  reply: FastifyReply,
  chain: ServedChain,
  { block, safeBlock, isFinal }: Pick<Pin, 'block' | 'safeBlock'> & { readonly isFinal: boolean },
): void {
  reply.block = block.number;
  reply.headers(blockHeaders(chain, block));
  if (safeBlock !== null) reply.header(SAFE_HEADER, safeBlock);
  if (isFinal) markImmutable(reply);
}

/** The ledger may know only the number of a block without events. */
function blockHeaders(chain: ServedChain, block: PastBlock): Record<string, string> {
  const headers: Record<string, string> = {
    'x-chain-id': String(chain.chainId),
    'x-block-number': String(block.number),
  };
  if (block.hash !== null) headers['x-block-hash'] = block.hash;
  if (block.timestamp !== null) headers['x-block-timestamp'] = String(block.timestamp);
  return headers;
}

export const BLOCK_HEADERS = ['X-Chain-Id', 'X-Block-Number', 'X-Block-Hash', 'X-Block-Timestamp'] as const;
export const SAFE_HEADER = 'X-Safe-Block-Number';
