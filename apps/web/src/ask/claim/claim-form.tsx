import type { TokenType } from '@mandate/sdk';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ChainSelect } from '../../ui/form/chain-select.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { WalletInput } from '../../ui/wallet/wallet-input.tsx';
import type { FormProps } from '../act/check-form.tsx';
import { RightsField } from '../form/rights-field.tsx';
import { WhenField } from '../form/when-field.tsx';
import { type CheckSearch, isStandard, TEXTS, type TextField, textsOf } from '../question/check-search.ts';
import type { Problems, Texts } from '../question/read-question.ts';
import { useEdited } from '../question/use-edited.ts';
import type { WhenKind } from '../question/when-kinds.ts';
import { readClaim } from './read-claim.ts';
import { StandardSelect } from './standard-select.tsx';

interface ClaimFormProps extends FormProps {
  readonly chainId: number;
}

export function ClaimForm({ id, search, chainId: asked, networks, onAsk, onEdit }: ClaimFormProps) {
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
  const typed = searchOf({ chainId, standard, when, texts });
  useEdited(
    typed,
    searchOf({ chainId: asked, standard: search.standard, when: search.when, texts: textsOf(search) }),
    onEdit,
  );
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const read = readClaim(typed, chainId);
    setProblems(read.problems ?? {});
    if (read.question) {
      onAsk(typed);
      return;
    }
    const first = FIELDS.find((name) => read.problems[name]);
    form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  };
  return (
    <form id={id} ref={form} className="check-form card" onSubmit={ask} noValidate aria-label="May claim">
      <WalletInput {...field('to')} label="Wallet" hint="The wallet that wants to claim." placeholder="0x…" />
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
      <WalletInput
        {...field('from')}
        label="Vault (optional)"
        hint="Empty: the wallet itself and all its vaults. Otherwise this vault only."
        placeholder="0x…"
      />
      <RightsField {...field('rights')} />
      <div className="check-form__chain">
        <ChainSelect networks={networks} chainId={chainId} onChange={setChainId} />
      </div>
      <WhenField {...field('at')} when={when} onWhen={changeWhen} />
      <button type="submit" className="button">
        May claim?
      </button>
    </form>
  );
}

/** The order of the fields on the page. */
const FIELDS: readonly TextField[] = ['to', 'contract', 'min', 'tokenId', 'from', 'rights', 'at'];

interface FormValues {
  readonly chainId: number;
  readonly standard: TokenType | undefined;
  readonly when: WhenKind | undefined;
  readonly texts: Texts;
}

function searchOf({ chainId, standard, when, texts }: FormValues): CheckSearch {
  const typed = TEXTS.filter((name) => texts[name].trim() && (name !== 'at' || when));
  return {
    ask: 'claim',
    chain: chainId,
    ...(standard && { standard }),
    ...(when && { when }),
    ...Object.fromEntries(typed.map((name) => [name, texts[name].trim()])),
  };
}
