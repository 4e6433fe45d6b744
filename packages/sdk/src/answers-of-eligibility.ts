/** The types of the answers to "may this wallet claim?" and "who is the exclusive delegate?". */
import type { Answer, Block, Grant } from './answers.ts';
import type { Address } from './hex.ts';
import type { TokenType } from './registries.ts';

/**
 * Why a part of an answer is unknown. `too_many_vaults`, `too_many_tokens`: more than one answer may read.
 * `history_uncertain`: the grants of a v1 vault at that block cannot be known. `under_audit`: the records of a vault are being
 * repaired. `nodes_unavailable`: no node answered.
 * `no_state`: no node has the state of that block. `contract_failed`: the token contract did not answer properly.
 * `over_budget`: the service has used up its calls to nodes.
 */
export type UnknownReason =
  | 'too_many_vaults'
  | 'too_many_tokens'
  | 'history_uncertain'
  | 'under_audit'
  | 'nodes_unavailable'
  | 'no_state'
  | 'contract_failed'
  | 'over_budget';

/** A part of an answer that could not be read. */
export interface UnknownPart {
  /** A newer service may send reasons that this version of the SDK does not know. */
  readonly reason: UnknownReason | (string & {});
  /** Says what happened, and what to do next. */
  readonly detail: string;
  /** The holder whose part is unknown. Null if it concerns the whole answer. */
  readonly holder: Address | null;
}

/** A delegation in force, with its beginning and its end. */
export interface TimedGrant extends Grant {
  /** The block it began in. */
  readonly block: number;
  /** Unix time of its last second. Null unless its rights are of the form that expires. */
  readonly expiresAt: number | null;
}

/** A wallet whose tokens count. */
export interface Holder {
  readonly address: Address;
  /** The part of its balance that counts. */
  readonly balance: bigint;
  /** The tokens that count one by one. Null if its whole balance counts. */
  readonly tokenIds: bigint[] | null;
  /** The delegations that let it count. Empty for the wallet that was asked about. */
  readonly grants: TimedGrant[];
}

/** Whether one wallet may claim. */
export interface EligibilityVerdict {
  /** **Null is not a no**: something could not be read, and what is known does not suffice. `unknown` has the reasons. */
  readonly eligible: boolean | null;
  /** The sum over all holders. A lower bound unless `complete`. */
  readonly balance: bigint;
  /** False if something could not be read. A `true` in `eligible` holds nevertheless. */
  readonly complete: boolean;
  /** The wallet itself, then each vault once, the oldest grant first. */
  readonly holders: Holder[];
  readonly unknown: UnknownPart[];
}

/** Whether a wallet may claim, and the block at which that is true. */
export interface Eligibility extends EligibilityVerdict, Pick<Answer<never>, 'block' | 'safeBlock'> {
  /** Null if no node could tell. */
  readonly standard: TokenType | null;
}

export interface WalletEligibility extends EligibilityVerdict {
  readonly wallet: Address;
}

/** Which of several wallets may claim, all at one block. */
export interface EligibilityOfMany extends Pick<Eligibility, 'standard' | 'block' | 'safeBlock'> {
  /** One answer per wallet, in the same order. */
  readonly answers: WalletEligibility[];
}

/** The one wallet that acts for a vault. */
export interface ExclusiveWallet {
  /** The vault itself if it has no exclusive delegate. */
  readonly wallet: Address;
  /** The delegation that decides. Null if there is none. */
  readonly grant: TimedGrant | null;
  readonly block: Block;
  readonly unknown: UnknownPart[];
}

/** The one wallet that acts for a token. */
export interface ExclusiveOwner {
  /** The owner itself if it has no exclusive delegate. Null if the token has no owner, or if `unknown` says why not. */
  readonly wallet: Address | null;
  /** The owner of the token on the chain. */
  readonly owner: Address | null;
  /** The delegation that decides. Null if there is none. */
  readonly grant: TimedGrant | null;
  readonly block: Block;
  /** Empty if the answer is known: a null in `wallet` then means that the token has no owner. */
  readonly unknown: UnknownPart[];
}

/** A vault and the delegation that makes the wallet its exclusive one. */
export interface ExclusiveVault {
  readonly address: Address;
  readonly grant: TimedGrant;
}

/** A page of vaults, ordered by address. */
export interface ExclusiveVaults {
  readonly vaults: ExclusiveVault[];
  /** Pass it as `cursor` to read the next page. Null on the last page. */
  readonly nextCursor: Address | null;
  readonly block: Block;
  readonly unknown: UnknownPart[];
}
