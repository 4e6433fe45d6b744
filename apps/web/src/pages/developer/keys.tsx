import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureNote } from '../../components/failure-note.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { describeCeilings } from './describe-ceilings.ts';
import { type Key, type NewKey, revokeKey, rotateKey } from './developer-api.ts';
import { KeyTable } from './key-table.tsx';
import { NewKeyCard } from './new-key-card.tsx';
import { NewKeyForm } from './new-key-form.tsx';
import { keysQuery, whileSignedIn } from './own-queries.ts';

type Change = { readonly type: 'rotate' | 'revoke'; readonly record: Key };

export function Keys() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(keysQuery);
  const keys = data?.keys;
  const [made, setMade] = useState<NewKey | null>(null);
  const [asking, setAsking] = useState<Change | null>(null);
  const again = () => queries.invalidateQueries({ queryKey: keysQuery.queryKey });
  const change = useMutation({
    mutationFn: ({ type, record: { id } }: Change) =>
      whileSignedIn<NewKey | undefined>(async () =>
        type === 'rotate' ? rotateKey(id) : void (await revokeKey(id)),
      ),
    onSuccess: (rotated, { record }) => {
      if (rotated) setMade(rotated);
      else if (made?.id === record.id) setMade(null);
    },
    // Also after a failure, because the list may be outdated.
    onSettled: again,
  });
  const live = keys?.filter(isLive) ?? [];
  const ended = keys?.filter((key) => !isLive(key)) ?? [];
  return (
    <section className="keys card" aria-labelledby="keys-title">
      <div className="keys__head">
        <h2 id="keys-title">Keys</h2>
        <NewKeyForm
          onMade={(key) => {
            setMade(key);
            void again();
          }}
        />
      </div>
      {data?.ceilings && <p className="keys__ceilings">{describeCeilings(data.ceilings)}</p>}
      {made && <NewKeyCard made={made} onClose={() => setMade(null)} />}
      {error && <FailureNote error={error} onRetry={() => void refetch()} />}
      {change.error && <FailureNote error={change.error} />}
      {keys && live.length === 0 && (
        <p className="keys__none">No keys yet. Create one and name it after your application.</p>
      )}
      {live.length > 0 && (
        <KeyTable
          label="Active keys"
          keys={live}
          onRotate={(record) => setAsking({ type: 'rotate', record })}
          onRevoke={(record) => setAsking({ type: 'revoke', record })}
        />
      )}
      {ended.length > 0 && (
        <details className="keys__ended">
          <summary>{ended.length} revoked or expired</summary>
          <KeyTable label="Revoked or expired keys" keys={ended} />
        </details>
      )}
      {asking && (
        <ConfirmChange
          {...asking}
          onCancel={() => setAsking(null)}
          onConfirm={() => {
            change.mutate(asking);
            setAsking(null);
          }}
        />
      )}
    </section>
  );
}

function isLive({ revokedAt, expiresAt }: Key): boolean {
  return !revokedAt && (!expiresAt || Date.parse(expiresAt) > Date.now());
}

interface ConfirmChangeProps extends Change {
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

function ConfirmChange({ type, record: { name }, ...rest }: ConfirmChangeProps) {
  return type === 'rotate' ? (
    <ConfirmDialog title={`Rotate “${name}”?`} action="Rotate" {...rest}>
      <p>You get a new key, and the old one stops working within five seconds.</p>
    </ConfirmDialog>
  ) : (
    <ConfirmDialog title={`Revoke “${name}”?`} action="Revoke" isDangerous {...rest}>
      <p>Applications that use this key are rejected within five seconds. You cannot undo this.</p>
    </ConfirmDialog>
  );
}
