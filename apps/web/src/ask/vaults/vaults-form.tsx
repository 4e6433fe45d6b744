import { type FormEvent, useEffect, useRef, useState } from 'react';
import { TextInput } from '../../ui/form/text-input.tsx';
import { WalletInput } from '../../ui/wallet/wallet-input.tsx';
import type { FormProps } from '../act/check-form.tsx';
import { RightsField } from '../form/rights-field.tsx';
import { type CheckSearch, TEXTS, type TextField, textsOf } from '../question/check-search.ts';
import type { Problems, Texts } from '../question/read-question.ts';
import { useEdited } from '../question/use-edited.ts';
import { readVaults } from './read-vaults.ts';

export function VaultsForm({ id, search, networks, onAsk, onEdit }: FormProps) {
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
  const typed = searchOf(chain, texts);
  useEdited(typed, searchOf(search.chain, textsOf(search)), onEdit);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const read = readVaults(typed);
    setProblems(read.problems ?? {});
    if (read.question) {
      onAsk(typed);
      return;
    }
    const first = TEXTS.find((name) => read.problems[name]);
    form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  };
  return (
    <form id={id} ref={form} className="check-form card" onSubmit={ask} noValidate aria-label="Which vaults">
      <WalletInput
        {...field('to')}
        label="Hot wallet"
        hint="The wallet that wants to act."
        placeholder="0x…"
      />
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
      <button type="submit" className="button">
        Find vaults
      </button>
    </form>
  );
}

const FIELDS = ['to', 'contract', 'tokenId', 'rights'] as const;

function searchOf(chain: number | undefined, texts: Texts): CheckSearch {
  const typed = FIELDS.filter((name) => texts[name].trim());
  return {
    ask: 'vaults',
    ...(chain !== undefined && { chain }),
    ...Object.fromEntries(typed.map((name) => [name, texts[name].trim()])),
  };
}
