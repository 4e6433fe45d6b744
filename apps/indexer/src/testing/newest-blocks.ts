/** For tests: lies about the newest blocks, which a node tells for a while before it tells the truth. */
import type { Address } from '@mandate/core';
import type { Behaviour, Context } from '@mandate/testing/chain/misbehaving-node';
import { change, forgeLog, type RawLog } from '@mandate/testing/chain/misbehaviours';

type TellLogs = (
  logs: readonly RawLog[],
  context: Context,
  head: number,
) => readonly RawLog[] | Promise<readonly RawLog[]>;

/** Lies about the newest blocks only, in ranges and by hash. */
function lieOfNewest(blocks: number, tell: TellLogs): Behaviour {
  return change('eth_getLogs', async (logs: RawLog[], { params: [filter] }, context) => {
    if ('blockHash' in (filter as object)) return logs;
    const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string };
    const head = Number(await context.ask('eth_blockNumber'));
    const isNew = ({ blockNumber }: RawLog) => Number(blockNumber) > head - blocks;
    const isAsked = ({ blockNumber }: RawLog) =>
      Number(blockNumber) >= Number(fromBlock) && Number(blockNumber) <= Number(toBlock);
    const told = await tell(logs.filter(isNew), context, head);
    return [...logs.filter((log) => !isNew(log)), ...told.filter((log) => isNew(log) && isAsked(log))];
  });
}

/** Leaves out every other log. */
function dropNewest(blocks: number): Behaviour {
  return lieOfNewest(blocks, (logs) => logs.filter(({ blockNumber }) => Number(blockNumber) % 2 === 1));
}

/** Leaves out all logs. */
function delayNewest(blocks: number): Behaviour {
  return lieOfNewest(blocks, () => []);
}

/** Invents a grant in the last block but one, if that has no other events. */
function forgeNewest(v2: Address, blocks: number): Behaviour {
  return lieOfNewest(blocks, async (logs, context, head) => {
    const isTaken = logs.some(({ blockNumber }) => Number(blockNumber) === head - 1);
    return isTaken ? logs : [...logs, await forgeLog(v2, head - 1, context)];
  });
}

export const LIES = {
  'drops logs': (_, blocks) => dropNewest(blocks),
  'delays logs': (_, blocks) => delayNewest(blocks),
  'invents logs': forgeNewest,
} as const satisfies Record<string, (v2: Address, blocks: number) => Behaviour>;

export type Lie = keyof typeof LIES;
