import type { Registry } from '@mandate/sdk';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { readWallet } from './read-wallet.ts';

interface WalletSearchProps {
  /** The chain and registry that the next search keeps. */
  readonly keep?: { readonly chain?: number; readonly registry?: Registry };
  /** A rejected text, shown together with the reason. */
  readonly tried?: string;
  readonly size?: 'large';
}

export function WalletSearch({ keep = {}, tried = '', size }: WalletSearchProps) {
  const [text, setText] = useState(tried);
  const [problem, setProblem] = useState(() => (tried ? readWallet(tried).problem : undefined));
  const navigate = useNavigate();
  const id = useId();
  const search = (event: FormEvent) => {
    event.preventDefault();
    const read = readWallet(text);
    setProblem(read.problem);
    if (read.wallet)
      void navigate({ to: '/explorer/$wallet', params: { wallet: read.wallet }, search: keep });
    else document.getElementById(id)?.focus();
  };
  return (
    <search>
      <form className="wallet-search" data-size={size} onSubmit={search} noValidate>
        <label htmlFor={id} className={size ? 'wallet-search__label' : 'visually-hidden'}>
          Wallet address
        </label>
        <div className="wallet-search__row">
          <input
            id={id}
            className="input mono"
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setProblem(undefined);
            }}
            placeholder="0x…"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            aria-invalid={problem !== undefined}
            aria-describedby={`${id}-problem`}
          />
          <button type="submit" className="button">
            Look up
          </button>
        </div>
        <p id={`${id}-problem`} className="wallet-search__problem" role="alert">
          {problem}
        </p>
      </form>
    </search>
  );
}
