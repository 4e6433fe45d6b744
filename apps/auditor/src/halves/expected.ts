/** What the ledger has of grants at a block, and where storage differs from it. */
import { type Delegation, findAmount, grantOf, identify } from '@mandate/core';
import type { Stored } from '@mandate/fold';
import type { Block, DifferenceKind, NewestRow } from '@mandate/store';
import { listFalse } from './false-questions.ts';
import type { Difference } from './half.ts';
import type { Ledger } from './logs-half.ts';
import type { Read } from './read-storage.ts';

/** A grant as the ledger has it at a block. */
export interface Expected {
  readonly delegation: Delegation;
  readonly stands: boolean;
  readonly amount: bigint | null;
  /** The ledger has no row of it. */
  readonly isFalse: boolean;
}

export interface StorageDifference extends Difference {
  readonly expected: Expected;
  readonly stored: Stored;
  readonly means: Read['means'];
}

export function createExpect(chainId: number, { rows, store }: Ledger) {
  return {
    /** Leaves out v1 wallets whose grants are not known at the block. */
    async rows(newest: readonly NewestRow[], { number }: Block): Promise<Expected[]> {
      const unknown = await rows.listUnknown(chainId, number, number);
      return newest
        .filter(({ delegation }) => delegation.registry === 'v2' || !unknown.has(delegation.from))
        .map(({ delegation, stands }) => ({
          delegation,
          stands,
          amount: stands ? findAmount(delegation) : null,
          isFalse: false,
        }));
    },
    async nothing(beside: readonly Expected[], { number }: Block): Promise<Expected[]> {
      const grants = await listFalse(chainId, grantsOf(beside), number, store);
      return grants.map((delegation) => ({ delegation, stands: false, amount: null, isFalse: true }));
    },
    /** Reads the ledger again, for the same grants at another block. */
    async again(before: readonly Expected[], { number }: Block): Promise<Expected[]> {
      const stood = await store.listStood(chainId, number, grantsOf(before).map(grantOf), []);
      const standing = new Map(stood.map(({ delegation }) => [identify(delegation), delegation]));
      return before.map((each) => {
        const own = standing.get(identify(each.delegation));
        return { ...each, stands: own !== undefined, amount: own ? findAmount(own) : null };
      });
    },
  };
}

export const grantsOf = (expected: readonly Expected[]) => expected.map(({ delegation }) => delegation);

export function listDifferences(
  expected: readonly Expected[],
  { stored, means }: Read,
): Map<string, StorageDifference> {
  const differences = expected.flatMap((each, i): [string, StorageDifference][] => {
    const shown = stored[i];
    const kind = shown && kindOf(each, shown);
    if (!shown || !kind) return [];
    const { delegation } = each;
    const grant = identify(delegation);
    const difference = { delegation, grant, kind, expected: each, stored: shown, means };
    return [[`${grant} ${kind} ${shown.amount}`, difference]];
  });
  return new Map(differences);
}

function kindOf({ stands, amount, isFalse }: Expected, stored: Stored): DifferenceKind | null {
  if (stands && !stored.stands) return 'revived';
  if (!stands && stored.stands) return isFalse ? 'missing' : 'ended';
  return amount === stored.amount ? null : 'amount';
}
