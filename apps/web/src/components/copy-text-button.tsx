import { useCopy } from './use-copy.ts';

interface CopyTextButtonProps {
  readonly text: string;
  /** What the button says before it is used. */
  readonly label: string;
}

/** For what is too long to show in a tip: code, and keys that should stay where they are. */
export function CopyTextButton({ text, label }: CopyTextButtonProps) {
  const { state, copy } = useCopy(text);
  return (
    <>
      <button type="button" className="button button--quiet" data-state={state} onClick={copy}>
        {state === 'idle' ? label : state === 'copied' ? 'Copied' : 'Select it and copy'}
      </button>
      <span className="visually-hidden" role="status">
        {state === 'copied' ? 'Copied' : ''}
      </span>
    </>
  );
}
