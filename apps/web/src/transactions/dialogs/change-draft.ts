import { FULL_RIGHTS } from '@mandate/sdk';
/** The form that changes a delegation. */
import type { WalletDelegation } from '@mandate/sdk/explore';
import type { Decimals } from '../form/decimals.ts';
import { type RightsDraft, type RightsProblems, readRightsDraft } from '../form/rights-draft.ts';
import { readUnits, UNLIMITED } from '../form/units.ts';

type Hex = `0x${string}`;

export interface ChangeDraft {
  readonly amount: string;
  /** The decimals that the amount was typed with. */
  readonly amountDecimals: number;
  readonly isUnlimited: boolean;
  readonly rights: RightsDraft;
}

type ReadChange =
  | { readonly changes: { readonly amount?: bigint; readonly rights?: Hex }; readonly problems?: never }
  /** Without a problem, nothing has changed yet. */
  | { readonly changes?: never; readonly problems: RightsProblems & { readonly amount?: string } };

export function readChange(row: WalletDelegation, draft: ChangeDraft, decimals: Decimals): ReadChange {
  const amount = readAmount(row, draft, decimals);
  if ('problem' in amount) return { problems: { amount: amount.problem } };
  const read = readRightsDraft(draft.rights, Math.floor(Date.now() / 1000));
  if (read.problems && !isUntouched(row, draft)) return { problems: read.problems };
  const rights = read.problems ? row.rights : (read.rights ?? FULL_RIGHTS);
  return finish({
    ...(amount.value !== row.amount && amount.value !== null && { amount: amount.value }),
    ...(rights && rights !== row.rights?.toLowerCase() && !read.problems && { rights }),
  });
}

function readAmount({ amount, tokenType }: WalletDelegation, draft: ChangeDraft, decimals: Decimals) {
  if (amount === null) return { value: null };
  if (draft.isUnlimited) return { value: UNLIMITED };
  if (tokenType !== 'ERC20') return readUnits(draft.amount, 0);
  // Nobody could type an amount.
  return decimals === 'disputed' ? { value: amount } : readUnits(draft.amount, draft.amountDecimals);
}

function finish(changes: { amount?: bigint; rights?: Hex }): ReadChange {
  return Object.keys(changes).length > 0 ? { changes } : { problems: {} };
}

/** Tells whether the rights are those of an expired delegation, which nobody can type again. */
function isUntouched({ expiresAt }: WalletDelegation, { rights }: ChangeDraft): boolean {
  const written = expiresAt === null ? '' : new Date(expiresAt * 1000).toISOString().slice(0, 19);
  return rights.preset === 'until' && rights.until === written;
}
