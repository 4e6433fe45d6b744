import { useEffect, useRef, useState } from 'react';
import { client } from '../../service/client.ts';
import { Code } from '../../ui/copy/code.tsx';
import { CopyTextButton } from '../../ui/copy/copy-text-button.tsx';
import { Segments } from '../../ui/form/segments.tsx';
import type { Key, NewKey } from '../session/developer-api.ts';
import { writeKeySnippets } from './key-snippets.ts';
import { findUse } from './rules-draft.ts';

interface NewKeyCardProps {
  readonly made: NewKey;
  readonly wallet: string;
  /** A secret key that it takes the place of. */
  readonly replaces: Key | null;
  readonly onRevoke: (key: Key) => void;
  readonly onClose: () => void;
}

const HINTS = {
  publishable: (
    <>
      Send it in the header <code>X-API-KEY</code>, never in a URL. Pages of the listed origins can use it at
      once.
    </>
  ),
  secret: (
    <>
      Send it in the header <code>X-API-KEY</code>, from servers only: anyone who has the key can use it. For
      pages, create a publishable key.
    </>
  ),
  votes: (
    <>
      It belongs in the URL of a Snapshot strategy, which everyone can read. Paste this as <code>url</code>:
    </>
  ),
} as const;

/** Only a hash of the key is stored, so this is the only chance to copy it. */
export function NewKeyCard({ made, wallet, replaces, onRevoke, onClose }: NewKeyCardProps) {
  const { key, name } = made;
  const card = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: screen readers must announce each new key.
  useEffect(() => card.current?.focus(), [key]);
  return (
    <div ref={card} className="box stack" data-tone="good" tabIndex={-1} role="status">
      <p>
        <strong>Copy the key “{name}” now.</strong> You will not see it again.
      </p>
      <p className="copied-text">
        <code>{key}</code>
        <CopyTextButton text={key} label="Copy key" />
      </p>
      <p className="hint">{HINTS[findUse(made)]}</p>
      {findUse(made) === 'votes' && (
        <p className="copied-text">
          <code>{`${client.baseUrl}/votes/score?key=${key}`}</code>
          <CopyTextButton text={`${client.baseUrl}/votes/score?key=${key}`} label="Copy URL" />
        </p>
      )}
      <KeyCode made={made} wallet={wallet} />
      {replaces && (
        <div className="note">
          <p>
            Next: put it into the page in place of the secret key. Then revoke “{replaces.name}”, or rotate it
            if your servers use it too.
          </p>
          <button
            type="button"
            className="button button--quiet button--warning"
            onClick={() => onRevoke(replaces)}
          >
            Revoke “{replaces.name}”
          </button>
        </div>
      )}
      <button type="button" className="button button--quiet" onClick={onClose}>
        Done
      </button>
    </div>
  );
}

function KeyCode({ made: { key, kind, operations }, wallet }: { made: NewKey; wallet: string }) {
  const snippets = writeKeySnippets({ kind, key, operations, baseUrl: client.baseUrl, wallet });
  const [title, setTitle] = useState('fetch');
  const shown = snippets.find((one) => one.title === title) ?? snippets[0];
  if (!shown) return null;
  return (
    <div className="stack stack--m">
      <div className="row row--apart">
        <Segments
          label="Use it with"
          value={shown.title}
          options={snippets.map((one) => ({ value: one.title, text: one.title }))}
          onChange={setTitle}
        />
        <CopyTextButton key={shown.title} text={shown.code} label="Copy code" />
      </div>
      <Code text={shown.code} label={`The key with ${shown.title}`} />
    </div>
  );
}
