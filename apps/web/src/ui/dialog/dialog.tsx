import { type ReactNode, useId } from 'react';
import { useModal } from './use-modal.ts';

interface DialogProps {
  readonly title: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
  readonly onCancel: () => void;
}

export function Dialog({ title, isWide, children, onCancel }: DialogProps) {
  const id = useId();
  return (
    <dialog
      {...useModal(onCancel)}
      className={isWide ? 'confirm confirm--wide card' : 'confirm card'}
      aria-labelledby={id}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
