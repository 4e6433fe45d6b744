/** The moments that a question can be about: now, safe, final, strict, a block, a time. */
import { integer, pick, type Random } from '@mandate/contracts';
import { chooseOne } from './choose.ts';
import type { Block, RestingChain } from './resting-chain.ts';

export interface Moment {
  readonly name: string;
  /** The parameters that select it. */
  readonly query: Readonly<Record<string, string>>;
  /** The block at which the contracts are asked. */
  readonly at: Block;
  /**
   * The safe block of a strict answer, which must name it. Only grants without interruption since then count.
   */
  readonly safe: Block | null;
  /** True when it is about other blocks than the latest, too. */
  readonly isPast: boolean;
  /** True for a time: the answer may name an earlier block if nothing happened since. */
  readonly mayNameEarlier: boolean;
}

const HOW_MANY = { blocks: 3, times: 3 } as const;

export function chooseMoments(resting: RestingChain, random: Random): Moment[] {
  const { latest } = resting;
  const now: Moment = {
    name: 'now',
    query: {},
    at: latest,
    safe: null,
    isPast: false,
    mayNameEarlier: false,
  };
  const notBefore = integer(random, 1, latest.number);
  return [
    now,
    { ...now, name: `from block ${notBefore} on`, query: { minBlock: String(notBefore) } },
    { ...now, name: 'at the safe block', query: { blockTag: 'safe' }, at: resting.safe, isPast: true },
    {
      ...now,
      name: 'at the final block',
      query: { blockTag: 'finalized' },
      at: resting.finalized,
      isPast: true,
    },
    strictly(resting),
    ...Array.from({ length: HOW_MANY.blocks }, () => chooseBlock(resting, random)),
    ...Array.from({ length: HOW_MANY.times }, () => chooseTime(resting, random)).filter(
      (time) => time !== null,
    ),
  ];
}

function strictly({ latest, safe }: RestingChain): Moment {
  const query = { consistency: 'strict' };
  return { name: 'strictly', query, at: latest, safe, isPast: true, mayNameEarlier: false };
}

function chooseBlock(resting: RestingChain, random: Random): Moment {
  const block = chooseLively(resting, random);
  const query = { atBlock: String(block.number) };
  return {
    name: `at block ${block.number}`,
    query,
    at: block,
    safe: null,
    isPast: true,
    mayNameEarlier: false,
  };
}

/** Mostly returns a block with events, where a mistake of one block matters. */
function chooseLively({ blocks, first }: RestingChain, random: Random): Block {
  const any = blocks.slice(first);
  const lively = any.filter(({ isEmpty }) => !isEmpty);
  const dice = integer(random, 0, 3);
  return chooseOne(random, lively.length > 0 && dice > 0 ? lively : any);
}

/**
 * Returns the exact second of a block, or one next to it, but none before the first event: an answer about it may name the
 * block that the chain began with. It got its registries after that, so nothing of that block can be proven. `null` when the
 * chain is too young.
 */
function chooseTime(resting: RestingChain, random: Random): Moment | null {
  const { blocks, first, latest } = resting;
  const { timestamp: near } = chooseLively(resting, random);
  const notBefore = blocks.slice(first).find(({ isEmpty }) => !isEmpty)?.timestamp ?? latest.timestamp;
  const time = Math.max(notBefore, Math.min(near + integer(random, -1, 1), latest.timestamp - 1));
  const newest = blocks.findLast(({ timestamp }) => timestamp <= time);
  // Another block may still come at the time of the latest one.
  if (!newest || time >= latest.timestamp) return null;
  const iso = new Date(time * 1_000).toISOString();
  return {
    name: `at time ${time}, of block ${newest.number} the last`,
    query: { atTime: pick(random, [String(time), iso]) },
    at: newest,
    safe: null,
    isPast: true,
    mayNameEarlier: true,
  };
}
