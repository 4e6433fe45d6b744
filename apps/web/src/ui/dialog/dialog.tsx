import './dialog.css';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

interface DialogProps {
  readonly title: string;
  /** Else it fills the screen of a phone, and has a button that closes it. */
  readonly isSmall?: boolean;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** The browser's own dialog, which traps the focus and returns it to the button that opened it. */
export function Dialog({ title, isSmall, children, onClose }: DialogProps) {
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  // Closes before React removes the element: a removed dialog does not return the focus.
  useLayoutEffect(() => {
    const element = ref.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className={isSmall ? 'dialog dialog--small card' : 'dialog card'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className="dialog__head">
        <h2 id={id}>{title}</h2>
        {!isSmall && (
          <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
              <path d="m3.5 3.5 9 9m0-9-9 9" fill="none" stroke="currentColor" strokeWidth="1.6" />
            </svg>
          </button>
        )}
      </header>
      <div className="dialog__body stack">{children}</div>
    </dialog>
  );
}
