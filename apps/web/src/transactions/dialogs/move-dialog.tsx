import type { Network } from '@mandate/sdk';
import type { WalletDelegation } from '@mandate/sdk/explore';
import { findStandards } from '@mandate/sdk/move';
import { skipToken, useQuery } from '@tanstack/react-query';
import { client } from '../../service/client.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FailureNote } from '../../ui/page/failure-note.tsx';
import { standingQuery } from '../flow/standing-query.ts';
import { Move } from './move-plan.tsx';
import { WithNetworks } from './with-networks.tsx';

interface MoveDialogProps {
  readonly vault: `0x${string}`;
  readonly onClose: () => void;
}

/** Moves the v1 delegations of a vault to v2, and then, if its owner wants that, ends v1. */
export function MoveDialog({ vault, onClose }: MoveDialogProps) {
  return (
    <Dialog title="Move to registry v2" onClose={onClose}>
      <WithNetworks>
        {(networks) => <LoadedMove vault={vault} networks={networks} onClose={onClose} />}
      </WithNetworks>
    </Dialog>
  );
}

function LoadedMove({ vault, networks, onClose }: MoveDialogProps & { networks: readonly Network[] }) {
  const standing = useQuery(standingQuery(vault));
  const standards = useStandards(standing.data?.rows);
  const failed = [standing, standards].find(({ error }) => error !== null);
  if (failed?.error) return <FailureNote error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!standing.data || !standards.data)
    return <p role="status">Reading your delegations, and the standards of their contracts…</p>;
  const { rows, isWhole, unknownChains } = standing.data;
  if (!isWhole)
    return (
      <p className="note" data-tone="warn" role="status">
        This vault has more delegations than this page reads. Move them with a script: @mandate/sdk/move makes
        the same plan.
      </p>
    );
  return (
    <Move
      vault={vault}
      rows={rows}
      unknownChains={unknownChains}
      standardOf={standards.data.standardOf}
      networks={networks}
      onClose={onClose}
    />
  );
}

/** The standards stay while a transaction changes the list of delegations. */
function useStandards(rows: readonly WalletDelegation[] | undefined) {
  const tokens = rows?.filter(({ registry, type }) => registry === 'v1' && type === 'TOKEN');
  const contracts = tokens?.map(({ chainId, contract }) => `${chainId} ${contract}`) ?? [];
  return useQuery({
    queryKey: ['standards', ...new Set(contracts.toSorted())],
    queryFn: tokens
      ? async ({ signal }) => ({ standardOf: await findStandards(client, tokens, { signal }) })
      : skipToken,
    structuralSharing: false,
  });
}
