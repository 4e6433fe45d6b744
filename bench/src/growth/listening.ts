/** Measures the change feed: how soon the last of many listeners has a block, and its processor time. */
import { setMaxListeners } from 'node:events';
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
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const open = () => openStream(`${url}/changes`, stopping.signal, (events) => (received += events));
  await Promise.all(Array.from({ length: listeners }, open));
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
    stopping.abort();
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

/** Reads until it is aborted. */
async function openStream(url: string, signal: AbortSignal, note: (events: number) => void): Promise<void> {
  const { status, body } = await fetch(url, { headers: { accept: 'text/event-stream' }, signal });
  if (status !== 200 || !body) throw new Error(`The feed answered ${status}.`);
  const read = async () => {
    let rest = '';
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      const events = `${rest}${text}`.split('\n\n');
      rest = events.pop() ?? '';
      note(events.filter((event) => event.startsWith(CHANGE)).length);
    }
  };
  read().catch(() => {});
}
