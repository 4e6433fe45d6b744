/** Draws small SVG charts side by side, readable on light and dark pages. */

export interface Tick {
  readonly at: number;
  readonly label: string;
}

export interface Axis {
  readonly label: string;
  readonly ticks: readonly Tick[];
  /** Returns the position of a value on the axis, from 0 to 1. */
  place(value: number): number;
}

export interface Series {
  readonly name: string;
  /** The index of the colour and shape: the same thing has the same style in all charts. */
  readonly style: number;
  /** True for the baseline. */
  readonly dashed: boolean;
}

interface Line {
  readonly series: Series;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Panel {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly lines: readonly Line[];
}

export interface Chart {
  /** The description for readers who cannot see the chart. */
  readonly title: string;
  readonly description: string;
  readonly series: readonly Series[];
  readonly panels: readonly Panel[];
  readonly columns: number;
}

export function linear(label: string, most: number): Axis {
  const step = niceStep(most / 5);
  const last = Math.ceil(most / step) * step;
  const ticks = Array.from({ length: Math.round(last / step) + 1 }, (_, i) =>
    Number((i * step).toPrecision(12)),
  );
  return { label, place: (value) => value / last, ticks: ticks.map((at) => ({ at, label: short(at) })) };
}

export function logarithmic(
  label: string,
  ticks: readonly Tick[],
  [from, to]: readonly [number, number],
): Axis {
  const place = (value: number) => Math.log(value / from) / Math.log(to / from);
  return { label, ticks, place };
}

/** Returns 1, 2 or 5 with zeros. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((digit) => digit * power >= least) ?? 10);
}

export function short(number: number): string {
  if (number >= 1_000_000) return `${number / 1_000_000} M`;
  return number >= 1_000 ? `${number / 1_000} k` : String(number);
}

/** Distinguishable with any colour blindness, and with a shape for each. */
const COLOURS = [
  { light: '#6b7280', dark: '#9ca3af' },
  { light: '#111827', dark: '#f3f4f6' },
  { light: '#b8860b', dark: '#e6b422' },
  { light: '#0072b2', dark: '#5ab4e6' },
  { light: '#c2410c', dark: '#fb923c' },
  { light: '#a21caf', dark: '#e879f9' },
  { light: '#047857', dark: '#34d399' },
] as const;
const SHAPES = [
  'M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0Z',
  'M-3.5-3.5H3.5V3.5H-3.5Z',
  'M0-4.5L4.5 3.5H-4.5Z',
  'M0-5L5 0L0 5L-5 0Z',
  'M0 4.5L4.5-3.5H-4.5Z',
  'M-4-1.5H-1.5V-4H1.5V-1.5H4V1.5H1.5V4H-1.5V1.5H-4Z',
  'M-4-4L4 4M4-4L-4 4',
] as const;

const PANEL = { width: 420, height: 270 };
const PLOT = { left: 62, right: 16, top: 34, bottom: 50 };
const LEGEND_LINE = 22;
/** The width of an entry's mark and of the gaps beside it. */
const LEGEND_MARK = 60;
/** The width of a character at most, on average. */
const CHARACTER = 6.6;
const MARGIN = 14;

export function drawChart({ title, description, series, panels, columns }: Chart): string {
  const width = columns * PANEL.width + 2 * MARGIN;
  const legend = drawLegend(series, width);
  const height = legend.height + Math.ceil(panels.length / columns) * PANEL.height + 2 * MARGIN;
  const drawn = panels.map((panel, i) => {
    const [x, y] = [
      MARGIN + (i % columns) * PANEL.width,
      MARGIN + legend.height + Math.floor(i / columns) * PANEL.height,
    ];
    return `<g transform="translate(${x} ${y})">${drawPanel(panel)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">
<title id="title">${xml(title)}</title>
<desc id="description">${xml(description)}</desc>
<style>
${STYLE}
</style>
<rect class="page" width="${width}" height="${height}" rx="8"/>
${[...legend.drawn, ...drawn].join('\n')}
</svg>
`;
}

function drawLegend(series: readonly Series[], width: number): { height: number; drawn: string[] } {
  const entry = LEGEND_MARK + CHARACTER * Math.max(...series.map(({ name }) => name.length));
  const perLine = Math.max(1, Math.floor((width - 2 * MARGIN) / entry));
  const drawn = series.map(({ name, style, dashed }, i) => {
    const [x, y] = [MARGIN + (i % perLine) * entry + 16, MARGIN + Math.floor(i / perLine) * LEGEND_LINE + 10];
    return `<g transform="translate(${x} ${y})">${lineOf(style, dashed, '-14 0H14')}${markAt(style, 0, 0)}<text x="22" y="4">${xml(name)}</text></g>`;
  });
  return { height: Math.ceil(series.length / perLine) * LEGEND_LINE + MARGIN, drawn };
}

const coloursOf = (scheme: 'light' | 'dark') =>
  COLOURS.map(
    ({ [scheme]: colour }, i) =>
      `.s${i} { stroke: ${colour}; } .m${i} { fill: ${colour}; stroke: ${colour}; }`,
  ).join('\n');

const STYLE = `text { font: 12px system-ui, sans-serif; fill: #1f2937; } .title { font-weight: 600; font-size: 13px; }
.page { fill: #ffffff; stroke: #d1d5db; } .grid { stroke: #e5e7eb; } .axis { stroke: #6b7280; }
.line { fill: none; stroke-width: 2; } .dashed { stroke-dasharray: 6 4; } .mark { stroke-width: 1.5; }
${coloursOf('light')}
@media (prefers-color-scheme: dark) {
text { fill: #e5e7eb; } .page { fill: #0d1117; stroke: #374151; } .grid { stroke: #1f2937; } .axis { stroke: #9ca3af; }
${coloursOf('dark')}
}`;

function drawPanel({ title, x, y, lines }: Panel): string {
  const [right, bottom] = [PANEL.width - PLOT.right, PANEL.height - PLOT.bottom];
  const across = (value: number) => fixed(PLOT.left + x.place(value) * (right - PLOT.left));
  const up = (value: number) => fixed(bottom - y.place(value) * (bottom - PLOT.top));
  return [
    `<text class="title" x="${PLOT.left}" y="${PLOT.top - 14}">${xml(title)}</text>`,
    ...y.ticks.map(
      ({ at, label }) =>
        `<path class="grid" d="M${PLOT.left} ${up(at)}H${right}"/><text x="${PLOT.left - 8}" y="${up(at) + 4}" text-anchor="end">${xml(label)}</text>`,
    ),
    ...x.ticks.map(
      ({ at, label }) =>
        `<path class="axis" d="M${across(at)} ${bottom}v4"/><text x="${across(at)}" y="${bottom + 18}" text-anchor="middle">${xml(label)}</text>`,
    ),
    `<path class="axis" d="M${PLOT.left} ${PLOT.top}V${bottom}H${right}" fill="none"/>`,
    `<text x="${(PLOT.left + right) / 2}" y="${bottom + 38}" text-anchor="middle">${xml(x.label)}</text>`,
    `<text transform="translate(14 ${(PLOT.top + bottom) / 2}) rotate(-90)" text-anchor="middle">${xml(y.label)}</text>`,
    ...lines.map(({ series: { style, dashed }, points }) => {
      const path = points.map(([px, py]) => `${across(px)} ${up(py)}`).join('L');
      return `${lineOf(style, dashed, path)}${points.map(([px, py]) => markAt(style, across(px), up(py))).join('')}`;
    }),
  ].join('\n');
}

function lineOf(style: number, dashed: boolean, path: string): string {
  return `<path class="line s${style}${dashed ? ' dashed' : ''}" d="M${path}"/>`;
}

function markAt(style: number, x: number, y: number): string {
  const shape = SHAPES[style % SHAPES.length];
  return `<path class="mark m${style}" transform="translate(${x} ${y})" d="${shape}"/>`;
}

const fixed = (number: number) => Math.round(number * 10) / 10;

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
