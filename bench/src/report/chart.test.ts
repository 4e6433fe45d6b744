import { expect, test } from 'vitest';
import { drawChart, linear, logarithmic } from './chart.ts';

test('an axis from 0 has round steps and ends at one of them', () => {
  const { ticks, place } = linear('requests/s', 43_000);
  expect(ticks.map(({ label }) => label)).toEqual(['0', '10 k', '20 k', '30 k', '40 k', '50 k']);
  expect([0, 25_000, 50_000].map(place)).toEqual([0, 0.5, 1]);
  expect(linear('part', 0.4).ticks.map(({ label }) => label)).toEqual(['0', '0.1', '0.2', '0.3', '0.4']);
});

test('on a logarithmic axis equal factors are equally far', () => {
  const { place } = logarithmic('ms', [], [1, 100]);
  expect([1, 10, 100].map((value) => place(value).toFixed(6))).toEqual(['0.000000', '0.500000', '1.000000']);
});

test('a line goes through its points, and text is text', () => {
  const series = { name: '<fast> & good', style: 3, dashed: true };
  const [x, y] = [linear('x', 10), linear('y', 10)];
  const lines = [
    {
      series,
      points: [
        [0, 0],
        [10, 10],
      ] as const,
    },
  ];
  const svg = drawChart({
    title: 'T',
    description: 'D',
    series: [series],
    columns: 1,
    panels: [{ title: 'P', x, y, lines }],
  });
  // From the lower left of the plot to its upper right.
  expect(svg).toContain('<path class="line s3 dashed" d="M62 220L404 34"/>');
  expect(svg).toContain('&lt;fast&gt; &amp; good');
});
