/** Measures the change feed: how soon the last of many listeners has a block, and its processor time. */
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '@mandate/contracts';
import { median } from '../median.ts';
import { type Sample, toSamples } from '../sample.ts';
import type { Server } from '../server.ts';
import { startMeter } from '../usage.ts';
import { followChain } from '../writes/follow-chain.ts';
import type { WrittenLedger } from '../writes/written-ledger.ts';

const EVENTS = 10;
const CHANGE = 'event: change\n';
const TIMEOUT_MS = 30_000;
export const LAST_MS = `ms until the last listener has a block of ${EVENTS} changes`;
export const US_PER_CHANGE = 'CPU µs for a change to a listener';

/** Writes this many blocks of ten events each while they listen. */
export async function measureListening(
  { url, pids }: Server,
  ledger: WrittenLedger,
  { listeners, blocks }: { readonly listeners: number; readonly blocks: number },
): Promise<Sample[]> {
  let received = 0;
  const streams = await Promise.all(
    Array.from({ length: listeners }, () => openStream(`${url}/changes`, (events) => (received += events))),
  );
  try {
    const chain = followChain(ledger, createRandom(listeners));
    const readUsed = await startMeter(pids, ledger.database);
    const lastMs: number[] = [];
    let expected = 0;
    for (let i = 0; i < blocks; i++) {
      expected += listeners * (await countNext(ledger, () => chain.take(EVENTS)));
      const committedAt = performance.now();
      for (const deadline = Date.now() + TIMEOUT_MS; received < expected; await delay(1))
        if (Date.now() > deadline) throw new Error(`${received} of ${expected} changes were sent.`);
      lastMs.push(performance.now() - committedAt);
    }
    const { own, postgres } = await readUsed();
    return toSamples(
      { name: String(listeners) },
      {
        [LAST_MS]: median(lastMs),
        [US_PER_CHANGE]: (1e6 * (own + (postgres ?? 0))) / received,
      },
    );
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
