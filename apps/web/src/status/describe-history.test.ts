import type { Incident, LagSample } from '@mandate/sdk/explore';
import { expect, test } from 'vitest';
import {
  describeIncident,
  describeSpan,
  summarizeHistory,
  writeAnswered,
  writeDuration,
} from './describe-history.ts';

const at = (text: string) => Date.parse(`${text}Z`) / 1_000;
const FROM = at('2026-11-17T14:05:00');
const incident = (more: Partial<Incident>): Incident => ({
  chainId: 8453,
  kind: 'lagging',
  from: FROM,
  to: at('2026-11-17T14:20:00'),
  worstLagSeconds: 245,
  ...more,
});

test.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [90, '90 seconds'],
  [245, '4 minutes'],
  [7_200, '2 hours'],
  [3 * 86_400, '3 days'],
])('%d seconds are "%s"', (seconds, text) => {
  expect(writeDuration(seconds)).toBe(text);
});

test.each([
  [{}, 'Base was up to 4 minutes behind from 14:05 to 14:20 UTC. Answers were refused, none was wrong.'],
  [
    { to: at('2026-11-18T00:10:00') },
    'Base was up to 4 minutes behind from Nov 17, 14:05 to Nov 18, 00:10 UTC. Answers were refused, none was wrong.',
  ],
  [
    { worstLagSeconds: null },
    'Base was too far behind from 14:05 to 14:20 UTC. Answers were refused, none was wrong.',
  ],
  [
    { kind: 'silent' },
    'The service did not read Base from 14:05 to 14:20 UTC, and Base was up to 4 minutes behind. Answers that were too old were refused, none was wrong.',
  ],
  [
    { kind: 'tainted' },
    'Base contradicted its own final blocks from 14:05 to 14:20 UTC. Answers about it were refused.',
  ],
  // The span of 5 minutes is not over yet, but the chain answers again.
  [
    { to: null },
    'Base was up to 4 minutes behind from 14:05 UTC until a few minutes ago. Answers were refused, none was wrong.',
  ],
] as const)('an incident that is over: %o', (more, text) => {
  expect(describeIncident(incident(more), 'Base', 'ready')).toBe(text);
});

test.each([
  [
    'lagging',
    'Base has been up to 4 minutes behind since Nov 17, 14:05 UTC. Answers are refused, none is wrong.',
  ],
  [
    'silent',
    'The service has not read Base since Nov 17, 14:05 UTC. Answers that are too old are refused, none is wrong.',
  ],
  [
    'tainted',
    'Base has contradicted its own final blocks since Nov 17, 14:05 UTC. Answers about it are refused until an operator has checked it.',
  ],
] as const)('an incident that goes on: %s', (kind, text) => {
  expect(describeIncident(incident({ kind, to: null }), 'Base', 'chain_lagging')).toBe(text);
});

test.each([
  [13, 'ready', 'Nov 17, 14:05 to 14:20 UTC: answered, at most 13 seconds behind'],
  [null, 'silent', 'Nov 17, 14:05 to 14:20 UTC: the service was not reading'],
  [600, 'silent', 'Nov 17, 14:05 to 14:20 UTC: the service was not reading, at most 10 minutes behind'],
  [9e8, 'indexing', 'Nov 17, 14:05 to 14:20 UTC: read for the first time'],
  [null, null, 'Nov 17, 14:05 to 14:20 UTC: nothing was recorded'],
] as const)('a span with lag %s that is %s', (lagSeconds, state, text) => {
  expect(describeSpan({ from: FROM, lagSeconds, state }, 900)).toBe(text);
});

test('a span over midnight names both days', () => {
  const from = at('2026-11-17T16:00:00');
  expect(describeSpan({ from, lagSeconds: null, state: null }, 28_800)).toBe(
    'Nov 17, 16:00 to Nov 18, 00:00 UTC: nothing was recorded',
  );
});

test('the share of the time that was answered leaves out what is not known', () => {
  const sample = (i: number, state: LagSample['state'], lagSeconds: number | null = 5): LagSample => ({
    from: FROM + 900 * i,
    lagSeconds,
    state,
  });
  const lag = [
    sample(0, null, null),
    sample(1, 'indexing', 9e8),
    sample(2, 'ready'),
    sample(3, 'lagging', 300),
    sample(4, 'ready'),
  ];
  const chain = { chainId: 8453, name: 'Base', lag };
  const history = { spanSeconds: 900, chains: [chain], incidents: [] as Incident[] };
  const now = FROM + 900 * 4 + 200;
  const of5Minutes = incident({ from: FROM + 2_700, to: FROM + 3_000 });
  const others = incident({ chainId: 1 });
  expect(summarizeHistory(chain, { ...history, incidents: [of5Minutes, others] }, now)).toEqual({
    answered: 1 - 300 / 2_000,
    worstLagSeconds: 300,
  });
  // If the service did not list all incidents, whole spans count.
  const many = Array.from({ length: 200 }, () => of5Minutes);
  expect(summarizeHistory(chain, { ...history, incidents: many }, now).answered).toBe(1 - 900 / 2_000);
  const nothing = { chainId: 8453, name: 'Base', lag: [sample(0, null, null)] };
  expect(summarizeHistory(nothing, history, now)).toEqual({ answered: null, worstLagSeconds: null });
});

test.each([
  [null, '–'],
  [1, '100 %'],
  [0.99999, '99.99 %'],
  [0.5, '50 %'],
])('%s is written as %s', (share, text) => {
  expect(writeAnswered(share)).toBe(text);
});
