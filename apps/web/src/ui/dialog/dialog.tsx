import { type ReactNode, useEffect, useId, useRef } from 'react';

interface DialogProps {
  readonly title: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
  readonly onCancel: () => void;
}

/** Uses the browser's own dialog, which traps the focus and restores it. */
export function Dialog({ title, isWide, children, onCancel }: DialogProps) {
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
      className={isWide ? 'confirm confirm--wide card' : 'confirm card'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
