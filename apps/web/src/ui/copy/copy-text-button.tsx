import { useCopy } from './use-copy.ts';

interface CopyTextButtonProps {
  readonly text: string;
  /** The label before it is clicked. */
  readonly label: string;
}

/** Copies text too long for a tip, such as code and keys. */
export function CopyTextButton({ text, label }: CopyTextButtonProps) {
  const { state, copy } = useCopy(text);
  return (
    <>
      <button type="button" className="button button--quiet" data-state={state} onClick={copy}>
        {state === 'idle' ? label : state === 'copied' ? 'Copied' : 'Copying failed: select and copy it'}
      </button>
      <span className="visually-hidden" role="status">
        {state === 'copied' ? 'Copied' : ''}
      </span>
    </>
  );
}
