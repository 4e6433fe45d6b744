import type { Network } from '@mandate/sdk';
import type { WalletDelegation } from '@mandate/sdk/explore';
import { isUnlimited } from '@mandate/sdk/words';
import { useMemo, useState } from 'react';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { linkOfRows } from '../action-link.ts';
import { PlanFlow } from '../flow/plan-flow.tsx';
import { usePlan } from '../flow/use-plan.ts';
import { AmountField } from '../form/amount-field.tsx';
import { inUnitOf } from '../form/decimals.ts';
import { RightsChoice } from '../form/rights-choice.tsx';
import { draftOfRights } from '../form/rights-draft.ts';
import { useToken } from '../form/use-token.ts';
import { replacementOf } from '../plan/plan.ts';
import { type ChangeDraft, readChange } from './change-draft.ts';
import { RowList } from './row-list.tsx';
import { WithNetworks } from './with-networks.tsx';

interface ChangeDialogProps {
  readonly row: WalletDelegation;
  readonly onClose: () => void;
}

/** Changes the amount, the rights or the expiry of a delegation: a new one, and the end of the old one, at once. */
export function ChangeDialog({ row, onClose }: ChangeDialogProps) {
  return (
    <Dialog title="Change a delegation" onClose={onClose}>
      <WithNetworks>{(networks) => <Change row={row} networks={networks} onClose={onClose} />}</WithNetworks>
    </Dialog>
  );
}

function Change({ row, networks, onClose }: ChangeDialogProps & { networks: readonly Network[] }) {
  const { decimals, symbol } = useToken(row.chainId, row.tokenType === 'ERC20' ? row.contract : null);
  const [typed, setTyped] = useState<Partial<ChangeDraft>>({});
  const [hasBegun, setBegun] = useState(false);
  const draft = useMemo(() => inUnitOf({ ...draftOfRow(row), ...typed }, decimals), [row, decimals, typed]);
  const read = useMemo(() => readChange(row, draft, decimals), [row, draft, decimals]);
  const writes = useMemo(() => (read.changes ? replacementOf(row, read.changes) : []), [row, read]);
  const shown = useMemo(() => [row], [row]);
  const { freeze, ...planned } = usePlan({ vault: row.from, networks, shown, writes });
  const { amount, amountDecimals } = draft;
  const change = (more: Partial<ChangeDraft>) => setTyped({ ...typed, ...more });
  return (
    <>
      <RowList rows={shown} networks={networks} />
      {!hasBegun && (
        <form className="stack" noValidate onSubmit={(event) => event.preventDefault()}>
          {row.amount !== null && (
            <AmountField
              amount={amount}
              isUnlimited={draft.isUnlimited}
              decimals={decimals}
              symbol={symbol}
              isCounted={row.tokenType === 'ERC1155'}
              problem={read.problems?.amount}
              onChange={(more) => change({ amount, amountDecimals, ...more })}
            />
          )}
          <RightsChoice
            draft={draft.rights}
            problems={read.problems ?? {}}
            onChange={(rights) => change({ rights })}
          />
        </form>
      )}
      {writes.length === 0 ? (
        <p className="quiet">Change something above to see what will be true afterwards.</p>
      ) : (
        <PlanFlow
          {...planned}
          networks={networks}
          verb="Change"
          path={linkOfRows('change', shown)}
          done={
            <p>
              <strong>It is changed.</strong> The service answers with the new delegation from this block on.
            </p>
          }
          onBegin={() => {
            freeze();
            setBegun(true);
          }}
          onClose={onClose}
        />
      )}
    </>
  );
}

function draftOfRow({ amount, rights }: WalletDelegation): ChangeDraft {
  const isAny = amount !== null && isUnlimited(amount);
  return {
    amount: amount === null || isAny ? '' : amount.toString(),
    amountDecimals: 0,
    isUnlimited: isAny,
    rights: draftOfRights(rights),
  };
}
