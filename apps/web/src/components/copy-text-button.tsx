import { useEffect, useState } from 'react';

const SHOWN_MS = 1_600;

interface CopyTextButtonProps {
  readonly text: string;
  /** What the button says before it is used. */
  readonly label: string;
}

/** For what is too long to show in a tip: code, and keys that should stay where they are. */
export function CopyTextButton({ text, label }: CopyTextButtonProps) {
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
      <button type="button" className="button button--quiet" data-state={state} onClick={() => void copy()}>
        {state === 'idle' ? label : state === 'copied' ? 'Copied' : 'Select it and copy'}
      </button>
      <span className="visually-hidden" role="status">
        {state === 'copied' ? 'Copied' : ''}
      </span>
    </>
  );
}
