import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSecondLimit } from './second-limit.ts';

test('no second has more calls than allowed, none waits longer than it has to, and they go in order', () => {
  const requests = fc.array(
    fc.record({ gapMs: fc.integer({ min: 0, max: 700 }), calls: fc.integer({ min: 1, max: 10 }) }),
    {
      minLength: 1,
      maxLength: 60,
    },
  );
  fc.assert(
    fc.property(requests, (all) => {
      let time = 5_000;
      const limit = createSecondLimit(10, () => time);
      const sent: { at: number; calls: number }[] = [];
      for (const { gapMs, calls } of all) {
        time += gapMs;
        const at = time + limit.reserve(calls).waitMs();
        expect(at).toBeGreaterThanOrEqual(sent.at(-1)?.at ?? 0);
        const within = (end: number) => sent.filter((each) => each.at > end - 1_000 && each.at <= end);
        const count = (end: number) => within(end).reduce((sum, each) => sum + each.calls, 0);
        expect(count(at) + calls).toBeLessThanOrEqual(10);
        // A moment earlier there would have been too many calls, or another one was before it.
        const earlier = at - 1;
        if (earlier >= time && earlier >= (sent.at(-1)?.at ?? 0))
          expect(count(earlier) + calls).toBeGreaterThan(10);
        sent.push({ at, calls });
      }
    }),
    { seed: 15 },
  );
});

test('more calls than fit into a second are sent alone', () => {
  const limit = createSecondLimit(5, () => 0);
  expect([3, 20, 1].map((calls) => limit.reserve(calls).waitMs())).toEqual([0, 1_000, 2_000]);
});

test('calls whose timers fire late together do not fill one second with more than is allowed', () => {
  let time = 0;
  const limit = createSecondLimit(5, () => time);
  const turns = Array.from({ length: 20 }, () => limit.reserve(1));
  time = 2_500;
  const waits = turns.map((turn) => turn.waitMs());
  expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(5);
  time = 3_500;
  expect(turns.slice(5).filter((turn) => turn.waitMs() === 0)).toHaveLength(5);
});
