import { useEffect, useState } from 'react';

const SHOWN_MS = 1_600;

/** Copies a text on demand and reports the result for a moment. */
export function useCopy(text: string) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('refused'),
    );
  return { state, copy };
}
