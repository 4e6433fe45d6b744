/** The moments that can be asked for: now, safe, final, strict, a block, a time. */
import { integer, pick, type Random } from '@mandate/contracts';
import { chooseOne } from './choose.ts';
import type { Block, RestingChain } from './resting-chain.ts';

export interface Moment {
  readonly name: string;
  /** How it is asked for. */
  readonly query: Readonly<Record<string, string>>;
  /** The block at which the contracts are asked. */
  readonly at: Block;
  /** The safe block of a strict answer, which it names as well. What stood without interruption since then counts. */
  readonly safe: Block | null;
  /** It is about other blocks than the latest, too. */
  readonly isPast: boolean;
  /** Of a time: an answer may name an earlier block, if nothing happened since. */
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

/** Mostly one in which something happened: there it matters which one is meant. */
function chooseLively({ blocks }: RestingChain, random: Random): Block {
  const any = blocks.slice(1);
  const lively = any.filter(({ isEmpty }) => !isEmpty);
  const dice = integer(random, 0, 3);
  return chooseOne(random, lively.length > 0 && dice > 0 ? lively : any);
}

/** The very second of a block, or one beside it. Null: the chain is too young to know what stood at any time. */
function chooseTime(resting: RestingChain, random: Random): Moment | null {
  const { blocks, latest } = resting;
  const { timestamp: near } = chooseLively(resting, random);
  const first = blocks[1]?.timestamp ?? 0;
  const time = Math.max(first, Math.min(near + integer(random, -1, 1), latest.timestamp - 1));
  const newest = blocks.findLast(({ timestamp }) => timestamp <= time);
  // At the time of the latest block another may still come.
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
