/** How pages let a holder act. Nothing here loads a wallet library: the dialogs do, once they open. */
import type { WalletDelegation } from '@mandate/sdk/explore';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { askDialog } from './asked-dialog.ts';
import type { GrantSearch } from './grant-search.ts';

interface Acting {
  /** Goes to the page that grants, with these values in its form. */
  grant(prefill?: GrantSearch): void;
  /** Opens the dialog that changes the amount, the rights or the expiry of a delegation of v2. */
  change(row: WalletDelegation): void;
  /** Opens the dialog that moves the v1 delegations of a vault to v2. */
  move(vault: `0x${string}`): void;
  /** Opens the dialog by which the delegate of a delegation gives it up. */
  stepDown(row: WalletDelegation): void;
  /** Opens the dialog that revokes these delegations, of one vault, on any number of chains. */
  revoke(rows: readonly WalletDelegation[]): void;
}

/** Returns the same functions on every render. Anyone may call them: the dialogs explain what a connected vault could do. */
export function useActing(): Acting {
  const navigate = useNavigate();
  return useMemo(
    () => ({
      grant: (prefill = {}) => void navigate({ to: '/grant', search: prefill }),
      change: (row) => askDialog({ type: 'change', row }),
      move: (vault) => askDialog({ type: 'move', vault }),
      stepDown: (row) => askDialog({ type: 'stepDown', row }),
      revoke: (rows) => {
        if (rows.length > 0) askDialog({ type: 'revoke', rows });
      },
    }),
    [navigate],
  );
}
