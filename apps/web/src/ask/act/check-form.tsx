import type { Network, Registry } from '@mandate/sdk';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ChainSelect } from '../../ui/form/chain-select.tsx';
import { Segments } from '../../ui/form/segments.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { WalletInput } from '../../ui/wallet/wallet-input.tsx';
import type { GrantKind } from '../../words/grant-kinds.ts';
import { RightsField } from '../form/rights-field.tsx';
import { WhenField } from '../form/when-field.tsx';
import { CHECKS, findCheck } from '../question/check-kinds.ts';
import { type CheckSearch, TEXTS, type TextField, textsOf } from '../question/check-search.ts';
import { type Problems, readQuestion, type Texts } from '../question/read-question.ts';
import { useEdited } from '../question/use-edited.ts';
import type { WhenKind } from '../question/when-kinds.ts';

export interface FormProps {
  /** Lets buttons outside the form submit it. */
  readonly id: string;
  readonly search: CheckSearch;
  readonly networks: readonly Network[];
  readonly onAsk: (search: CheckSearch) => void;
  /** Must stay the same function. */
  readonly onEdit: (isEdited: boolean) => void;
}

interface CheckFormProps extends FormProps {
  readonly chainId: number;
}

export function CheckForm({ id, search, chainId: asked, networks, onAsk, onEdit }: CheckFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [chainId, setChainId] = useState(asked);
  const [registry, setRegistry] = useState<Registry>(search.registry ?? 'v2');
  const [kind, setKind] = useState<GrantKind>(search.kind ?? 'all');
  const [when, setWhen] = useState(search.when);
  const [texts, setTexts] = useState(() => textsOf(search));
  const [problems, setProblems] = useState<Problems>({});
  // The form follows the URL: back, forward and links to other questions.
  useEffect(() => {
    setChainId(asked);
    setRegistry(search.registry ?? 'v2');
    setKind(search.kind ?? 'all');
    setWhen(search.when);
    setTexts(textsOf(search));
    setProblems({});
  }, [search, asked]);

  const network = networks.find((one) => one.chainId === chainId);
  const check = findCheck(registry, kind);
  const typed = searchOf({ chainId, registry, kind: check.kind, when, texts });
  useEdited(typed, askedOf(search, asked), onEdit);
  const kinds = CHECKS.filter((one) => one.registry === registry);
  const type = (field: TextField) => (text: string) => {
    setTexts({ ...texts, [field]: text });
    setProblems({ ...problems, [field]: undefined });
  };
  const changeChain = (chosen: number) => {
    setChainId(chosen);
    if (networks.find((one) => one.chainId === chosen)?.registries.v1 === null) setRegistry('v2');
  };
  const changeWhen = (chosen: WhenKind | undefined) => {
    setWhen(chosen);
    // A time is not a valid block number, and vice versa.
    setTexts({ ...texts, at: '' });
    setProblems({ ...problems, at: undefined });
  };
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const read = readQuestion({ check, chainId, when, texts });
    setProblems(read.problems ?? {});
    if (read.question) {
      onAsk(typed);
      return;
    }
    const first = TEXTS.find((field) => read.problems[field]);
    form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  };
  const field = (name: TextField) => ({
    name,
    value: texts[name],
    problem: problems[name],
    onChange: type(name),
  });
  return (
    <form id={id} ref={form} className="check-form card" onSubmit={ask} noValidate aria-label="A check">
      <div className="check-form__parties">
        <WalletInput
          {...field('to')}
          label="Hot wallet"
          hint={
            registry === 'v1'
              ? 'The wallet that wants to act. v1 calls it the delegate.'
              : 'The wallet that wants to act: “to” in a delegation.'
          }
          placeholder="0x…"
        />
        <button
          type="button"
          className="check-form__swap"
          onClick={() => setTexts({ ...texts, to: texts.from, from: texts.to })}
        >
          Swap wallets
        </button>
        <WalletInput
          {...field('from')}
          label="Cold wallet"
          hint={
            registry === 'v1'
              ? 'The wallet it acts for. v1 calls it the vault.'
              : 'The wallet it acts for: “from” in a delegation.'
          }
          placeholder="0x…"
        />
      </div>
      <div className="check-form__choice">
        <span aria-hidden="true">Scope</span>
        <Segments
          label="Scope"
          value={check.kind}
          onChange={setKind}
          options={kinds.map(({ kind: value, name: text }) => ({ value, text }))}
        />
      </div>
      {check.hasContract && (
        <TextInput
          {...field('contract')}
          label="Contract"
          hint="The contract of the token or collection."
          placeholder="0x…"
        />
      )}
      {check.hasTokenId && (
        <TextInput
          {...field('tokenId')}
          label="Token id"
          hint="Decimal or 0x-hex, up to 2^256-1."
          placeholder="0"
        />
      )}
      {check.hasRights && <RightsField {...field('rights')} />}
      <div className="check-form__row">
        <div className="check-form__chain">
          <ChainSelect networks={networks} chainId={chainId} onChange={changeChain} />
        </div>
        <div className="check-form__choice">
          <span aria-hidden="true">Registry</span>
          <Segments
            label="Registry"
            value={registry}
            onChange={setRegistry}
            options={[
              { value: 'v2', text: 'v2' },
              { value: 'v1', text: 'v1', disabled: network !== undefined && network.registries.v1 === null },
            ]}
          />
        </div>
      </div>
      <WhenField {...field('at')} when={when} onWhen={changeWhen} />
      <button type="submit" className="button">
        Check
      </button>
    </form>
  );
}

interface FormValues {
  readonly chainId: number;
  readonly registry: Registry;
  readonly kind: GrantKind;
  readonly when: WhenKind | undefined;
  readonly texts: Texts;
}

/** Keeps only the parameters that this question uses, so that links contain nothing irrelevant. */
function searchOf({ chainId, registry, kind, when, texts }: FormValues): CheckSearch {
  const { hasContract, hasTokenId, hasRights } = findCheck(registry, kind);
  const { to, from, contract, tokenId, rights, at } = texts;
  return {
    chain: chainId,
    registry,
    kind,
    to: to.trim(),
    from: from.trim(),
    ...(hasContract && { contract: contract.trim() }),
    ...(hasTokenId && { tokenId: tokenId.trim() }),
    ...(hasRights && rights.trim() && { rights: rights.trim() }),
    ...(when && { when }),
    ...((when === 'time' || when === 'block') && { at: at.trim() }),
  };
}

/** Completes a link with the choices that the form begins with. */
function askedOf(search: CheckSearch, chainId: number): CheckSearch {
  const registry = search.registry ?? 'v2';
  const { kind } = findCheck(registry, search.kind ?? 'all');
  return searchOf({ chainId, registry, kind, when: search.when, texts: textsOf(search) });
}
