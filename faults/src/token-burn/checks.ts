/** The honest client: it asks ordinary checks at a steady rate, and reports how long each took. */
import { createAsk } from '../hostile/ask.ts';
import type { Sample } from '../hostile/messages.ts';
import { repeatPerSecond } from '../hostile/pace.ts';
import type { CheckOrders } from './messages.ts';

const REPORT_EVERY_MS = 100;

process.once('message', ({ apiUrl, paths, perS }: CheckOrders) => {
  const ask = createAsk(apiUrl);
  let samples: Sample[] = [];
  let sent = 0;

  async function measure(path: string): Promise<void> {
    const askedAt = Date.now();
    const startedAt = performance.now();
    const { status, text } = await ask({ path, headers: {} });
    const ms = performance.now() - startedAt;
    samples.push({ type: 'check', path, askedAt, ms, status, hash: '', text });
  }

  repeatPerSecond(perS, () => void measure(paths[sent++ % paths.length] ?? ''));
  setInterval(() => {
    process.send?.(samples);
    samples = [];
  }, REPORT_EVERY_MS);
});
process.once('disconnect', () => process.exit(0));
