import { writeCount } from '@mandate/sdk/words';
import type { FindingKind, Review } from './review/review.ts';
import type { SearchChange, View } from './wallet/explorer-search.ts';

interface AttentionProps {
  readonly review: Review;
  /** The finding whose rows the list shows. */
  readonly shown: FindingKind | undefined;
  readonly view: View | undefined;
  readonly onChange: (change: SearchChange) => void;
}

/** Says in one line what may need attention, or that the list shows one finding only. */
export function Attention({ review, shown, view, onChange }: AttentionProps) {
  const finding = review.findings.find(({ kind }) => kind === shown);
  if (shown && view !== 'review')
    return (
      <p className="explorer__attention" role="status">
        {finding ? (
          <>
            Only this is shown: <strong>{finding.title}</strong>.{' '}
          </>
        ) : (
          'No delegation here is of the kind that this link asks for. '
        )}
        <button type="button" className="link-button" onClick={() => onChange({ review: undefined })}>
          Show all
        </button>
      </p>
    );
  return (
    <p className="explorer__attention" role="status">
      {summarize(review)}{' '}
      {view !== 'review' && review.findings.length > 0 && (
        <button type="button" className="link-button" onClick={() => onChange({ view: 'review' })}>
          See why
        </button>
      )}
    </p>
  );
}

function summarize({ findings, notLookedAt }: Review): string {
  if (findings.length > 0) return `${writeCount(findings.length, 'thing')} may need your attention.`;
  return notLookedAt.length > 0 ? 'Nothing stands out so far.' : 'Nothing stands out.';
}
