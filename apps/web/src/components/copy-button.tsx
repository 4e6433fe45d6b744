import { useEffect, useState } from 'react';

const SHOWN_MS = 1_600;

/** Copies `text`; `what` names it for those who hear the page. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('refused'),
    );
  return (
    <>
      <button
        type="button"
        className="copy-button"
        data-state={state}
        data-tip={text}
        aria-label={`Copy ${what}`}
        onClick={() => void copy()}
      >
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          {state === 'copied' ? (
            <path d="m3 8.5 3.2 3.2L13 4.8" />
          ) : (
            <path d="M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z" />
          )}
        </svg>
      </button>
      {state !== 'idle' && (
        <span className="visually-hidden" role="status">
          {state === 'copied' ? 'Copied' : 'Could not be copied'}
        </span>
      )}
    </>
  );
}
