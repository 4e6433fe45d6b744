import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { networksQuery } from '../service/queries.ts';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { FailureNote } from '../ui/page/failure-note.tsx';
import { Address } from '../ui/wallet/address.tsx';
import { Identicon } from '../ui/wallet/identicon.tsx';
import { type Session, signOut, signOutEverywhere } from './session/developer-api.ts';
import { OWN } from './session/own-queries.ts';
import { sessionQuery } from './session/session-query.ts';
import { writeDay } from './session/write-time.ts';

export function Account({ session: { address, expiresAt } }: { session: Session }) {
  const queries = useQueryClient();
  const { data: networks } = useQuery(networksQuery);
  const [isAsking, setIsAsking] = useState(false);
  const leave = useMutation({
    mutationFn: (everywhere: boolean) => (everywhere ? signOutEverywhere() : signOut()),
    onSuccess: () => {
      queries.setQueryData(sessionQuery.queryKey, { type: 'signed-out' });
      // Removes all data of this wallet for the next person at this computer.
      queries.removeQueries({ queryKey: OWN });
    },
  });
  return (
    <>
      <div className="card row row--apart">
        <div className="who">
          <Identicon address={address} />
          <div>
            <p>
              <span className="visually-hidden">Signed in as </span>
              <Address value={address} what="the address of your wallet" chainId={networks?.[0]?.chainId} />
            </p>
            <p className="hint">Signed in until {writeDay(expiresAt)}</p>
          </div>
        </div>
        <div className="row">
          <button type="button" className="button button--quiet" onClick={() => leave.mutate(false)}>
            Sign out
          </button>
          <button type="button" className="button button--quiet" onClick={() => setIsAsking(true)}>
            Sign out everywhere
          </button>
        </div>
      </div>
      {leave.error && <FailureNote error={leave.error} />}
      {isAsking && (
        <ConfirmDialog
          title="Sign out everywhere?"
          action="Sign out everywhere"
          onConfirm={() => {
            setIsAsking(false);
            leave.mutate(true);
          }}
          onCancel={() => setIsAsking(false)}
        >
          <p>This signs your wallet out in every browser. Your keys keep working.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
