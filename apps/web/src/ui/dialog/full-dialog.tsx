import './full-dialog.css';
import { type ReactNode, useId } from 'react';
import { useModal } from './use-modal.ts';

interface FullDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** A dialog that fills the screen of a phone. */
export function FullDialog({ title, children, onClose }: FullDialogProps) {
  const id = useId();
  return (
    <dialog {...useModal(onClose)} className="full-dialog card" aria-labelledby={id}>
      <header className="full-dialog__head">
        <h2 id={id}>{title}</h2>
        <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d="m3.5 3.5 9 9m0-9-9 9" fill="none" stroke="currentColor" strokeWidth="1.6" />
          </svg>
        </button>
      </header>
      <div className="full-dialog__body">{children}</div>
    </dialog>
  );
}
