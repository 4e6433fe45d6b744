import { describeAge } from '../ui/time/clock.ts';
import type { Sample } from './live-samples.ts';

const WIDTH = 320;
const HEIGHT = 44;
const TOP = 4;
const BASE = 34;
/** A smaller scale would magnify noise. */
const MIN_SCALE_S = 30;
/** The width is the time that was watched, so that the picture is never nearly empty. */
const MIN_SPAN_MS = 4_000;

interface SparklineProps {
  readonly samples: readonly Sample[];
  /** `null` when the chain mines on demand: it may be silent for any time. */
  readonly maxLagMs: number | null;
  readonly name: string;
}

/** Draws how old the newest block was while the site was open, now at the right, with a tick for each new block. */
export function Sparkline({ samples, maxLagMs, name }: SparklineProps) {
  const last = samples.at(-1);
  if (!last) return null;
  const watchedMs = last.atMs - (samples[0] ?? last).atMs;
  const spanMs = Math.max(MIN_SPAN_MS, watchedMs);
  const xOf = ({ atMs }: Sample) => WIDTH * (1 - (last.atMs - atMs) / spanMs);
  const most = Math.max(...samples.map(({ lagSeconds }) => lagSeconds ?? 0));
  const limit = maxLagMs === null ? null : maxLagMs / 1_000;
  const scale = Math.max(MIN_SCALE_S, most);
  const yOf = (lag: number) => BASE - ((BASE - TOP) * lag) / scale;
  const { line, area } = draw(samples, xOf, yOf);
  const arrivals = samples.filter(({ block }, i) => i > 0 && block !== samples[i - 1]?.block);
  return (
    <figure className="sparkline">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={describe(name, last, most, writeCount(arrivals.length))}
      >
        <path className="sparkline__base" d={`M0 ${BASE}H${WIDTH}`} />
        {limit !== null && limit <= scale && (
          <path className="sparkline__limit" d={`M0 ${yOf(limit)}H${WIDTH}`} />
        )}
        <path className="sparkline__area" d={area} />
        <path d={line} />
        <path
          className="sparkline__ticks"
          d={arrivals.map((sample) => `M${xOf(sample)} ${BASE + 4}v6`).join('')}
        />
      </svg>
      <figcaption>
        <span>{describeAge(spanMs / 1_000)}</span>
        <span>
          newest block at most {most.toLocaleString('en')} s old
          {limit !== null && `, ${limit.toLocaleString('en')} s allowed`}
        </span>
        <span>now</span>
      </figcaption>
    </figure>
  );
}

/** Draws steps, because nothing is known between two answers. An unknown lag leaves a gap. */
function draw(samples: readonly Sample[], xOf: (sample: Sample) => number, yOf: (lag: number) => number) {
  let line = '';
  let area = '';
  samples.forEach((sample, i) => {
    if (sample.lagSeconds === null) return;
    const [x, y] = [xOf(sample), yOf(sample.lagSeconds)];
    const next = samples[i + 1];
    const end = next ? xOf(next) : WIDTH;
    const isBegun = i > 0 && samples[i - 1]?.lagSeconds !== null;
    line += isBegun ? `V${y}H${end}` : `M${x} ${y}H${end}`;
    area += `M${x} ${BASE}V${y}H${end}V${BASE}z`;
  });
  return { line, area };
}

const writeCount = (arrivals: number) => (arrivals === 1 ? '1 new block' : `${arrivals} new blocks`);

function describe(name: string, { lagSeconds }: Sample, most: number, arrivals: string): string {
  const now = lagSeconds === null ? 'not known' : `${lagSeconds} seconds`;
  return `Age of the newest block of ${name}: now ${now}, at most ${most} seconds in the time that is drawn, with ${arrivals}.`;
}
