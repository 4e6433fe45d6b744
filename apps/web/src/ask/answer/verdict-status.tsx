import type { Verdict } from './describe-answer.ts';
import { VerdictMark } from './verdict-mark.tsx';

interface VerdictStatusProps {
  /** Undefined until there is an answer. */
  readonly verdict: Verdict | undefined;
  readonly isFetching: boolean;
}

/** Shows a verdict. Screen readers announce it when it changes. */
export function VerdictStatus({ verdict, isFetching }: VerdictStatusProps) {
  return (
    <div className="answer__verdict" role="status" aria-busy={isFetching}>
      {verdict ? (
        <>
          <VerdictMark kind={verdict.kind} />
          <div>
            <p className="answer__headline">{verdict.headline}</p>
            {verdict.note && <p className="answer__note">{verdict.note}</p>}
          </div>
        </>
      ) : (
        <p className="answer__headline answer__headline--open">Loading…</p>
      )}
    </div>
  );
}
