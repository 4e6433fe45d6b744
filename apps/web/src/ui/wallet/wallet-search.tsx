import type { Registry } from '@mandate/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { readName } from '../../names/read-name.ts';
import { type Resolved, useResolved } from '../../names/use-resolved.ts';
import { readWallet } from '../read/read-wallet.ts';

interface WalletSearchProps {
  /** The chain and registry that the next search keeps. */
  readonly keep?: { readonly chain?: number; readonly registry?: Registry };
  /** A rejected text, shown together with the reason. */
  readonly tried?: string;
  readonly size?: 'large';
}

/** Finds a wallet by its address, or by an ENS name, whose address it shows first. */
export function WalletSearch({ keep = {}, tried = '', size }: WalletSearchProps) {
  const triedName = readName(tried);
  const [text, setText] = useState(tried);
  const [name, setName] = useState(triedName);
  const [problem, setProblem] = useState(() => (tried && !triedName ? readWallet(tried).problem : undefined));
  const resolved = useResolved(name);
  const navigate = useNavigate();
  const id = useId();
  const search = (event: FormEvent) => {
    event.preventDefault();
    const asked = readName(text);
    setName(asked);
    if (asked) return;
    const read = readWallet(text);
    setProblem(read.problem);
    if (read.wallet)
      void navigate({ to: '/explorer/$wallet', params: { wallet: read.wallet }, search: keep });
    else document.getElementById(id)?.focus();
  };
  const shownProblem = problem ?? ('problem' in resolved ? resolved.problem : undefined);
  return (
    <search>
      <form className="wallet-search" data-size={size} onSubmit={search} noValidate>
        <label htmlFor={id} className={size ? 'wallet-search__label' : 'visually-hidden'}>
          Wallet address or ENS name
        </label>
        <div className="wallet-search__row">
          <input
            id={id}
            className="input mono"
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setName(null);
              setProblem(undefined);
            }}
            placeholder="0x… or name.eth"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            aria-invalid={shownProblem !== undefined}
            aria-describedby={`${id}-problem`}
          />
          <button type="submit" className="button">
            Look up
          </button>
        </div>
        <p id={`${id}-problem`} className="wallet-search__problem" role="alert">
          {shownProblem}
        </p>
        <FoundWallet resolved={resolved} keep={keep} />
      </form>
    </search>
  );
}

/** Shows the address that a name leads to, with every digit. Opening it is the reader's decision. */
function FoundWallet({ resolved, keep = {} }: { resolved: Resolved } & Pick<WalletSearchProps, 'keep'>) {
  const link = useRef<HTMLAnchorElement>(null);
  const address = resolved.state === 'found' ? resolved.address : null;
  useEffect(() => {
    if (address) link.current?.focus();
  }, [address]);
  return (
    <p className="wallet-search__found" role="status">
      {resolved.state === 'asking' && 'Looking up the name…'}
      {resolved.state === 'found' && (
        <>
          <bdi className="address__name">{resolved.name}</bdi> leads to{' '}
          <Link
            ref={link}
            to="/explorer/$wallet"
            params={{ wallet: resolved.address }}
            search={keep}
            className="mono digits"
            preload={false}
          >
            {resolved.address}
          </Link>
        </>
      )}
    </p>
  );
}
