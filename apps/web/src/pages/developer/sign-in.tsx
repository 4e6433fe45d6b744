import { ConnectionError } from '@mandate/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { networksQuery } from '../../api/queries.ts';
import { describeSignInFailure } from './describe-sign-in-failure.ts';
import { type SessionState, sessionQuery } from './session-query.ts';
import type { Wallet } from './wallets.ts';

export function SignIn() {
  const queries = useQueryClient();
  const [wallets, setWallets] = useState<readonly Wallet[] | null>(null);
  const choose = useMutation({
    mutationFn: (wallet: Wallet) => wallet.signIn(),
    onSuccess: (session) => {
      const state: SessionState = { type: 'signed-in', session };
      queries.setQueryData(sessionQuery.queryKey, state);
    },
  });
  const find = useMutation({
    mutationFn: async () => {
      // Wallets bring much code along, which nobody needs who does not sign in.
      const [{ findWallets }, networks] = await Promise.all([
        import('./wallets.ts').catch(explainMissing),
        queries.ensureQueryData(networksQuery),
      ]);
      return findWallets(networks);
    },
    onSuccess: (found) => {
      setWallets(found);
      const [only, another] = found;
      if (only && !another) choose.mutate(only);
    },
  });
  const isBusy = find.isPending || choose.isPending;
  const error = find.error ?? choose.error;
  return (
    <div className="sign-in card">
      <h2>Sign in with a wallet</h2>
      <p>
        A key lifts the limit of 25 requests in ten seconds for the registry v2. Keys belong to a wallet. You
        sign a message that says so: it costs nothing, and it moves nothing.
      </p>
      <ul className="sign-in__facts">
        <li>A key is shown once, when you make it.</li>
        <li>You see how much each is used, hour by hour.</li>
        <li>What you revoke is refused within five seconds.</li>
      </ul>
      {wallets && wallets.length > 1 && (
        <ul className="sign-in__wallets">
          {wallets.map((wallet) => (
            <li key={wallet.id}>
              <button
                type="button"
                className="button button--quiet"
                disabled={isBusy}
                onClick={() => choose.mutate(wallet)}
              >
                {wallet.icon && <img src={wallet.icon} alt="" width="20" height="20" />}
                {wallet.name}
              </button>
            </li>
          ))}
        </ul>
      )}
      {(!wallets || wallets.length < 2) && (
        <button
          type="button"
          className="button sign-in__button"
          disabled={isBusy}
          onClick={() => {
            choose.reset();
            find.mutate();
          }}
        >
          {isBusy ? 'Waiting for the wallet…' : 'Sign in'}
        </button>
      )}
      <div role="status">
        {isBusy && wallets && (
          <p className="sign-in__word">Your wallet asks you. Read the message, then sign it.</p>
        )}
        {wallets?.length === 0 && !isBusy && (
          <p className="sign-in__word">
            No wallet was found in this browser. Install one as an extension, or open this page in the browser
            of your wallet app, and try again.
          </p>
        )}
      </div>
      {error && !isBusy && (
        <div className="note note--bad" role="alert">
          <p>{describeSignInFailure(error)}</p>
        </div>
      )}
    </div>
  );
}

/** The file did not come: the service that it comes from is away. */
function explainMissing(cause: unknown): never {
  throw new ConnectionError({ code: 'network_error', detail: 'A file of this page did not arrive.', cause });
}
