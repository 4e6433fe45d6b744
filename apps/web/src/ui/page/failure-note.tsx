import { describeFailure } from '../../service/failure.ts';

/** Explains an error and what to do. `onRetry` tries again at once. */
export function FailureNote({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { title, next } = describeFailure(error);
  return (
    <div className="note" data-tone="bad" role="alert">
      <p>
        <strong>{title}.</strong> {next}
      </p>
      {onRetry && (
        <button type="button" className="button button--quiet" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
