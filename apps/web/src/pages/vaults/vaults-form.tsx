import type { Network } from '@mandate/sdk';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { type CheckSearch, TEXTS, type TextField, textsOf } from '../check/check-search.ts';
import type { Problems } from '../check/read-question.ts';
import { RightsField } from '../check/rights-field.tsx';
import { TextInput } from '../check/text-input.tsx';
import { readVaults } from './read-vaults.ts';

interface VaultsFormProps {
  readonly search: CheckSearch;
  readonly networks: readonly Network[];
  readonly onAsk: (search: CheckSearch) => void;
}

export function VaultsForm({ search, networks, onAsk }: VaultsFormProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [chain, setChain] = useState(search.chain);
  const [texts, setTexts] = useState(() => textsOf(search));
  const [problems, setProblems] = useState<Problems>({});
  // The form follows the URL: back, forward and links to other questions.
  useEffect(() => {
    setChain(search.chain);
    setTexts(textsOf(search));
    setProblems({});
  }, [search]);
  const field = (name: TextField) => ({
    name,
    value: texts[name],
    problem: problems[name],
    onChange: (text: string) => {
      setTexts({ ...texts, [name]: text });
      setProblems({ ...problems, [name]: undefined });
    },
  });
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const typed = ['to', 'contract', 'tokenId', 'rights'] as const;
    const asked: CheckSearch = {
      ask: 'vaults',
      ...(chain !== undefined && { chain }),
      ...Object.fromEntries(
        typed.flatMap((name) => (texts[name].trim() ? [[name, texts[name].trim()]] : [])),
      ),
    };
    const read = readVaults(asked);
    setProblems(read.problems ?? {});
    if (read.question) {
      onAsk(asked);
      return;
    }
    const first = TEXTS.find((name) => read.problems[name]);
    form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  };
  return (
    <form ref={form} className="check-form card" onSubmit={ask} noValidate aria-label="Which vaults">
      <TextInput {...field('to')} label="Hot wallet" hint="The wallet that wants to act." placeholder="0x…" />
      <div className="check-form__chain">
        <label htmlFor={`${id}-chain`}>Chain</label>
        <select
          id={`${id}-chain`}
          className="select"
          value={chain ?? ''}
          onChange={({ target: { value } }) => setChain(value === '' ? undefined : Number(value))}
        >
          <option value="">All chains</option>
          {chain !== undefined && !networks.some(({ chainId }) => chainId === chain) && (
            <option value={chain}>Chain {chain}</option>
          )}
          {networks.map(({ chainId, name, testnet }) => (
            <option key={chainId} value={chainId}>
              {testnet ? `${name} (testnet)` : name}
            </option>
          ))}
        </select>
      </div>
      <TextInput
        {...field('contract')}
        label="Contract (optional)"
        hint="Empty: only vaults that delegated their whole wallet."
        placeholder="0x…"
      />
      <TextInput
        {...field('tokenId')}
        label="Token id (optional)"
        hint="Also counts delegations of this token."
        placeholder="0"
      />
      <RightsField {...field('rights')} />
      <button type="submit" className="button">
        Find vaults
      </button>
    </form>
  );
}
