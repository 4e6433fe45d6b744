import type { Registry } from '@mandate/sdk';
import { readName } from '@mandate/sdk/explore';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { readWallet } from '../read/read-wallet.ts';

interface WalletSearchProps {
  /** The chain and registry that the next search keeps. */
  readonly keep?: { readonly chain?: number; readonly registry?: Registry };
  /** A rejected text, and why. */
  readonly tried?: { readonly text: string; readonly problem: string | undefined };
  readonly size?: 'large';
}

/** Opens a wallet by its address or its ENS name. */
export function WalletSearch({ keep = {}, tried, size }: WalletSearchProps) {
  const [text, setText] = useState(tried?.text ?? '');
  const [problem, setProblem] = useState(tried?.problem);
  const navigate = useNavigate();
  const id = useId();
  const search = (event: FormEvent) => {
    event.preventDefault();
    const read = readWallet(text);
    const wallet = readName(text) ?? read.wallet;
    setProblem(wallet ? undefined : read.problem);
    if (wallet) void navigate({ to: '/explorer/$wallet', params: { wallet }, search: keep });
    else document.getElementById(id)?.focus();
  };
  return (
    <search>
      <form className="wallet-search stack stack--s" data-size={size} onSubmit={search} noValidate>
        <label htmlFor={id} className={size ? undefined : 'visually-hidden'}>
          Wallet address or ENS name
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
            placeholder="0x… or name.eth"
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
        <p id={`${id}-problem`} className="problem" role="alert">
          {problem}
        </p>
      </form>
    </search>
  );
}
