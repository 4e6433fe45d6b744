/**
 * The bare engine of a backfill: fetches ranges of logs and COPYs them as they come, in one transaction each.
 */
import { once } from 'node:events';
import type { Database } from '@mandate/store';
import { from as copyFrom } from 'pg-copy-streams';

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
    'create unlogged table if not exists raw_log (block text, log text, tx text, address text, topics text, data text)',
  );
  await database.query('alter table raw_log set logged');
  let rows = 0;
  for (const [first, last] of ranges) {
    const filter = {
      address: addresses,
      fromBlock: `0x${first.toString(16)}`,
      toBlock: `0x${last.toString(16)}`,
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params: [filter] });
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const { result } = (await response.json()) as { result: RawLog[] };
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
