import type { Network } from '@mandate/sdk';
import type { WalletDelegation } from '@mandate/sdk/explore';
import { useMemo } from 'react';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Address } from '../../ui/wallet/address.tsx';
import { PlanFlow } from '../flow/plan-flow.tsx';
import { hideRow } from '../hidden-rows.ts';
import { planWrites } from '../plan/plan.ts';
import { WithNetworks } from './with-networks.tsx';

interface StepDownDialogProps {
  /** A delegation that the wallet received. */
  readonly row: WalletDelegation;
  readonly onClose: () => void;
}

const NOTHING = [] as const;
const doNothing = () => undefined;

/** Gives up what a wallet received: in v1 its delegate can end it, in v2 only the vault can. */
export function StepDownDialog({ row, onClose }: StepDownDialogProps) {
  return (
    <Dialog title="Step down" onClose={onClose}>
      <p>
        <Address value={row.from} what="the address of the vault" chainId={row.chainId} /> lets{' '}
        <Address value={row.to} what="the address of the delegate" chainId={row.chainId} /> act for it. A
        delegation gives nobody power over the wallet that received it.
      </p>
      {row.registry === 'v1' ? (
        <WithNetworks>
          {(networks) => <StepDown row={row} networks={networks} onClose={onClose} />}
        </WithNetworks>
      ) : (
        <NoSuchCall row={row} onClose={onClose} />
      )}
    </Dialog>
  );
}

function StepDown({ row, networks, onClose }: StepDownDialogProps & { networks: readonly Network[] }) {
  const { chainId, from, to } = row;
  const plan = useMemo(
    () =>
      planWrites({
        ...{ vault: to, networks, standing: NOTHING },
        writes: [{ action: 'stepDown', chainId, vault: from }],
      }),
    [chainId, from, to, networks],
  );
  return (
    <>
      <p>
        The call is <span className="mono">revokeSelf</span> of registry v1, and the delegate signs it. It
        ends all three kinds at once, not only this delegation. Delegations of registry v2 stay: only the
        vault can end those.
      </p>
      <PlanFlow
        plan={plan}
        networks={networks}
        unknown={NOTHING}
        isCertain
        isLoading={false}
        verb="Step down"
        path={`/explorer/${to}`}
        done={
          <p>
            <strong>It is done.</strong> The service no longer lists a v1 delegation of this vault to this
            wallet on this chain.
          </p>
        }
        onBegin={doNothing}
        onClose={onClose}
      />
    </>
  );
}

function NoSuchCall({ row, onClose }: StepDownDialogProps) {
  const hide = () => {
    hideRow(row);
    onClose();
  };
  return (
    <>
      <p className="note" data-tone="warn" role="status">
        <span>
          <strong>Registry v2 has no call for this.</strong> Only the vault can end a v2 delegation. Ask its
          owner to revoke it, or hide it: the list of this browser leaves it out, and nothing else changes.
        </span>
      </p>
      <div className="row row--end actions">
        <button type="button" className="button button--quiet" onClick={onClose}>
          Close
        </button>
        <button type="button" className="button" onClick={hide}>
          Hide it in this browser
        </button>
      </div>
    </>
  );
}
