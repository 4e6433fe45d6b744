import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Folds a part of a page where it would push what people came for below the screen. Asked for, the part opens with the focus
 * on its first field.
 */
export function useFold<Part extends HTMLElement>(narrow: string, mayFold: () => boolean) {
  const part: RefObject<Part | null> = useRef(null);
  const [isFolded, setFolded] = useState(() => matchMedia(narrow).matches && mayFold());
  return {
    part,
    isFolded,
    open: () => setFolded(false),
    /** Takes the fields that the focus may go to. */
    ask(fields: string) {
      flushSync(() => setFolded(false));
      part.current?.querySelector<HTMLElement>(fields)?.focus();
    },
  };
}
