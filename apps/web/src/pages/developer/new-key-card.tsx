import { useEffect, useRef } from 'react';
import { CopyTextButton } from '../../components/copy-text-button.tsx';
import type { NewKey } from './developer-api.ts';

/** Of a key only a digest is kept: this is the one moment in which it can be copied. */
export function NewKeyCard({ made: { key, name }, onClose }: { made: NewKey; onClose: () => void }) {
  const card = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new key is to be seen, and heard.
  useEffect(() => card.current?.focus(), [key]);
  return (
    <div ref={card} className="new-key" tabIndex={-1} role="status">
      <p>
        <strong>Copy the key of “{name}” now.</strong> It is shown this once, and never again.
      </p>
      <p className="new-key__key">
        <code>{key}</code>
        <CopyTextButton text={key} label="Copy key" />
      </p>
      <p className="new-key__how">
        Send it in the header <code>X-API-KEY</code>, from servers only: whoever has it can use it.
      </p>
      <button type="button" className="button button--quiet new-key__close" onClick={onClose}>
        I have it
      </button>
    </div>
  );
}
