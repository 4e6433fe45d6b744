/** Snapshots too long for memory: what they take of it, and what becomes of them when the chain goes back. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { block, createTestDatabase, type TestDatabase } from '@mandate/testing/ledger/database';
import { fillLedger } from '@mandate/testing/ledger/many-rows';
import { type ApiProcess, startApiProcess } from '@mandate/testing/process/api-process';
import { type LedgerApi, startLedgerApi } from '@mandate/testing/service/ledger-api';
import { size, TIMEOUT_MS } from '@mandate/testing/size';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROWS = size(60_000, 1_000_000);
const FINAL = 3 * ROWS;
const STALL_MS = 500;
/** Starts it as an operator does. */
const HEAP = '--max-old-space-size=256 --max-semi-space-size=16';
/** A row is 700 bytes of the file: what holds all rows takes more than this. */
const MAX_MORE_MB = size(30, 45);

/** Half of the rows are the contract's, half are of whole wallets; others have ended, or are over another contract. */
const FILL = `
  select 1 as chain_id, 1 + n % 2 as registry, (array[[1, 3], [1, 6]])[1 + n % 2][1 + n / 2 % 2] as kind, n as "from", 1 as "to",
    7 as thing, '' as rights, 2 * n as since, case when n % 5 = 0 then 2 * n + 1 end as until
  from generate_series(1, ${ROWS * 1.25}) n
  union all
  select 1, 2, 2, n, 2, 8, '', 2 * n + 1, null from generate_series(1, ${ROWS / 4}) n`;
const path = (atBlock = FINAL, query = '') =>
  `/snapshots/1/${atBlock}?contract=0xcc${'7'.padStart(38, '0')}${query}`;

let db: TestDatabase;
let service: LedgerApi;
let url: string;
let api: ApiProcess;

beforeAll(async () => {
  db = await createTestDatabase();
  service = await startLedgerApi({ db });
  await fillLedger(db.database, FILL);
  await moveTo(FINAL);
  url = await service.listen();
  api = await startApiProcess(db.url, { NODE_OPTIONS: HEAP });
}, 3 * TIMEOUT_MS);
afterAll(async () => {
  await api?.kill();
  await service?.close();
});

/** The next block, with nothing in it. All up to `FINAL` is final. */
async function moveTo(number: number): Promise<void> {
  const { writer } = service.ledger;
  const checkpoint = await writer.findCheckpoint(service.chainId);
  if (!checkpoint) throw new Error('The chain is not open.');
  const nothing = { begun: [], ended: [], replaceable: [], eventful: [], uncertain: [] };
  const marks = { head: number, safe: number, finalized: FINAL };
  const moved = { parent: checkpoint.block, block: block(number), marks, state: 'following' } as const;
  await writer.commit(service.chainId, { ...nothing, ...moved });
}

/** Nobody reads: what is written fills the buffers on the way, and then the service waits. */
async function begin(from = url, asked = path()): Promise<IncomingMessage> {
  const [response] = (await once(get(from + asked, { agent: false }), 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  await delay(STALL_MS);
  return response;
}

/** How many lines arrived, and whether that was all. */
async function readOn(response: IncomingMessage): Promise<{ lines: number; complete: boolean }> {
  let lines = 0;
  try {
    for await (const chunk of response.setEncoding('latin1')) lines += chunk.split('\n').length - 1;
  } catch {
    // The connection broke. What came before is looked at all the same.
  }
  return { lines, complete: response.complete };
}

test.each(['jsonl', 'parquet'])(
  'a long snapshot takes no more memory than a short one: %s',
  {
    timeout: 3 * TIMEOUT_MS,
  },
  async (format) => {
    const query = `&format=${format}`;
    await readOn(await begin(api.url, path(ROWS / 2, query)));
    const before = await api.measure();
    const response = await begin(api.url, path(FINAL, query));
    const stalled = await api.measure();
    const startedAt = performance.now();
    const { lines, complete } = await readOn(response);
    const seconds = (performance.now() - startedAt) / 1_000;
    const after = await api.measure();
    const resident = [before, stalled, after].map(({ residentMb }) => Math.round(residentMb));
    const speed = Math.round(ROWS / seconds);
    process.stdout.write(
      `snapshot, ${format}: ${ROWS} rows in ${seconds.toFixed(1)} s, ${speed} a second; ${resident.join(', ')} MB\n`,
    );
    expect(complete).toBe(true);
    if (format === 'jsonl') expect(lines).toBe(ROWS);
    for (const { residentMb } of [stalled, after])
      expect(residentMb - before.residentMb).toBeLessThan(MAX_MORE_MB);
  },
);

test('goes on when the chain goes back above its block, and has every row in its order', {
  timeout: 3 * TIMEOUT_MS,
}, async () => {
  await moveTo(FINAL + 1);
  const response = await begin(url, path(FINAL, '&format=csv'));
  await service.ledger.writer.rewind(service.chainId, block(FINAL + 1), block(FINAL));
  let text = '';
  for await (const chunk of response.setEncoding('latin1')) text += chunk;
  const found = Array.from(text.matchAll(/,(\d+),(\d+),0x\w+\r\n/g), ([, number, log]) => `${number}:${log}`);
  const { rows } = await db.database.query<{ place: string }>(
    `select since_block || ':' || since_log as place from delegation
     where (kind = 1 or encode(contract, 'hex') like '%7') and until_block is null order by since_block`,
  );
  expect(found.join()).toBe(rows.map(({ place }) => place).join());
  expect(found).toHaveLength(ROWS);
});

test('breaks off when the chain takes back what was final', async () => {
  const response = await begin();
  await service.ledger.taint(service.chainId, 'a test says so');
  const { lines, complete } = await readOn(response);
  expect(complete).toBe(false);
  expect(lines).toBeGreaterThan(100);
  await db.database.query(`update chain set state = 'following', reason = null`);
});

test('breaks off when the chain was rebuilt below its block meanwhile, and has caught up again', async () => {
  const response = await begin();
  await db.database.query(
    `with went as (update chain set rewinds = rewinds + 1 returning chain_id, rewinds)
     insert into rewind (chain_id, number, to_block) select chain_id, rewinds, $1 from went`,
    [FINAL - 1],
  );
  const { lines, complete } = await readOn(response);
  expect(complete).toBe(false);
  expect(lines).toBeGreaterThan(100);
});
