interface StaleNoteProps {
  /** The form has other values than the question that was answered. */
  readonly isStale: boolean;
  readonly formId: string;
  readonly onUndo: () => void;
}

/** Says that the answer below belongs to an earlier question. Screen readers announce it. */
export function StaleNote({ isStale, formId, onUndo }: StaleNoteProps) {
  return (
    <div role="status">
      {isStale && (
        <div className="note" data-tone="warn">
          <p>
            <strong>The form has changed.</strong> The answer below is to the question as it was asked before.
          </p>
          <div className="row">
            <button type="submit" form={formId} className="button button--quiet">
              Ask the new question
            </button>
            <button type="button" className="button button--quiet" onClick={onUndo}>
              Undo the changes
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
