import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

const STREAMS = 20;
/** Longer than all turns of a slice may take. */
const FLUSH_MS = 5;

function flush(): void {
  const until = performance.now() + FLUSH_MS;
  while (performance.now() < until);
}

test('others come in between, also where sockets take longer than the turns', async () => {
  const turns = createTurns();
  let taken = 0;
  for (let i = 0; i < STREAMS; i++) {
    const turn = () => {
      taken++;
      process.nextTick(flush);
    };
    turns.add({ turn });
  }
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThan(STREAMS);
  await expect.poll(() => taken).toBe(STREAMS);
});
