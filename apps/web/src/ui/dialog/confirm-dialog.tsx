import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** The label of the confirming button. */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly children: ReactNode;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, isDangerous, children, onConfirm, onCancel } = props;
  return (
    <Dialog title={title} isSmall onClose={onCancel}>
      {children}
      <div className="row row--end actions">
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
    </Dialog>
  );
}
