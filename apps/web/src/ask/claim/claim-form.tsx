import { ChainSelect } from '../../ui/form/chain-select.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { WalletInput } from '../../ui/wallet/wallet-input.tsx';
import { RightsField } from '../form/rights-field.tsx';
import { type Draft, type FormProps, useAskForm } from '../form/use-ask-form.ts';
import { WhenField } from '../form/when-field.tsx';
import {
  type CheckSearch,
  isStandard,
  STANDARDS,
  TEXTS,
  type TextField,
  textsOf,
} from '../question/check-search.ts';
import { readClaim } from './read-claim.ts';

interface ClaimFormProps extends FormProps {
  readonly chainId: number;
}

/** The order of the fields on the page. */
const FIELDS: readonly TextField[] = ['to', 'contract', 'min', 'tokenId', 'from', 'rights', 'at'];

const STANDARD_CHOICES = [
  { value: '', text: 'Ask the contract' },
  ...STANDARDS.map((one) => ({ value: one, text: one })),
];

export function ClaimForm({ id, chainId: asked, networks, ...props }: ClaimFormProps) {
  const { form, typed, texts, change, changeWhen, field, onSubmit } = useAskForm({
    ...props,
    complete: (draft) => complete(draft, asked),
    read: (search) => readClaim(search, search.chain ?? asked),
    fields: FIELDS,
  });
  return (
    <form
      id={id}
      ref={form}
      className="form card stack"
      onSubmit={onSubmit}
      noValidate
      aria-label="May claim"
    >
      <WalletInput {...field('to')} label="Wallet" hint="The wallet that wants to claim." placeholder="0x…" />
      <TextInput
        {...field('contract')}
        label="Contract"
        hint="The contract of the token or collection."
        placeholder="0x…"
      />
      <div className="fields">
        <Select
          label="Kind of token"
          hint="A currency (ERC20) does not say what it is: choose it."
          value={typed.standard ?? ''}
          options={STANDARD_CHOICES}
          onChange={(value) =>
            change({ standard: isStandard(value) ? value : undefined, tokenId: texts.tokenId })
          }
        />
        <TextInput {...field('min')} label="How many" hint="Leave it empty for one." placeholder="1" />
      </div>
      <TextInput
        {...field('tokenId')}
        label="Token id (optional)"
        hint="Leave it empty for any token. Items (ERC1155) need an id."
        placeholder="0"
      />
      <WalletInput
        {...field('from')}
        label="Vault (optional)"
        hint="Leave it empty for the wallet itself and all its vaults."
        placeholder="0x…"
      />
      <RightsField {...field('rights')} />
      <ChainSelect
        networks={networks}
        chainId={typed.chain ?? asked}
        onChange={(chain) => change({ chain })}
      />
      <WhenField {...field('at')} when={typed.when} onWhen={changeWhen} />
      <button type="submit" className="button">
        May claim?
      </button>
    </form>
  );
}

function complete(draft: Draft, asked: number): CheckSearch {
  const { chain = asked, standard, when } = draft;
  const texts = textsOf(draft);
  const typed = TEXTS.filter((name) => texts[name].trim() && (name !== 'at' || when));
  return {
    ask: 'claim',
    chain,
    ...(standard && { standard }),
    ...(when && { when }),
    ...Object.fromEntries(typed.map((name) => [name, texts[name].trim()])),
  };
}
