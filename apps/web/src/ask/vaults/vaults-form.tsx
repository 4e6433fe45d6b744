import { ChainSelect } from '../../ui/form/chain-select.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { WalletInput } from '../../ui/wallet/wallet-input.tsx';
import { RightsField } from '../form/rights-field.tsx';
import { type Draft, type FormProps, useAskForm } from '../form/use-ask-form.ts';
import { type CheckSearch, textsOf } from '../question/check-search.ts';
import { readVaults } from './read-vaults.ts';

const FIELDS = ['to', 'contract', 'tokenId', 'rights'] as const;

export function VaultsForm({ id, networks, ...props }: FormProps) {
  const { form, typed, change, field, onSubmit } = useAskForm({
    ...props,
    complete,
    read: readVaults,
    fields: FIELDS,
  });
  return (
    <form
      id={id}
      ref={form}
      className="form card stack"
      onSubmit={onSubmit}
      noValidate
      aria-label="Which vaults"
    >
      <WalletInput
        {...field('to')}
        label="Hot wallet"
        hint="The wallet that wants to act."
        placeholder="0x…"
      />
      <TextInput
        {...field('contract')}
        label="Contract (optional)"
        hint="Leave it empty for vaults that delegated their whole wallet."
        placeholder="0x…"
      />
      <TextInput
        {...field('tokenId')}
        label="Token id (optional)"
        hint="Also counts delegations of this token."
        placeholder="0"
      />
      <RightsField {...field('rights')} />
      <ChainSelect
        networks={networks}
        chainId={typed.chain}
        all="All chains"
        onChange={(chain) => change({ chain })}
      />
      <button type="submit" className="button">
        Find vaults
      </button>
    </form>
  );
}

function complete(draft: Draft): CheckSearch {
  const texts = textsOf(draft);
  const typed = FIELDS.filter((name) => texts[name].trim());
  return {
    ask: 'vaults',
    ...(draft.chain !== undefined && { chain: draft.chain }),
    ...Object.fromEntries(typed.map((name) => [name, texts[name].trim()])),
  };
}
