import { expect, test } from 'vitest';
import { createUnderWay } from './under-way.ts';

test('work above the maximum is refused, until there is room again', async () => {
  const run = createUnderWay(100, 'Too much.');
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = run(60, () => promise);
  await expect(run(41, async () => 'too much')).rejects.toMatchObject({ code: 'overloaded' });
  expect(await run(40, async () => 'fits')).toBe('fits');
  resolve('done');
  expect(await first).toBe('done');
  const failing = run(100, async () => {
    throw new Error('It went wrong.');
  });
  await expect(failing).rejects.toThrow('It went wrong.');
  expect(await run(100, async () => 'all of it')).toBe('all of it');
});
