/** Compares where delegations began (block, transaction, time) with the chain. */
import { type Delegation, identify, type Registry } from '@mandate/core';
import type { Hex } from 'viem';
import { type Difference, tellApart } from '../compared.ts';
import { registryOf } from '../play.ts';
import { type DelegationJson, readDelegation } from '../records.ts';
import type { Context } from './context.ts';
import { findUnrevoked } from './pair-versions.ts';

/** A grant with the place where it began. */
export type GrantJson = DelegationJson & {
  readonly registry: Registry;
  readonly block: number;
  readonly transaction: Hex;
  /** The time, if the record has it. */
  readonly since?: number | null;
};

export function readGrant(row: GrantJson): Delegation {
  return readDelegation(row.registry, row);
}

/** `by` is the number of the block they were in force at. */
export async function compareBeginnings(
  context: Context,
  name: string,
  rows: readonly GrantJson[],
  by: number,
): Promise<Difference[]> {
  const wrong = await Promise.all(rows.map((row) => findWrong(context, row, by)));
  return wrong.flatMap((problem) => (problem ? tellApart(name, problem, 'not so') : []));
}

async function findWrong(
  { resting, listAt, isUnknowable }: Context,
  row: GrantJson,
  by: number,
): Promise<string | null> {
  const { chain, blocks } = resting;
  const { registry, transaction: hash, since } = row;
  const block = blocks[row.block];
  if (!block || block.number > by) return `began in block ${row.block}, after block ${by}`;
  if (since !== undefined && since !== block.timestamp)
    return `began at ${since}; its block is of ${block.timestamp}`;
  const { blockHash, logs } = await chain.client.getTransactionReceipt({ hash });
  if (blockHash !== block.hash) return `began in block ${row.block}; its transaction is in ${blockHash}`;
  if (!logs.some(({ address }) => address.toLowerCase() === registryOf(chain, registry)))
    return `began with ${hash}, in which the registry logged nothing`;
  const delegation = readGrant(row);
  const listed = await listAt(block);
  if (!listed.some((each) => identify(each) === identify(delegation)))
    return `began in block ${row.block}, where the registry does not list it`;
  if (isUnknowable([registry], delegation.from)) return null;
  const [unrevoked] = await findUnrevoked(chain, [delegation], block, blocks[by] ?? block);
  return unrevoked ? null : `began in block ${row.block}, and was revoked after it`;
}
