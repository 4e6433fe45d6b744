import type { Verdict } from './describe-answer.ts';

const SHAPES: Readonly<Record<Verdict['kind'], string>> = {
  yes: 'm9.5 16.5 4.5 4.5 8.5-9.5',
  no: 'm11 11 10 10M21 11 11 21',
  refuted: 'M16 8.5v9.5M16 22.8v.2',
  unknown: 'M12 12.6c0-5.4 8-5.2 8-.4 0 3-4 3-4 6.2M16 22.2v.2',
};

const TONES = { yes: 'good', no: undefined, refuted: 'bad', unknown: 'warn' } as const;

export const toneOf = (verdict: Verdict | undefined) => verdict && TONES[verdict.kind];

/** One shape per answer, because colour alone is not accessible. */
export function VerdictMark({ kind }: { kind: Verdict['kind'] }) {
  return (
    <svg viewBox="0 0 32 32" className="verdict-mark" data-tone={TONES[kind]} aria-hidden="true">
      <circle cx="16" cy="16" r="16" />
      <path d={SHAPES[kind]} />
    </svg>
  );
}
