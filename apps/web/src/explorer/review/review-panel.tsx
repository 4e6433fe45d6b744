import { writeCount } from '@mandate/sdk/words';
import { useId } from 'react';
import { useActing } from '../../transactions/use-acting.ts';
import type { Finding, FindingKind, Review } from './review.ts';

interface ReviewPanelProps {
  readonly review: Review;
  /** The finding whose rows the list shows. */
  readonly shown: FindingKind | undefined;
  /** Shows the rows of a finding. `undefined` for all rows. */
  readonly onShow: (kind: FindingKind | undefined) => void;
  /** `true` if the rows are of an earlier time, and nothing can be revoked. */
  readonly isPast?: boolean;
}

/** Says in words what deserves attention, why, and what to do next. */
export function ReviewPanel({ review, shown, onShow, isPast = false }: ReviewPanelProps) {
  const { findings, notLookedAt } = review;
  const id = useId();
  return (
    <section className="card stack" aria-labelledby={id}>
      <h2 id={id}>{isPast ? 'Review at that time' : 'Review'}</h2>
      {findings.length > 0 && (
        <ul className="lines">
          {findings.map((finding) => (
            <FindingItem
              key={finding.kind}
              finding={finding}
              isShown={finding.kind === shown}
              onShow={onShow}
              isPast={isPast}
            />
          ))}
        </ul>
      )}
      {findings.length === 0 && <p className="quiet">Nothing stands out in these delegations.</p>}
      {notLookedAt.length > 0 && (
        <div className="hint foot">
          <h3>Not looked at</h3>
          <ul>
            {notLookedAt.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

interface FindingItemProps extends Required<Pick<ReviewPanelProps, 'onShow' | 'isPast'>> {
  readonly finding: Finding;
  readonly isShown: boolean;
}

function FindingItem({ finding, isShown, onShow, isPast }: FindingItemProps) {
  const { kind, rows, revocable, title, text, next } = finding;
  const id = useId();
  const { revoke } = useActing();
  return (
    <li className="finding row row--apart row--top" data-shown={isShown}>
      <details className="grow">
        <summary id={id}>{title}</summary>
        <p className="quiet">{text}</p>
        {!isPast && <p>{next}</p>}
      </details>
      <div className="row">
        <button
          type="button"
          className="button button--quiet"
          aria-pressed={isShown}
          aria-describedby={id}
          onClick={() => onShow(isShown ? undefined : kind)}
        >
          {isShown ? 'Show all' : `Show ${writeCount(rows.length, 'delegation')}`}
        </button>
        {!isPast && revocable.length > 0 && (
          <button
            type="button"
            className="button button--quiet"
            aria-describedby={id}
            onClick={() => revoke(revocable)}
          >
            Revoke…
          </button>
        )}
      </div>
    </li>
  );
}
