import { useCopy } from './use-copy.ts';

/** Copies `text`; `what` names it for screen readers. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { state, copy } = useCopy(text);
  return (
    <>
      <button
        type="button"
        className="copy-button"
        data-state={state}
        data-tip={text}
        aria-label={`Copy ${what}`}
        onClick={copy}
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
          {state === 'copied' ? 'Copied' : 'Copying failed'}
        </span>
      )}
    </>
  );
}
