import { expect, test } from 'vitest';
import { pinned, shareCores } from './cores.ts';

test.runIf(process.platform === 'linux')('the load has cores of its own where the server leaves any', () => {
  expect(shareCores(1, [0, 1])).toEqual({ server: [0], load: [1] });
  expect(shareCores(2, [4, 5, 6, 7])).toEqual({ server: [4, 5], load: [6, 7] });
  expect(shareCores(2, [0, 1])).toEqual({ server: null, load: null });
});

test('a program is run on its cores, or anywhere', () => {
  expect(pinned([1, 3], 'wrk', ['-t1'])).toEqual({ program: 'taskset', args: ['-c', '1,3', 'wrk', '-t1'] });
  expect(pinned(null, 'wrk', ['-t1'])).toEqual({ program: 'wrk', args: ['-t1'] });
});
