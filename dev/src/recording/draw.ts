/** Draws a recording as an animated SVG: lines appear one after the other, and the text scrolls when it is full. */
import type { Line } from './terminal.ts';

export const COLUMNS = 112;
const ROWS = 30;
const CHARACTER = { width: 7.83, height: 18 };
const PADDING = 16;
const BAR = 34;
/** How long the last screen stays before the recording begins again. */
const REST_MS = 6_000;

const STYLE = `text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #e5e7eb; white-space: pre; }
.frame { fill: #0d1117; } .bold { font-weight: 700; } .dim { fill: #8b949e; } .green { fill: #3fb950; } .red { fill: #ff7b72; }
.yellow { fill: #d29922; } .magenta { fill: #d2a8ff; } .cyan { fill: #79c0ff; } .line { opacity: 0; }`;
const STILL = `@media (prefers-reduced-motion: reduce) { .line { opacity: 1; animation: none; } .scroll { animation: none; } }`;

export function drawRecording(lines: readonly Line[], description: string): string {
  const totalMs = Math.round(lines.at(-1)?.atMs ?? 0) + REST_MS;
  const [width, height] = [
    Math.ceil(COLUMNS * CHARACTER.width + 2 * PADDING),
    BAR + ROWS * CHARACTER.height + 2 * PADDING,
  ];
  const percent = (ms: number) => ((100 * ms) / totalMs).toFixed(2);
  const appear = lines.map(
    ({ atMs }, i) =>
      `@keyframes l${i} { 0% { opacity: 0; } ${percent(atMs)}%, 100% { opacity: 1; } } .l${i} { animation-name: l${i}; }`,
  );
  // Lines that come together scroll together.
  const scrolled = new Map(
    lines.flatMap(({ atMs }, i) => (i < ROWS ? [] : [[percent(atMs), i - ROWS + 1] as const])),
  );
  const scroll = [...scrolled].map(
    ([at, rows]) => `${at}% { transform: translateY(${-rows * CHARACTER.height}px); }`,
  );
  const last = Math.max(0, lines.length - ROWS);
  const texts = lines.map(({ spans }, i) => {
    const y = (i + 1) * CHARACTER.height - 4;
    const inside = cut(spans).map(({ text, style }) => `<tspan class="${style}">${xml(text)}</tspan>`);
    return `<text class="line l${i}" y="${y}" xml:space="preserve">${inside.join('')}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
<title id="title">${xml(description)}</title>
<style>
${STYLE}
${appear.join('\n')}
@keyframes scroll { 0% { transform: translateY(0); } ${scroll.join(' ')} 100% { transform: translateY(${-last * CHARACTER.height}px); } }
.scroll { animation-name: scroll; }
.line, .scroll { animation-duration: ${totalMs}ms; animation-timing-function: steps(1, end); animation-iteration-count: infinite; }
${STILL}
</style>
<rect class="frame" width="${width}" height="${height}" rx="10"/>
<circle cx="22" cy="18" r="6" fill="#ff5f57"/><circle cx="42" cy="18" r="6" fill="#febc2e"/><circle cx="62" cy="18" r="6" fill="#28c840"/>
<clipPath id="screen"><rect width="${width - 2 * PADDING}" height="${ROWS * CHARACTER.height}"/></clipPath>
<g transform="translate(${PADDING} ${BAR})" clip-path="url(#screen)">
<g class="scroll">
${texts.join('\n')}
</g>
</g>
</svg>
`;
}

/** Ends a line at the right edge, as a terminal without wrapping does. */
function cut(spans: Line['spans']): Line['spans'] {
  let left = COLUMNS;
  return spans.flatMap(({ text, style }) => {
    const shown = text.slice(0, left);
    left -= shown.length;
    return shown ? [{ text: shown, style }] : [];
  });
}

const xml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
