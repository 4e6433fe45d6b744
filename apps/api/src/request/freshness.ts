/** Decides whether the ledger may speak for a chain, and writes the headers that name the block of an answer. */
import { type ChainDoubt, findChainDoubt } from '@mandate/feed';
import type { Checkpoint, Moment, PastBlock } from '@mandate/store';
import type { FastifyReply } from 'fastify';
import { markImmutable } from '../http/headers.ts';
import { ProblemError } from '../http/problems.ts';
import type { ServedChain } from './chains.ts';
import type { Pin } from './cursor.ts';

/** Returns the problem why the ledger may not speak for a chain now, or null if it may. */
export function findDoubt(
  chain: ServedChain,
  checkpoint: Checkpoint | null,
): ProblemError<ChainDoubt['code']> | null {
  const doubt = findChainDoubt(chain, checkpoint);
  return doubt && new ProblemError(doubt.code, doubt.detail);
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
