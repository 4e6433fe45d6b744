/** The delegations of a wallet that deserve attention. */
import type { WalletDelegation } from '@mandate/sdk/explore';

/** In the order in which they are shown. */
export const FINDING_KINDS = [
  'whole-wallet',
  'contracts',
  'both-registries',
  'expired',
  'single',
  'old',
  'unsolicited',
] as const;

export type FindingKind = (typeof FINDING_KINDS)[number];

export const isFindingKind = (value: unknown): value is FindingKind =>
  FINDING_KINDS.includes(value as FindingKind);

export interface Finding {
  readonly kind: FindingKind;
  /** The delegations that it is about. The same objects as those that were reviewed. */
  readonly rows: readonly WalletDelegation[];
  /** Those of them that the wallet itself can revoke, if that is the next step. */
  readonly revocable: readonly WalletDelegation[];
  readonly title: string;
  /** Explains the finding. */
  readonly text: string;
  /** Says what to do next. */
  readonly next: string;
}

export interface Review {
  readonly findings: readonly Finding[];
  /** Sentences about everything that was not looked at. Empty: everything was. */
  readonly notLookedAt: readonly string[];
}

/** The delegations to review, and all that is known about them. */
export interface Reviewed {
  readonly wallet: string;
  readonly rows: readonly WalletDelegation[];
  /** `false` if delegations may be missing from the rows. */
  readonly isWhole: boolean;
  /** The time of the rows in Unix seconds. */
  readonly now: number;
  /**
   * Whether each delegate is a contract, by `keyOfDelegate`. `null` if its node could not say. A delegate that is missing
   * was not looked up. `null` if none was, because the rows are of an earlier time.
   */
  readonly contracts: ReadonlyMap<string, boolean | null> | null;
  /** True while delegates are being looked up. */
  readonly isLookingUp: boolean;
}
