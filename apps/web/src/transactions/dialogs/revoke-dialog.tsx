import type { Network } from '@mandate/sdk';
import type { WalletDelegation } from '@mandate/sdk/explore';
import { useMemo, useState } from 'react';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { linkOfRows } from '../action-link.ts';
import { PlanFlow } from '../flow/plan-flow.tsx';
import { usePlan } from '../flow/use-plan.ts';
import { type V1Way, writesOf } from './revoke-writes.ts';
import { RowList } from './row-list.tsx';
import { V1Choice } from './v1-choice.tsx';
import { WithNetworks } from './with-networks.tsx';

interface RevokeDialogProps {
  readonly rows: readonly WalletDelegation[];
  readonly onClose: () => void;
}

/** Revokes delegations of one vault. Visitors without its wallet see what that would change. */
export function RevokeDialog({ rows, onClose }: RevokeDialogProps) {
  const title =
    rows.length === 1 ? 'Revoke a delegation' : `Revoke ${rows.length.toLocaleString('en')} delegations`;
  return (
    <Dialog title={title} onClose={onClose}>
      <WithNetworks>
        {(networks) => <Revocation rows={rows} networks={networks} onClose={onClose} />}
      </WithNetworks>
    </Dialog>
  );
}

interface RevocationProps extends RevokeDialogProps {
  readonly networks: readonly Network[];
}

function Revocation({ rows, networks, onClose }: RevocationProps) {
  const [way, setWay] = useState<V1Way>('each');
  const [hasBegun, setBegun] = useState(false);
  const vault = rows[0]?.from ?? '0x';
  const writes = useMemo(() => writesOf(rows, way), [rows, way]);
  const { freeze, ...planned } = usePlan({ vault, networks, shown: rows, writes });
  const hasV1 = rows.some(({ registry }) => registry === 'v1');
  return (
    <>
      <RowList rows={rows} networks={networks} />
      {hasV1 && !hasBegun && <V1Choice rows={rows} way={way} onChange={setWay} />}
      <PlanFlow
        key={way}
        {...planned}
        networks={networks}
        verb="Revoke"
        path={linkOfRows('revoke', rows)}
        done={
          <p>
            <strong>{rows.length === 1 ? 'It is revoked.' : 'They are revoked.'}</strong> The service no
            longer lists
            {rows.length === 1 ? ' it' : ' them'}.
          </p>
        }
        onBegin={() => {
          freeze();
          setBegun(true);
        }}
        onClose={onClose}
      />
    </>
  );
}
