/** All SQL of the table `feed_reset`: logs that went on under another identity. */
import { type Address, parseAddress } from '@mandate/core';
import { ask, type Connection, type Database } from '../database/database.ts';
import { toBytes, toHex } from '../database/row.ts';

/** Gives the log of a chain another identity. The history of these wallets was rewritten. */
export async function resetFeed(
  connection: Connection,
  chainId: number,
  vaults: readonly Address[],
): Promise<void> {
  await connection.query(
    `with old as (select feed from chain where chain_id = $1),
       moved as (update chain set feed = gen_random_uuid() where chain_id = $1 returning feed)
     insert into feed_reset (chain_id, old_feed, new_feed, vaults) select $1, old.feed, moved.feed, $2 from old, moved`,
    [chainId, vaults.map(toBytes)],
  );
}

/** Records that a chain is removed: its next log is another one. */
export async function endFeed(connection: Connection, chainId: number): Promise<void> {
  await connection.query(
    'insert into feed_reset (chain_id, old_feed) select chain_id, feed from chain where chain_id = $1',
    [chainId],
  );
}

export interface FeedReset {
  /** The wallets whose history differs between the two logs. `null`: all of them, or it is not known. */
  readonly vaults: readonly Address[] | null;
  /** Places of the old log are places of the new one. */
  readonly isContinued: boolean;
}

/** Finds what happened between two logs of a chain. */
export async function findReset(
  database: Database,
  chainId: number,
  oldFeed: string,
  newFeed: string,
): Promise<FeedReset> {
  const rows = await ask<{ new_feed: string | null; vaults: Buffer[] | null }>(database, {
    name: 'find-reset',
    text: `with recursive path as (
        select new_feed, vaults, array[old_feed] as passed from feed_reset where chain_id = $1 and old_feed = $2
        union all
        select r.new_feed, r.vaults, p.passed || r.old_feed from path p
        join feed_reset r on r.chain_id = $1 and r.old_feed = p.new_feed and r.old_feed <> all(p.passed)
        where p.new_feed <> $3
      ) select new_feed, vaults from path`,
    values: [chainId, oldFeed, newFeed],
  });
  if (!rows.some((row) => row.new_feed === newFeed)) return { vaults: null, isContinued: false };
  if (rows.some(({ vaults }) => vaults === null)) return { vaults: null, isContinued: true };
  const vaults = rows.flatMap((row) => row.vaults?.map((vault) => parseAddress(toHex(vault))) ?? []);
  return { vaults: [...new Set(vaults)], isContinued: true };
}
