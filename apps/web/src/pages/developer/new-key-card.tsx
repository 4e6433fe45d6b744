import { useEffect, useRef } from 'react';
import { CopyTextButton } from '../../components/copy-text-button.tsx';
import type { NewKey } from './developer-api.ts';

/** Only a hash of the key is stored, so this is the only chance to copy it. */
export function NewKeyCard({ made: { key, name }, onClose }: { made: NewKey; onClose: () => void }) {
  const card = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: screen readers must announce each new key.
  useEffect(() => card.current?.focus(), [key]);
  return (
    <div ref={card} className="new-key" tabIndex={-1} role="status">
      <p>
        <strong>Copy the key “{name}” now.</strong> You will not see it again.
      </p>
      <p className="new-key__key">
        <code>{key}</code>
        <CopyTextButton text={key} label="Copy key" />
      </p>
      <p className="new-key__how">
        Send it in the header <code>X-API-KEY</code>, from servers only: anyone who has the key can use it.
      </p>
      <button type="button" className="button button--quiet new-key__close" onClick={onClose}>
        Done
      </button>
    </div>
  );
}
