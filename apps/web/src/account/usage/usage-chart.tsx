import { type PointerEvent, useState } from 'react';
import { writeDayAndTime, writeShortDay, writeTime } from '../session/write-time.ts';
import type { Bar, Chart } from './usage-series.ts';

const WIDTH = 1_000;
const HEIGHT = 240;
const MARKS = 6;
const WEEK_MARKS = 7;
const MAX_GAP_PX = 6;
const DAY_HOURS = 24;

interface UsageChartProps {
  readonly chart: Chart;
  /** E.g. "24 hours". */
  readonly span: string;
  readonly hoursABar: number;
}

/** Draws the bars without a chart library: they are a few rectangles, and the table below has the numbers. */
export function UsageChart({ chart, span, hoursABar }: UsageChartProps) {
  const { series, bars, total } = chart;
  const [chosen, setChosen] = useState<number | null>(null);
  const bar = chosen === null ? undefined : bars[chosen];
  const top = roundUp(Math.max(...bars.map((one) => one.total)));
  const width = WIDTH / bars.length;
  const choose = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setChosen(Math.min(bars.length - 1, Math.max(0, Math.floor((bars.length * (clientX - left)) / width))));
  };
  return (
    <div className="usage-chart stack stack--m">
      <div className="row row--loose usage-chart__sum" aria-live="off">
        <p>
          <strong>{(bar?.total ?? total).toLocaleString('en')}</strong>{' '}
          {(bar?.total ?? total) === 1 ? 'request' : 'requests'}
        </p>
        <p className="quiet">{bar ? writeSpan(bar, hoursABar) : `in the last ${span}`}</p>
      </div>
      <ul className="row row--loose hint">
        {series.map(({ name, total, colour }, i) => (
          <li key={name} className="row">
            <span className={`legend__mark ${colour}`} aria-hidden="true" />
            {name} <span className="legend__number">{(bar?.parts[i] ?? total).toLocaleString('en')}</span>
          </li>
        ))}
      </ul>
      <div className="usage-chart__plot">
        <div className="usage-chart__scale" aria-hidden="true">
          <span>{top.toLocaleString('en')}</span>
          <span>{(top / 2).toLocaleString('en')}</span>
          <span>0</span>
        </div>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${total.toLocaleString('en')} requests in the last ${span}. The table below has the numbers.`}
          onPointerMove={choose}
          onPointerDown={choose}
          onPointerLeave={() => setChosen(null)}
        >
          <path
            className="usage-chart__grid"
            d={`M0 .5H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT - 0.5}H${WIDTH}`}
          />
          {chosen !== null && (
            <rect className="usage-chart__chosen" x={chosen * width} y="0" width={width} height={HEIGHT} />
          )}
          {bars.map((one, i) => (
            <BarShape
              key={one.beginsAt.getTime()}
              bar={one}
              x={i * width}
              width={width}
              top={top}
              chart={chart}
            />
          ))}
        </svg>
      </div>
      <div className="usage-chart__times" aria-hidden="true">
        {listMarks(bars).map((time) => (
          <span key={time.getTime()}>{bars.length > DAY_HOURS ? writeShortDay(time) : writeTime(time)}</span>
        ))}
        <span className="usage-chart__now">now</span>
      </div>
    </div>
  );
}

interface BarShapeProps {
  readonly bar: Bar;
  readonly x: number;
  readonly width: number;
  readonly top: number;
  readonly chart: Chart;
}

function BarShape({ bar, x, width, top, chart }: BarShapeProps) {
  const gap = Math.min(MAX_GAP_PX, width * 0.25);
  let y = HEIGHT;
  return bar.parts.map((part, i) => {
    const { name, colour } = chart.series[i] ?? { name: '', colour: '' };
    if (part === 0) return null;
    // At least visible, however small.
    const height = Math.max(1.5, (HEIGHT * part) / top);
    y -= height;
    return (
      <rect
        key={name}
        className={colour}
        x={x + gap / 2}
        y={Math.max(0, y)}
        width={width - gap}
        height={height}
      />
    );
  });
}

/** Returns a round number just above the highest bar, whose half is a whole number, too. */
function roundUp(most: number): number {
  if (most <= 4) return 4;
  const unit = 10 ** Math.floor(Math.log10(most));
  const step = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10].find((factor) => factor * unit >= most) ?? 10;
  return Math.ceil((step * unit) / 2) * 2;
}

/** Divides the time evenly. Each label stands at the left edge of its share. */
function listMarks(bars: readonly Bar[]): Date[] {
  const length = bars.length % WEEK_MARKS === 0 ? WEEK_MARKS : MARKS;
  return Array.from({ length }, (_, i) => bars[Math.floor((i * bars.length) / length)]?.beginsAt).filter(
    (time) => time !== undefined,
  );
}

export function writeSpan({ beginsAt }: Bar, hoursABar: number): string {
  const end = new Date(beginsAt.getTime() + hoursABar * 3_600_000);
  return `${writeDayAndTime(beginsAt)} to ${writeTime(end)}`;
}
