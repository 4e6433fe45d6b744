import { type RefObject, type SyntheticEvent, useLayoutEffect, useRef } from 'react';

interface Modal {
  readonly ref: RefObject<HTMLDialogElement | null>;
  readonly onCancel: (event: SyntheticEvent) => void;
}

/** The browser's own dialog, which traps the focus and returns it to the button that opened it. */
export function useModal(onClose: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  // Closes before React removes the element: a removed dialog does not return the focus.
  useLayoutEffect(() => {
    const element = ref.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return {
    ref,
    onCancel(event) {
      event.preventDefault();
      onClose();
    },
  };
}
