import { ConnectionError } from '@mandate/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { networksQuery } from '../../service/queries.ts';
import { type SessionState, sessionQuery } from '../session/session-query.ts';
import { describeSignInFailure } from './describe-sign-in-failure.ts';
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
      // Loaded on demand: wallet libraries are large, and only sign-in needs them.
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
    <div className="narrow card stack">
      <h2>Sign in with a wallet</h2>
      <p>
        With a key, you may ask about registry v2 more often than 25 times in 10 seconds. Keys belong to a
        wallet: you sign a message to prove that it is yours. Signing is free and sends no transaction.
      </p>
      <ul className="bullets">
        <li>Secret keys are for servers, publishable keys for web pages.</li>
        <li>A key is shown once, when you create it.</li>
        <li>You see the usage of each key, hour by hour.</li>
        <li>A revoked key stops working within five seconds.</li>
      </ul>
      {wallets && wallets.length > 1 && (
        <ul className="row actions">
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
          className="button"
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
        {isBusy && wallets && <p className="quiet">Read the message in your wallet, then sign it.</p>}
        {wallets?.length === 0 && !isBusy && (
          <p className="quiet">
            No wallet found. Install one as a browser extension, or open this page in the browser of your
            wallet app, and try again.
          </p>
        )}
      </div>
      {error && !isBusy && (
        <p className="note" data-tone="bad" role="alert">
          {describeSignInFailure(error)}
        </p>
      )}
    </div>
  );
}

/** The file failed to load, so the service is probably down. */
function explainMissing(cause: unknown): never {
  throw new ConnectionError({
    code: 'network_error',
    detail: 'A file of this page could not be loaded.',
    cause,
  });
}
