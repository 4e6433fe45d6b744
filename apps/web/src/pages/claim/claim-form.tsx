import type { Network, TokenType } from '@mandate/sdk';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { type CheckSearch, isStandard, TEXTS, type TextField, textsOf } from '../check/check-search.ts';
import type { Problems } from '../check/read-question.ts';
import { RightsField } from '../check/rights-field.tsx';
import { TextInput } from '../check/text-input.tsx';
import { WhenField } from '../check/when-field.tsx';
import type { WhenKind } from '../check/when-kinds.ts';
import { ChainSelect, StandardSelect } from './claim-selects.tsx';
import { readClaim } from './read-claim.ts';

interface ClaimFormProps {
  readonly search: CheckSearch;
  readonly chainId: number;
  readonly networks: readonly Network[];
  readonly onAsk: (search: CheckSearch) => void;
}

export function ClaimForm({ search, chainId: asked, networks, onAsk }: ClaimFormProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [chainId, setChainId] = useState(asked);
  const [standard, setStandard] = useState<TokenType | undefined>(search.standard);
  const [when, setWhen] = useState(search.when);
  const [texts, setTexts] = useState(() => textsOf(search));
  const [problems, setProblems] = useState<Problems>({});
  // The form follows the URL: back, forward and links to other questions.
  useEffect(() => {
    setChainId(asked);
    setStandard(search.standard);
    setWhen(search.when);
    setTexts(textsOf(search));
    setProblems({});
  }, [search, asked]);
  const field = (name: TextField) => ({
    name,
    value: texts[name],
    problem: problems[name],
    onChange: (text: string) => {
      setTexts({ ...texts, [name]: text });
      setProblems({ ...problems, [name]: undefined });
    },
  });
  const changeWhen = (chosen: WhenKind | undefined) => {
    setWhen(chosen);
    // A time is not a valid block number, and vice versa.
    setTexts({ ...texts, at: '' });
    setProblems({ ...problems, at: undefined });
  };
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const typed = TEXTS.filter((name) => texts[name].trim() && (name !== 'at' || when));
    const question: CheckSearch = {
      ask: 'claim',
      chain: chainId,
      ...(standard && { standard }),
      ...(when && { when }),
      ...Object.fromEntries(typed.map((name) => [name, texts[name].trim()])),
    };
    const read = readClaim(question, chainId);
    setProblems(read.problems ?? {});
    if (read.question) {
      onAsk(question);
      return;
    }
    const first = FIELDS.find((name) => read.problems[name]);
    form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  };
  return (
    <form ref={form} className="check-form card" onSubmit={ask} noValidate aria-label="May claim">
      <ChainSelect id={`${id}-chain`} chainId={chainId} networks={networks} onChange={setChainId} />
      <TextInput {...field('to')} label="Wallet" hint="The wallet that wants to claim." placeholder="0x…" />
      <TextInput
        {...field('contract')}
        label="Contract"
        hint="The contract of the token or collection."
        placeholder="0x…"
      />
      <div className="check-form__row">
        <StandardSelect
          id={`${id}-standard`}
          standard={standard}
          onChange={(value) => {
            setStandard(isStandard(value) ? value : undefined);
            setProblems({ ...problems, tokenId: undefined });
          }}
        />
        <TextInput {...field('min')} label="Minimum" hint="Empty: 1." placeholder="1" />
      </div>
      <TextInput
        {...field('tokenId')}
        label="Token id (optional)"
        hint="Empty: any token counts. ERC1155 needs an id."
        placeholder="0"
      />
      <TextInput
        {...field('from')}
        label="Vault (optional)"
        hint="Empty: the wallet itself and all its vaults. Otherwise this vault only."
        placeholder="0x…"
      />
      <RightsField {...field('rights')} />
      <WhenField {...field('at')} when={when} onWhen={changeWhen} />
      <button type="submit" className="button">
        May claim?
      </button>
    </form>
  );
}

/** The order of the fields on the page. */
const FIELDS: readonly TextField[] = ['to', 'contract', 'min', 'tokenId', 'from', 'rights', 'at'];
