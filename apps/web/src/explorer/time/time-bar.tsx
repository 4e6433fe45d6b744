import './time-bar.css';
import type { KeyboardEvent } from 'react';
import { Moment } from '../../ui/time/moment.tsx';
import { writeMoment } from '../../words/write-moment.ts';
import { countUntil, type Mark, stepBack, stepOn } from './marks.ts';

/** The length of the timeline if the changes are unknown. */
const YEAR_S = 365 * 86_400;
/** The number of key presses that cross the timeline if the changes are unknown. */
const STEPS = 200;
/** Marks closer than this share of the timeline are drawn as one. */
const NEAREST = 0.002;

interface TimeBarProps {
  /** `null` when the changes are unknown: then there are no marks. */
  readonly marks: readonly Mark[] | null;
  /** Undefined means now. */
  readonly at: number | undefined;
  /** The end of the timeline. */
  readonly now: number;
  /** The changes are still loading. */
  readonly isLooking: boolean;
  /** New changes appear as they happen. */
  readonly isLive: boolean;
  readonly isReading: boolean;
  readonly onMove: (at: number | undefined) => void;
}

/** The timeline from a wallet's first grant to now. Arrow keys step from change to change. */
export function TimeBar({ marks, at, now, isLooking, isLive, isReading, onMove }: TimeBarProps) {
  const start = Math.min(marks?.[0]?.time ?? now - YEAR_S, at ?? now);
  const [back, on] = marks ? [stepBack(marks, at), stepOn(marks, at)] : [null, undefined];
  const isFirst = back === null;
  const step = (event: KeyboardEvent) => {
    if (!marks) return;
    const isBack = event.key === 'ArrowLeft' || event.key === 'ArrowDown';
    if (!isBack && event.key !== 'ArrowRight' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    if (!isBack) onMove(on);
    else if (back !== null) onMove(back);
  };
  const shown = at === undefined ? 'Now' : writeMoment(at);
  const count = marks && `${countUntil(marks, at)} of ${marks.length}`;
  return (
    <section className="time-bar card stack stack--s" aria-label="Time" data-past={at !== undefined}>
      <TimeHead at={at} isLive={isLive} />
      <div className="time-bar__line">
        {marks && (
          <StepButton
            label="Previous change"
            path="M10 3 5 8l5 5"
            isOff={isFirst}
            onClick={() => back !== null && onMove(back)}
          />
        )}
        <div className="time-bar__track">
          {marks && <Ticks marks={marks} start={start} end={now} />}
          <input
            type="range"
            aria-label="Selected time"
            aria-valuetext={count ? `${shown}, change ${count}` : shown}
            aria-busy={isReading}
            min={start}
            max={now}
            step={marks ? 1 : Math.ceil((now - start) / STEPS)}
            value={at ?? now}
            onKeyDown={step}
            onChange={({ target }) => {
              const moved = Number(target.value);
              onMove(moved >= now ? undefined : moved);
            }}
          />
        </div>
        {marks && (
          <StepButton
            label="Next change"
            path="m6 3 5 5-5 5"
            isOff={at === undefined}
            onClick={() => onMove(on)}
          />
        )}
      </div>
      <div className="time-bar__ends hint digits">
        <Moment seconds={start} />
        <span>{count ? `change ${count}` : isLooking ? 'loading changes…' : 'too many changes to mark'}</span>
        <button
          type="button"
          className="link-button"
          aria-disabled={at === undefined}
          onClick={() => onMove(undefined)}
        >
          {at === undefined ? 'Now' : 'Back to now'}
        </button>
      </div>
    </section>
  );
}

function TimeHead({ at, isLive }: { at: number | undefined; isLive: boolean }) {
  return (
    <div className="time-bar__head row row--apart quiet">
      <p role="status">
        {at === undefined ? (
          <strong>Current delegations</strong>
        ) : (
          <>
            Delegations at{' '}
            <strong>
              <Moment seconds={at} />
            </strong>
          </>
        )}
      </p>
      {at === undefined && isLive && (
        <span className="badge live" data-tone="good" data-tip="Changes appear here as they happen">
          <span className="dot" /> Live
        </span>
      )}
    </div>
  );
}

interface StepButtonProps {
  readonly label: string;
  readonly path: string;
  readonly isOff: boolean;
  readonly onClick: () => void;
}

function StepButton({ label, path, isOff, onClick }: StepButtonProps) {
  return (
    <button
      type="button"
      className="icon-button time-bar__step"
      aria-label={label}
      aria-disabled={isOff}
      onClick={isOff ? undefined : onClick}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );
}

/** Marks the changes. */
function Ticks({ marks, start, end }: { marks: readonly Mark[]; start: number; end: number }) {
  const places = marks.map(({ time }) => (time - start) / Math.max(1, end - start));
  const apart = places.filter((place, i) => i === 0 || place - (places[i - 1] ?? 0) >= NEAREST);
  return (
    <svg className="time-bar__ticks" aria-hidden="true">
      {apart.map((place) => (
        <line
          key={place}
          x1={`${(100 * Math.min(1, place)).toFixed(2)}%`}
          x2={`${(100 * Math.min(1, place)).toFixed(2)}%`}
          y1="0"
          y2="100%"
        />
      ))}
    </svg>
  );
}
