/** Measures the change feed: how soon the last of many listeners has a block, and its processor time. */
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '@mandate/contracts';
import { median } from '../median.ts';
import { type Child, readCpuSeconds } from '../server-process.ts';
import { cpuSecondsBetween, readBackendsCpu } from '../serving/postgres-cpu.ts';
import { followChain } from '../writes.ts';
import type { WrittenLedger } from '../writes-ledger.ts';
import type { Listening } from './result.ts';

const EVENTS = 10;
const CHANGE = 'event: change\n';
const TIMEOUT_MS = 30_000;

/** Writes this many blocks of ten events each while they listen. */
export async function measureListening(
  { url, pid }: Child,
  ledger: WrittenLedger,
  { listeners, blocks }: { readonly listeners: number; readonly blocks: number },
): Promise<Listening> {
  let received = 0;
  const streams = await Promise.all(
    Array.from({ length: listeners }, () => openStream(`${url}/changes`, (events) => (received += events))),
  );
  try {
    const chain = followChain(ledger, createRandom(listeners));
    const readCpu = async () => ({
      own: readCpuSeconds(pid),
      postgres: await readBackendsCpu(ledger.database),
    });
    const before = await readCpu();
    const lastMs: number[] = [];
    let expected = 0;
    for (let i = 0; i < blocks; i++) {
      expected += listeners * (await countNext(ledger, () => chain.take(EVENTS)));
      const committedAt = performance.now();
      for (const deadline = Date.now() + TIMEOUT_MS; received < expected; await delay(1))
        if (Date.now() > deadline) throw new Error(`${received} of ${expected} changes were sent.`);
      lastMs.push(performance.now() - committedAt);
    }
    const after = await readCpu();
    const cpuS = after.own - before.own + (cpuSecondsBetween(before.postgres, after.postgres) ?? 0);
    return { listeners, lastMs: median(lastMs), cpuUsPerEvent: (1e6 * cpuS) / received };
  } finally {
    for (const stream of streams) stream.destroy();
  }
}

/** Counts the changes that the work logs. */
async function countNext({ database }: WrittenLedger, work: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    const { rows } = await database.query<{ changes: number }>('select changes from chain');
    return Number(rows[0]?.changes);
  };
  const before = await read();
  await work();
  return (await read()) - before;
}

function openStream(url: string, note: (events: number) => void): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { accept: 'text/event-stream' };
    const sending = request(url, { agent: false, headers }, (response) => {
      if (response.statusCode !== 200)
        return void reject(new Error(`The feed answered ${response.statusCode}.`));
      let rest = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        const events = `${rest}${text}`.split('\n\n');
        rest = events.pop() ?? '';
        note(events.filter((event) => event.startsWith(CHANGE)).length);
      });
      response.once('error', () => {});
      resolve(response);
    });
    sending.once('error', reject);
    sending.end();
  });
}
