import './answer.css';
import type { ReactNode } from 'react';
import type { Verdict } from './describe-answer.ts';
import { toneOf, VerdictMark } from './verdict-mark.tsx';

interface VerdictCardProps {
  readonly question: ReactNode;
  /** Undefined until there is an answer. */
  readonly verdict: Verdict | undefined;
  readonly isFetching: boolean;
  readonly children: ReactNode;
}

/** Shows a question, its verdict, and more about it. Screen readers announce the verdict when it changes. */
export function VerdictCard({ question, verdict, isFetching, children }: VerdictCardProps) {
  return (
    <section
      className="answer card stack"
      data-tone={toneOf(verdict)}
      data-answer=""
      tabIndex={-1}
      aria-label="Answer"
    >
      {question}
      <div className="who" role="status" aria-busy={isFetching}>
        {verdict && <VerdictMark kind={verdict.kind} />}
        <div>
          <p className="answer__headline">{verdict?.headline ?? 'Loading…'}</p>
          {verdict?.note && <p className="quiet">{verdict.note}</p>}
        </div>
      </div>
      {children}
    </section>
  );
}
