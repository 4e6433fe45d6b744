import { useEffect, useRef } from 'react';
import { CopyTextButton } from '../../ui/copy/copy-text-button.tsx';
import type { NewWebhook } from '../session/webhooks-api.ts';

/** The secret is stored encrypted and never shown again, so this is the only chance to copy it. */
export function NewSecretCard({ made, onClose }: { made: NewWebhook; onClose: () => void }) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => card.current?.focus(), []);
  return (
    <div ref={card} className="box stack" data-tone="good" tabIndex={-1} role="status">
      <p>
        <strong>Copy the secret of “{made.name}” now.</strong> You will not see it again.
      </p>
      <p className="copied-text">
        <code>{made.secret}</code>
        <CopyTextButton text={made.secret} label="Copy secret" />
      </p>
      <p className="hint">
        Your server verifies each event with it.{' '}
        {made.oldSecretUntil
          ? 'Events are signed with the old secret, too, for 24 hours.'
          : 'The first event is a challenge: answer it, and the endpoint becomes active.'}
      </p>
      <button type="button" className="button button--quiet" onClick={onClose}>
        Done
      </button>
    </div>
  );
}
