import { type ReactNode, useEffect, useId, useRef } from 'react';

interface ConfirmDialogProps {
  readonly title: string;
  /** The label of the confirming button. */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly children: ReactNode;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Uses the browser's own dialog, which traps the focus and restores it. */
export function ConfirmDialog({
  title,
  action,
  isDangerous,
  children,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="confirm card"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
      <div className="confirm__actions">
        {/* First, so that it has the focus: an action that cannot be undone takes one more step. */}
        <button type="button" className="button button--quiet" onClick={onCancel}>
          Cancel
        </button>
        <button
          type="button"
          className={isDangerous ? 'button button--danger' : 'button'}
          onClick={onConfirm}
        >
          {action}
        </button>
      </div>
    </dialog>
  );
}
