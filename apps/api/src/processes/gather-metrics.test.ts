import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createMetricsOfAll } from './gather-metrics.ts';
import type { Snapshot } from './procedures.ts';

/** A process with one metric of each kind. */
function createProcess() {
  const registry = new Registry();
  const registers = [registry];
  const counter = new Counter({ name: 'asked_total', help: 'a', labelNames: ['status'], registers });
  const histogram = new Histogram({ name: 'seconds', help: 'b', buckets: [1], registers });
  const open = new Gauge({ name: 'open', help: 'c', registers });
  const up = new Gauge({ name: 'up', help: 'd', aggregator: 'min', registers });
  let [isHanging, answer] = [false, (): void => {}];
  return {
    ...{ counter, histogram, open, up },
    hang: () => {
      isHanging = true;
    },
    end: () => answer(),
    /** What goes from one process to another is JSON. */
    async ask(): Promise<Snapshot> {
      if (!isHanging) return JSON.parse(JSON.stringify(await registry.getMetricsAsJSON()));
      return new Promise((_, reject) => {
        answer = () => reject(new Error('It has ended.'));
      });
    },
  };
}

function createStage(count: number) {
  const first = new Registry();
  new Gauge({ name: 'processes', help: 'e', registers: [first] }).set(count);
  const all = Array.from({ length: count }, createProcess);
  const running = new Map(all.map((each, id) => [id, each]));
  const metrics = createMetricsOfAll({
    registry: first,
    list: () => [...running].map(([id, { ask }]) => [id, ask] as const),
  });
  const retire = (id: number) => {
    running.delete(id);
    metrics.retire(id);
  };
  return { all, running, retire, tell: async () => readLines(await metrics.tell()) };
}

const readLines = (text: string) =>
  Object.fromEntries(
    text
      .split('\n')
      .flatMap((line) => /^(\w[^ ]*) (\S+)$/.exec(line)?.slice(1, 3).join('\t') ?? [])
      .map((line) => line.split('\t')),
  );

test('what is counted adds up, and gauges come together as each of them says', async () => {
  const { all, tell } = createStage(3);
  for (const [i, { counter, histogram, open, up }] of all.entries()) {
    counter.inc({ status: 200 }, 10 ** i);
    if (i === 0) counter.inc({ status: 503 }, 5);
    histogram.observe(i);
    open.set(i);
    up.set(i === 1 ? 0 : 1);
  }
  expect(await tell()).toEqual({
    'asked_total{status="200"}': '111',
    'asked_total{status="503"}': '5',
    'seconds_bucket{le="1"}': '2',
    'seconds_bucket{le="+Inf"}': '3',
    seconds_sum: '3',
    seconds_count: '3',
    open: '3',
    up: '0',
    processes: '3',
  });
});

test('what a process has counted stays when it is replaced; what it had open does not', async () => {
  const { all, running, retire, tell } = createStage(2);
  for (const { counter, histogram, open } of all) {
    counter.inc({ status: 200 }, 7);
    histogram.observe(0.5);
    open.set(2);
  }
  await tell();
  const next = createProcess();
  running.set(2, next);
  retire(0);
  next.counter.inc({ status: 200 });
  expect(await tell()).toMatchObject({ 'asked_total{status="200"}': '15', seconds_count: '2', open: '2' });
  retire(1);
  retire(2);
  expect(await tell()).toMatchObject({
    'asked_total{status="200"}': '15',
    seconds_count: '2',
    processes: '2',
  });
  expect(await tell()).not.toHaveProperty('open');
});

test('one that ends while all are asked counts once', async () => {
  const { all, retire, tell } = createStage(2);
  const [one, other] = all;
  one?.counter.inc({ status: 200 }, 3);
  other?.counter.inc({ status: 200 }, 4);
  await tell();
  other?.hang();
  const told = tell();
  await new Promise(setImmediate);
  // The first has answered by now, and both end before all have.
  retire(0);
  other?.end();
  retire(1);
  expect(await told).toMatchObject({ 'asked_total{status="200"}': '7' });
});

test('two who ask at once are told the same, and each process is asked once', async () => {
  const { all, tell } = createStage(1);
  let asked = 0;
  for (const each of all) {
    const { ask } = each;
    each.ask = async () => {
      asked++;
      return ask();
    };
  }
  const [a, b] = await Promise.all([tell(), tell()]);
  expect(a).toEqual(b);
  expect(asked).toBe(1);
});
