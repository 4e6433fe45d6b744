/** The answers of the hooks. An unknown answer is a case of its own, so that it cannot be read as a no. */
import type { Block, Delegation, DelegationV1, Eligibility, Resolved, UnknownChain } from '@mandate/sdk';

/** Nothing is known yet, or nothing was asked. */
export interface Loading {
  readonly status: 'loading';
}

/** The service could not answer, or could not be reached. **It is not a no.** */
export interface Unknown {
  readonly status: 'unknown';
  /** The code of the error, e.g. `network_error`, `rate_limited` or `chain_lagging`. */
  readonly reason: string;
  /** Says what happened, and what to do next. */
  readonly detail: string;
}

/** The block at which an answer is true. */
interface At {
  readonly block: Block;
  /** The safe block of a `consistency: 'strict'` answer. Null otherwise. */
  readonly safeBlock: number | null;
}

export interface CheckYes extends At {
  readonly status: 'yes';
  /** The delegated amount of an ERC20 or ERC1155 token. Null for other kinds. */
  readonly amount: bigint | null;
}

export interface CheckNo extends At {
  readonly status: 'no';
}

export type CheckAnswer = CheckYes | CheckNo | Unknown | Loading;

export interface EligibilityYes extends Omit<Eligibility, 'eligible' | 'unknown'> {
  readonly status: 'yes';
}

export interface EligibilityNo extends Omit<Eligibility, 'eligible' | 'unknown' | 'complete'> {
  readonly status: 'no';
}

export type EligibilityAnswer = EligibilityYes | EligibilityNo | Unknown | Loading;

/** The delegations of a wallet, apart by direction. Anyone can delegate to a wallet without its consent. */
export interface KnownDelegations<T> extends At {
  readonly status: 'known';
  /** The delegations that the wallet gave to others. */
  readonly given: readonly T[];
  /** The delegations that others gave to the wallet. */
  readonly received: readonly T[];
  /** Pass it as `cursor` to read the next page. Null on the last page, and without `limit`. */
  readonly nextCursor: string | null;
}

export type DelegationsAnswer<T = Delegation | DelegationV1> = KnownDelegations<T> | Unknown | Loading;

interface Vaults extends Pick<Resolved, 'chains' | 'nextCursor'> {
  /** The wallets that delegate to the hot wallet, each with its grants. */
  readonly vaults: Resolved['wallets'];
}

export interface KnownVaults extends Vaults {
  readonly status: 'known';
}

/** The vaults of the chains that could answer. Only with `partial: true`. */
export interface PartlyKnownVaults extends Vaults {
  readonly status: 'partial';
  /** The chains that could not answer: vaults may be missing because of them. */
  readonly unknown: readonly UnknownChain[];
}

export type VaultsAnswer = KnownVaults | PartlyKnownVaults | Unknown | Loading;
