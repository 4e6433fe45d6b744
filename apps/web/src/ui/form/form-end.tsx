import { FailureNote } from '../page/failure-note.tsx';

interface FormEndProps {
  /** The label of the button that sends the form. */
  readonly action: string;
  readonly sending: { readonly error: unknown; readonly isPending: boolean };
  /** In a dialog, the buttons are at its end, and the one that sends is the last. */
  readonly isDialog?: boolean;
  /** Missing where the form cannot be closed. */
  readonly onCancel: (() => void) | undefined;
}

/** The end of a form: what went wrong, and its buttons. */
export function FormEnd({ action, sending, isDialog = false, onCancel }: FormEndProps) {
  const cancel = onCancel && (
    <button type="button" className="button button--quiet" onClick={onCancel}>
      Cancel
    </button>
  );
  return (
    <>
      {sending.error !== null && <FailureNote error={sending.error} />}
      <div className={isDialog ? 'row row--end actions' : 'row actions'}>
        {isDialog && cancel}
        <button type="submit" className="button" disabled={sending.isPending}>
          {action}
        </button>
        {!isDialog && cancel}
      </div>
    </>
  );
}
