import type { LagSample } from '@mandate/sdk/explore';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { describeSpan } from './describe-history.ts';

const STEP = 4;
const WIDTH = 3;
const HEIGHT = 32;
/** Troubles are higher than the rest: they show without colours, too. */
const LOOKS = {
  none: { height: 6, tone: 'quiet' },
  indexing: { height: 14, tone: 'quiet' },
  ready: { height: 22, tone: 'good' },
  lagging: { height: HEIGHT, tone: 'warn' },
  silent: { height: HEIGHT, tone: 'bad' },
  tainted: { height: HEIGHT, tone: 'bad' },
} satisfies Readonly<Record<NonNullable<LagSample['state']> | 'none', unknown>>;
const STATES = Object.keys(LOOKS) as (keyof typeof LOOKS)[];
const STEPS_OF_KEYS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -8,
  PageUp: 8,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

interface HistoryBarProps {
  readonly label: string;
  readonly lag: readonly LagSample[];
  readonly spanSeconds: number;
}

/** Draws one bar for each span. Hovering or moving with the arrow keys says the words of a span. */
export function HistoryBar({ label, lag, spanSeconds }: HistoryBarProps) {
  const [shown, setShown] = useState<number | null>(null);
  const last = lag.length - 1;
  const index = Math.min(shown ?? last, last);
  const sample = lag[index];
  const words = sample ? describeSpan(sample, spanSeconds) : '';
  const place = last === 0 ? 0 : (100 * (index + 0.5)) / lag.length;

  function onPointer({ clientX, currentTarget }: PointerEvent<HTMLDivElement>): void {
    const { left, width } = currentTarget.getBoundingClientRect();
    setShown(Math.max(0, Math.min(last, Math.floor(((clientX - left) / width) * lag.length))));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') setShown(null);
    const step = STEPS_OF_KEYS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setShown(Math.max(0, Math.min(last, index + step)));
  }

  return (
    <div
      className="history-bar"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-readonly="true"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={index}
      aria-valuetext={words}
      onPointerMove={onPointer}
      onPointerDown={onPointer}
      onPointerLeave={() => setShown(null)}
      onFocus={() => setShown((before) => before ?? last)}
      onBlur={() => setShown(null)}
      onKeyDown={onKeyDown}
    >
      <svg viewBox={`0 0 ${STEP * lag.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {STATES.map((state) => (
          <path key={state} data-tone={LOOKS[state].tone} d={draw(lag, state)} />
        ))}
        {shown !== null && (
          <path className="history-bar__shown" d={`M${STEP * index - 0.5} 0h${STEP}v${HEIGHT}h-${STEP}z`} />
        )}
      </svg>
      {shown !== null && (
        <span
          className="history-bar__words"
          style={{ left: `${place}%`, translate: `-${place}% 0` }}
          aria-hidden="true"
        >
          {words}
        </span>
      )}
    </div>
  );
}

/** One path for all spans of a state keeps the page light. */
function draw(lag: readonly LagSample[], wanted: keyof typeof LOOKS): string {
  const { height } = LOOKS[wanted];
  return lag
    .flatMap(({ state }, i) =>
      (state ?? 'none') === wanted ? [`M${STEP * i} ${HEIGHT - height}h${WIDTH}v${height}h-${WIDTH}z`] : [],
    )
    .join('');
}
