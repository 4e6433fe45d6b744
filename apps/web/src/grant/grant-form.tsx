import type { Network } from '@mandate/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { standingQuery } from '../transactions/flow/standing-query.ts';
import { AmountField } from '../transactions/form/amount-field.tsx';
import { ContractField } from '../transactions/form/contract-field.tsx';
import { inUnitOf } from '../transactions/form/decimals.ts';
import {
  DRAFT_FIELDS,
  draftOf,
  fieldsOf,
  type GrantDraft,
  type ReadDraft,
  readGrantDraft,
} from '../transactions/form/grant-draft.ts';
import { RightsChoice } from '../transactions/form/rights-choice.tsx';
import { useToken } from '../transactions/form/use-token.ts';
import type { GrantSearch } from '../transactions/grant-search.ts';
import { TextInput } from '../ui/form/text-input.tsx';
import { useProblems } from '../ui/form/use-problems.ts';
import { WalletInput } from '../ui/wallet/wallet-input.tsx';
import { onConnected, readConnected } from '../wallets/connected.ts';
import { AskLink } from './ask-link.tsx';
import { ScopeFields } from './scope-fields.tsx';
import { VaultField } from './vault-field.tsx';

interface GrantFormProps {
  readonly search: GrantSearch;
  readonly networks: readonly Network[];
  /** True while its transaction is under way. */
  readonly isLocked: boolean;
  readonly onReview: (read: Extract<ReadDraft, { write: unknown }>) => void;
  readonly onEdit: () => void;
}

const MAINNET = 1;
const ADDRESS = /^0x[0-9a-f]{40}$/i;
const addressOf = (text: string) => (ADDRESS.test(text.trim()) ? (text.trim() as `0x${string}`) : null);

export function GrantForm({ search, networks, isLocked, onReview, onEdit }: GrantFormProps) {
  const account = useSyncExternalStore(onConnected, readConnected);
  const [typed, setTyped] = useState(() => draftOf(search, networks[0]?.chainId ?? MAINNET));
  const { form, problems, forget, submit } = useProblems(DRAFT_FIELDS);
  const has = fieldsOf(typed.registry, typed.kind);
  const contract = addressOf(typed.contract);
  const token = useToken(typed.chainId, has.hasAmount && !has.hasToken ? contract : null);
  // Without a typed vault, it is the connected account.
  const from = typed.from === '' && account ? account.address : typed.from;
  const draft: GrantDraft = { ...inUnitOf(typed, token.decimals), from };
  const { amount, amountDecimals } = draft;
  const { data: standing } = useQuery(standingQuery(addressOf(draft.from)));
  const change = (more: Partial<GrantDraft>) => {
    setTyped({ ...typed, ...more });
    forget();
    onEdit();
  };
  // An amount in units of one token is another amount of the next.
  const changeToken = (more: Partial<GrantDraft>) =>
    change(typed.amountDecimals === 0 ? more : { ...more, amount: '', amountDecimals: 0 });
  const review = submit({
    typed: draft,
    wallets: ['from', 'to'],
    read: (found) =>
      readGrantDraft(
        { ...draft, ...found },
        { decimals: token.decimals, nowS: Math.floor(Date.now() / 1000) },
      ),
    onGood(read: Extract<ReadDraft, { write: unknown }>, found) {
      setTyped({ ...typed, ...found });
      onReview(read);
    },
  });
  return (
    <form ref={form} className="form card stack" noValidate aria-label="A delegation" onSubmit={review}>
      <fieldset className="form stack" disabled={isLocked}>
        <legend className="visually-hidden">A delegation</legend>
        <VaultField
          value={draft.from}
          account={account}
          problem={problems.from}
          onChange={(from) => change({ from })}
        />
        <WalletInput
          name="to"
          label="Wallet that may act"
          hint="The hot wallet: “to” in a delegation."
          placeholder="0x…"
          value={draft.to}
          problem={problems.to}
          onChange={(to) => change({ to })}
        />
        <ScopeFields draft={draft} networks={networks} onChange={changeToken} />
        {has.hasContract && (
          <ContractField
            chainId={draft.chainId}
            rows={standing?.rows ?? []}
            value={draft.contract}
            problem={problems.contract}
            onChange={(text) => changeToken({ contract: text })}
          />
        )}
        {has.hasToken && (
          <TextInput
            name="token"
            label="Token id"
            hint="The number of the token, e.g. 4181. 0x and hex digits work, too."
            placeholder="0"
            value={draft.token}
            problem={problems.token}
            onChange={(text) => change({ token: text })}
          />
        )}
        {has.hasAmount && (
          <AmountField
            amount={amount}
            isUnlimited={draft.isUnlimited}
            decimals={token.decimals}
            symbol={token.symbol}
            isCounted={has.hasToken}
            problem={problems.amount}
            onChange={(more) => change({ amount, amountDecimals, ...more })}
          />
        )}
        {has.hasRights ? (
          <RightsChoice draft={draft.rights} problems={problems} onChange={(rights) => change({ rights })} />
        ) : (
          <p className="hint">Registry v1 has no rights: a delegation there is for every purpose.</p>
        )}
        {!isLocked && (
          <button type="submit" className="button">
            Review
          </button>
        )}
      </fieldset>
      {!isLocked && <AskLink draft={draft} />}
    </form>
  );
}
