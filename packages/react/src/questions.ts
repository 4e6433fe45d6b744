/** The questions of the hooks. All are about now: the feed keeps their answers up to date. */
import type {
  BatchCheck,
  GetEligibilityParameters,
  ListDelegationsParameters,
  Registry,
  ResolveParameters,
} from '@mandate/sdk';

/** Parameters that the hooks set themselves: the moment, and when to stop. */
type Decided = 'signal' | 'blockTag' | 'atBlock' | 'atTime' | 'minBlock';

interface Certainty {
  /** With `strict`, a grant counts once it is safe, and a revocation at once. Such questions are also polled. */
  readonly consistency?: 'latest' | 'strict' | undefined;
}

type V2Check<Check> = Check extends { readonly registry: 'v2' }
  ? Omit<Check, 'registry'> & { readonly registry?: 'v2' | undefined }
  : never;

/** May `to` act for `from`? Without `registry`, the v2 registry is asked. */
export type CheckQuestion = (V2Check<BatchCheck> | Extract<BatchCheck, { readonly registry: 'v1' }>) &
  Certainty;

/** Which delegations did a wallet give and receive? */
export interface DelegationsQuestion<R extends Registry = Registry>
  extends Omit<ListDelegationsParameters, Decided | 'types'> {
  /** Default: v2. */
  readonly registry?: R | undefined;
}

/** Which vaults delegate to the hot wallet `to`? */
export type VaultsQuestion = Omit<Extract<ResolveParameters, { readonly to: unknown }>, Decided | 'from'> & {
  readonly from?: undefined;
};

/** Does the wallet hold the token, itself or through its vaults? */
export type EligibilityQuestion = Omit<GetEligibilityParameters, Decided>;
