/**
 * The bare engine of a backfill: fetches ranges of logs and COPYs them as they come, in one transaction each.
 */
import { once } from 'node:events';
import type { Database } from '@mandate/store';
import { forwardCalls } from '@mandate/testing/chain/fake-node';
import { from as copyFrom } from 'pg-copy-streams';
import { numberToHex } from 'viem';

interface RawLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: string;
  readonly logIndex: string;
  readonly transactionHash: string;
}

export interface Ranges {
  readonly url: string;
  readonly addresses: readonly string[];
  /** The first and last block of each request. */
  readonly ranges: readonly (readonly [number, number])[];
}

export async function runBareBackfill(
  database: Database,
  { url, addresses, ranges }: Ranges,
): Promise<number> {
  await database.query(
    'create table raw_log (block text, log text, tx text, address text, topics text, data text)',
  );
  let rows = 0;
  for (const [first, last] of ranges) {
    const [fromBlock, toBlock] = [numberToHex(first), numberToHex(last)];
    const params = [{ address: addresses, fromBlock, toBlock }];
    const [answer] = await forwardCalls(url, [{ method: 'eth_getLogs', params }]);
    const { result } = answer as { result: RawLog[] };
    rows += result.length;
    await copy(database, result);
  }
  return rows;
}

async function copy(database: Database, logs: readonly RawLog[]): Promise<void> {
  const connection = await database.connect();
  try {
    await connection.query('begin');
    const stream = connection.query(copyFrom('copy raw_log from stdin'));
    const finished = once(stream, 'finish');
    stream.end(
      logs
        .map(
          (l) =>
            `${l.blockNumber}\t${l.logIndex}\t${l.transactionHash}\t${l.address}\t${l.topics.join(' ')}\t${l.data}\n`,
        )
        .join(''),
    );
    await finished;
    await connection.query('commit');
  } finally {
    connection.release();
  }
}
