/** Chooses the block at which a question is answered: now, safe, final, in the past, or not before a block. */

import type { LedgerWatch } from '@mandate/feed';
import type { Block, BlockAt, Checkpoint, Moment, PastBlock, Read, Reader } from '@mandate/store';
import { type ParameterError, ProblemError } from '../http/problems.ts';
import type { ServedChain } from './chains.ts';
import type { Pin } from './cursor.ts';
import { findDoubt, findUnknownMark, findUnverified } from './freshness.ts';
import type { When } from './parameters.ts';
import { refuse, refuseOne } from './read-parameters.ts';
import { createUnderWay } from './under-way.ts';

export interface Pinned extends Pin {
  /** Nothing can change the answer any more. */
  readonly isFinal: boolean;
  /** It is before the block that the ledger is at. */
  readonly isPast: boolean;
  /** The block that the ledger is at. */
  readonly latest: Block;
}

/** Chooses the blocks of a question. It depends on history since the block `since`: without it, since the block asked about. */
export type PinBlock = (chain: ServedChain, when: When, since?: number) => Promise<Pinned>;

const WAIT_MS = 5_000;
/** The most requests that wait for a block at once. */
const MAX_WAITING = 1_000;
/** Clocks differ: a time up to this far ahead is accepted. */
const AHEAD_S = 60;

/** Tells whether a question is about the block that the ledger is at, whichever that is. */
export function isNow({ blockTag = 'latest', atBlock, atTime, minBlock, consistency }: When): boolean {
  return blockTag === 'latest' && (atBlock ?? atTime ?? minBlock) === undefined && consistency !== 'strict';
}

/** Returns the block that is asked about. Throws where the parameters name two. */
export function momentOf(when: When): Moment & { readonly strict: boolean } {
  const { blockTag, atBlock, atTime, minBlock, consistency } = when;
  const strict = consistency === 'strict';
  const isPast = atBlock !== undefined || atTime !== undefined;
  const named = [
    ...(blockTag !== undefined && (blockTag !== 'latest' || isPast) ? ['blockTag'] : []),
    ...(atBlock !== undefined ? ['atBlock'] : []),
    ...(atTime !== undefined ? ['atTime'] : []),
    ...(strict ? ['consistency'] : []),
  ];
  if (named.length > 1) throw conflict(named);
  if (minBlock !== undefined && isPast) throw conflict([...named, 'minBlock']);
  if (atBlock !== undefined) return { type: 'block', value: atBlock, strict };
  if (atTime !== undefined) return { type: 'time', value: atTime, strict };
  return { type: strict ? 'safe' : (blockTag ?? 'latest'), strict };
}

function conflict(named: readonly string[]): ProblemError {
  const errors = named.map((parameter) => {
    const others = named.filter((name) => name !== parameter).join(' and ');
    const message = `cannot be sent together with ${others}: each chooses a block. Send one of them.`;
    return { parameter, message };
  });
  return refuse(errors);
}

/** Lists what is wrong with parameters that name two blocks. */
export function findConflicts(when: When): readonly ParameterError[] {
  try {
    momentOf(when);
    return [];
  } catch (error) {
    if (error instanceof ProblemError && error.errors) return error.errors;
    throw error;
  }
}

/** Returns the same text for the same moment. */
export function identifyMoment(when: When): string {
  const moment = momentOf(when);
  if (moment.strict) return 'strict';
  return 'value' in moment ? `${moment.type}:${moment.value}` : moment.type;
}

export function createPin(reader: Pick<Reader, 'findBlock'>, watch: Pick<LedgerWatch, 'wait'>): PinBlock {
  const tooMany = 'Too many requests are waiting for a block. Try again shortly.';
  const runWaiting = createUnderWay(MAX_WAITING, tooMany);

  return async (chain, when, since) => {
    const moment = momentOf(when);
    const { minBlock = 0 } = when;
    const find = async () => pinAt(chain, moment, await reader.findBlock(chain.chainId, moment), since);
    const first = await find();
    if (first.block.number >= minBlock) return first;
    return runWaiting(1, () => waitFor(chain, minBlock, find));
  };

  async function waitFor(chain: ServedChain, minBlock: number, find: () => Promise<Pinned>) {
    const until = performance.now() + WAIT_MS;
    const enough = AbortSignal.timeout(WAIT_MS);
    for (;;) {
      // The wait begins before the look, so that nothing in between is missed.
      const moved = watch.wait([chain.chainId], enough);
      const found = await find();
      if (found.block.number >= minBlock) return found;
      if (performance.now() >= until) {
        const detail = `"minBlock" is ${minBlock}, but the answer for ${chain.name} would be about block ${found.block.number}. Try again shortly.`;
        throw new ProblemError('block_not_reached', detail);
      }
      await moved;
    }
  }
}

/** Chooses the blocks of a question from what the ledger has. Throws if the question cannot be answered at its moment. */
export function pinAt(
  chain: ServedChain,
  moment: ReturnType<typeof momentOf>,
  read: Read<BlockAt>,
  since?: number,
): Pinned {
  const pinned = hold(chain, moment, read);
  const from = since ?? pinned.safeBlock ?? pinned.block.number;
  const unverified = read && findUnverified(chain, read.checkpoint, from);
  if (unverified) throw unverified;
  return pinned;
}

/** Compares the moment that is asked about with what the ledger has. */
function hold(chain: ServedChain, moment: ReturnType<typeof momentOf>, read: Read<BlockAt>): Pinned {
  const isFinal = read !== null && isOfFinal(moment, read);
  // A final block stays final however far the chain goes on.
  const doubt = findDoubt(chain, read?.checkpoint ?? null);
  if (doubt && !(isFinal && doubt.code === 'chain_lagging')) throw doubt;
  if (!read) throw new TypeError('A chain without doubt has no checkpoint.');
  const unknown = findUnknownMark(chain, read.checkpoint, moment.type);
  if (unknown) throw unknown;
  if (moment.type === 'block') assertInHistory(chain, moment.value, read);
  if (moment.type === 'time') assertInTime(chain, moment.value, read);
  if (!read.block) throw new TypeError(`Expected a block of ${chain.name} from its ledger, and got none.`);
  const { block: latest, rewinds } = read.checkpoint;
  const block = moment.strict ? blockOfStrict(read.checkpoint, read.block) : read.block;
  return {
    block,
    readUpTo: moment.strict ? latest.number : block.number,
    rewinds,
    safeBlock: moment.strict ? read.block.number : null,
    isFinal,
    isPast: moment.strict || block.number < latest.number,
    latest,
  };
}

/**
 * Returns the block that a strict answer names: the latest, unless one node alone has told the newest blocks. It may have
 * hidden a revocation above the safe block, so the answer claims nothing about later blocks.
 */
export function blockOfStrict({ block, provisional }: Checkpoint, safe: PastBlock): PastBlock {
  return provisional ? safe : block;
}

/** A time is final once a later block is final. */
function isOfFinal(moment: Moment, { checkpoint, finalTime }: NonNullable<Read<BlockAt>>): boolean {
  const { block, finalized } = checkpoint;
  if (moment.type === 'block') return finalized !== null && moment.value <= Math.min(block.number, finalized);
  return moment.type === 'time' && finalTime !== null && moment.value < finalTime;
}

function assertInHistory(chain: ServedChain, number: number, read: NonNullable<Read<BlockAt>>): void {
  const { number: latest } = read.checkpoint.block;
  if (number < read.firstBlock) throw refuseEarly('atBlock', chain, read.firstBlock);
  if (number > latest) {
    const detail = `${chain.name} has been read up to block ${latest}, not ${number}. Try again later.`;
    throw new ProblemError('block_not_reached', detail);
  }
}

/** Returns the problem of a parameter that names a block before the first of the chain that is known. */
export function refuseEarly(parameter: string, { name }: ServedChain, firstBlock: number): ProblemError {
  const message = `is before block ${firstBlock}, the first of ${name} that can be asked for: send a later one.`;
  return refuseOne(parameter, message);
}

function assertInTime(chain: ServedChain, time: number, read: NonNullable<Read<BlockAt>>): void {
  const { timestamp: latest } = read.checkpoint.block;
  if (time < read.firstTime) {
    const message = `is before ${isoOf(read.firstTime)}, the first time of ${chain.name} that can be asked for: send a later one.`;
    throw refuseOne('atTime', message);
  }
  assertNotAhead('atTime', time);
  // The next block may have the same time.
  if (time >= latest) {
    const detail = `${chain.name} has been read up to ${isoOf(latest)}; the state at ${isoOf(time)} is known once a later block is read. Try again shortly.`;
    throw new ProblemError('block_not_reached', detail);
  }
}

export function assertNotAhead(parameter: string, time: number): void {
  if (time <= Date.now() / 1_000 + AHEAD_S) return;
  throw refuseOne(parameter, `is ${isoOf(time)}, which is in the future: send an earlier one.`);
}

export const isoOf = (seconds: number) => new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');

/** Tells whether what was read with a checkpoint is of the pinned blocks: another server may not have them yet. */
export function hasBlock({ rewinds, block }: Checkpoint, pinned: Pinned): boolean {
  return rewinds === pinned.rewinds && block.number >= pinned.readUpTo;
}

/** The most attempts to read one state of a chain that goes back in between. */
const ATTEMPTS = 3;

/** Repeats a question of several statements if the chain went back between them: `ask` returns null then. */
export async function askUntilSteady<T>(chain: ServedChain, ask: () => Promise<T | null>): Promise<T> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const answer = await ask();
    if (answer !== null) return answer;
  }
  throw new ProblemError('chain_lagging', `${chain.name} is going through a reorg. Try again shortly.`);
}
