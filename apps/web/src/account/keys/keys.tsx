import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureNote } from '../../ui/page/failure-note.tsx';
import type { Choices, Key, NewKey } from '../session/developer-api.ts';
import { eventsQuery, keysQuery } from '../session/own-queries.ts';
import { BrowserFlag } from './browser-flag.tsx';
import { describeCeilings } from './describe-ceilings.ts';
import { type ChosenAction, KeyDialog } from './key-dialog.tsx';
import { isLive, KeyLists } from './key-lists.tsx';
import { NewKeyCard } from './new-key-card.tsx';
import { NewKeyForm, type NewKeyStart } from './new-key-form.tsx';
import { readOrigin } from './read-origin.ts';
import { useEndKey } from './use-end-key.ts';

/** The form that is open, and the secret key that the new one takes the place of. */
type Form = NewKeyStart & { readonly replaces: Key | null };

interface Made {
  readonly key: NewKey;
  readonly replaces: Key | null;
}

const NO_CHOICES: Choices = { operations: [], chains: [], limits: { visitor: 0, page: 0, min: 0, max: 0 } };
const BLANK: Form = { use: 'secret', name: '', origins: [], replaces: null };

export function Keys({ wallet }: { wallet: string }) {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(keysQuery);
  const { keys, choices = NO_CHOICES } = data ?? {};
  const [made, setMade] = useState<Made | null>(null);
  const [form, setForm] = useState<Form | null>(null);
  const [asked, setAsked] = useState<ChosenAction | null>(null);
  const again = () => {
    void queries.invalidateQueries({ queryKey: eventsQuery.queryKey });
    void queries.invalidateQueries({ queryKey: keysQuery.queryKey });
  };
  const end = useEndKey({
    onRotated: (key) => setMade({ key, replaces: null }),
    onRevoked: ({ id }) => setMade((shown) => afterRevocation(shown, id)),
    onSettled: again,
  });
  const live = keys?.filter(isLive);
  const isFirst = live?.length === 0 && !made;
  const open = form ?? (isFirst ? BLANK : null);
  const close = () => setAsked(null);
  return (
    <section className="card stack" aria-labelledby="keys-title">
      <div className="row row--apart">
        <h2 id="keys-title">Keys</h2>
        {!open && keys && (
          <button type="button" className="button" onClick={() => setForm(BLANK)}>
            New key
          </button>
        )}
      </div>
      {data?.ceilings && <p className="quiet">{describeCeilings(data.ceilings)}</p>}
      {live?.filter(isFlagged).map((record) => (
        <BrowserFlag key={record.id} record={record} onReplace={() => setForm(startReplacement(record))} />
      ))}
      {made && (
        <NewKeyCard
          made={made.key}
          replaces={made.replaces}
          wallet={wallet}
          onRevoke={(record) => setAsked({ action: 'revoke', record })}
          onClose={() => setMade(null)}
        />
      )}
      {error && <FailureNote error={error} onRetry={() => void refetch()} />}
      {end.error && <FailureNote error={end.error} />}
      {open && (
        <NewKeyForm
          key={open.replaces?.id ?? 'new'}
          start={open}
          choices={choices}
          onMade={(key) => {
            setMade({ key, replaces: open.replaces });
            setForm(null);
            again();
          }}
          onCancel={form ? () => setForm(null) : undefined}
        />
      )}
      {keys && (
        <KeyLists
          keys={keys}
          choices={choices}
          onAction={(action, record) => setAsked({ action, record })}
          onChanged={again}
        />
      )}
      {asked && (
        <KeyDialog
          asked={asked}
          choices={choices}
          onEnd={(ending) => {
            end.mutate(ending);
            close();
          }}
          onChanged={() => {
            close();
            again();
          }}
          onClose={close}
        />
      )}
    </section>
  );
}

const isFlagged = ({ kind, browserSeenAt }: Key) => kind === 'secret' && browserSeenAt !== null;

function startReplacement(record: Key): Form {
  const reading = readOrigin(record.browserOrigin ?? '');
  const origins = reading.type === 'origin' ? [reading.origin] : [];
  return { use: 'publishable', name: `${record.name} (page)`.slice(0, 100), origins, replaces: record };
}

/** A revoked key is not shown any more, nor is the step to revoke it. */
function afterRevocation(shown: Made | null, id: string): Made | null {
  if (shown?.key.id === id) return null;
  return shown?.replaces?.id === id ? { ...shown, replaces: null } : shown;
}
