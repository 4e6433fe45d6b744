/** The types of answers that differ from what the service sends. All others are in `generated`. */
import type { Block } from './block.ts';
import type { ProblemCode } from './client/errors.ts';
import type { Change } from './generated/changes.ts';
import type { EligibilityVerdict, WalletEligibility } from './generated/eligibility.ts';
import type { ExclusiveVault } from './generated/exclusive.ts';
import type { Proof, StandingGrant } from './generated/registry.ts';
import type { ResolvedWallet } from './generated/resolve.ts';
import type { KnownTokens } from './generated/tokens.ts';
import type { WalletAccount, WalletDelegation } from './generated/wallets.ts';
import type { Address, Hex } from './hex.ts';
import type { Registry, TokenType } from './registries.ts';

/** An answer and the block it is true at. */
export interface Answer<T> {
  readonly value: T;
  readonly block: Block;
  /** The safe block of a `consistency: 'strict'` answer. Null otherwise. */
  readonly safeBlock: number | null;
}
/** An answer with its reasons. */
export interface Explained<T> extends Answer<T> {
  /**
   * The delegations that make the answer true, the broadest first. Empty when the answer is `false` or `0n`.
   */
  readonly because: StandingGrant[];
}
/** The block of a proven answer. */
export interface ProvenBlock extends Block {
  readonly hash: Hex;
  readonly timestamp: number;
  /** The block's header in RLP. Its keccak-256 hash is `hash`. */
  readonly header: Hex;
}
/** An answer with its proof. It is not verified: pass it to `verifyCheck` of `@mandate/sdk/proof`. */
export interface Proven<T> {
  readonly value: T;
  readonly block: ProvenBlock;
  readonly proof: Proof;
}
/** A list or one page of it. */
export interface List<T> extends Answer<T[]> {
  /** Pass it as `cursor` to read the next page. Null on the last page. */
  readonly nextCursor: string | null;
}
/** A chain that answered, and the block of its answers. */
export interface KnownChain {
  readonly chainId: number;
  readonly known: true;
  /** The registries that `resolve` searched on this chain. `null` in a batch. */
  readonly registries: Registry[] | null;
  readonly block: Block;
  /** The safe block of a `consistency: 'strict'` answer. Null otherwise. */
  readonly safeBlock: number | null;
}
/** A chain that could not answer. Its delegations are unknown, not absent. */
export interface UnknownChain {
  readonly chainId: number;
  readonly known: false;
  /** A newer service may send codes that this version of the SDK does not know. */
  readonly code: ProblemCode | (string & {});
  readonly detail: string;
}

export type ChainAnswer = KnownChain | UnknownChain;

/** A page of wallets, from every chain that was asked. */
export interface Resolved {
  readonly wallets: ResolvedWallet[];
  /** The block of each chain's answers. */
  readonly chains: KnownChain[];
  /** Pass it as `cursor` to read the next page. Null on the last page. */
  readonly nextCursor: Address | null;
}

/** A page of wallets from the chains that could answer. */
export interface PartlyResolved extends Resolved {
  /** The chains that could not answer: wallets may be missing because of them. */
  readonly unknown: UnknownChain[];
}

/** The answer to one check of a batch. A `value` of null means the answer is unknown, not `false`. */
export type BatchAnswer = KnownAnswer | UnknownAnswer;

export interface KnownAnswer {
  /** A `bigint` for ERC20 and ERC1155, a `boolean` for all other kinds. */
  readonly value: boolean | bigint;
}

export interface UnknownAnswer {
  readonly value: null;
  /** A newer service may send codes that this version of the SDK does not know. */
  readonly code: ProblemCode | (string & {});
  readonly detail: string;
}

export interface BatchAnswers {
  /** One answer per check, in the same order. */
  readonly answers: BatchAnswer[];
  /** Every chain named in the checks: the block of its answers, or the reason there are none. */
  readonly chains: ChainAnswer[];
}

/** The answers of a batch with `proof: true`, each with its proof. */
export interface ProvenBatchAnswers {
  /** One answer per check, in the same order. */
  readonly answers: (Proven<boolean> | Proven<bigint> | UnknownAnswer)[];
  /** Every chain named in the checks: the block of its answers, or the reason there are none. */
  readonly chains: ChainAnswer[];
}

/** A page of the delegations from a wallet and to it. */
export interface WalletPage {
  /** The wallet as EIP-55 spells it. */
  readonly address: Address;
  /** Ordered by chain, then by registry. Within a registry, those from the wallet come first. */
  readonly delegations: WalletDelegation[];
  /** The chains of this page: the block of each, or the reason that it cannot answer. */
  readonly chains: ChainAnswer[];
  /** With `accounts: true`: what the wallet is, one for each of `chains`, in the same order. Null otherwise. */
  readonly accounts: WalletAccount[] | null;
  /** Pass it as `cursor` to read the next page. Null on the last page. */
  readonly nextCursor: string | null;
}

/** Whether a wallet may claim, and the block at which that is true. */
export interface Eligibility extends EligibilityVerdict, Pick<Answer<never>, 'block' | 'safeBlock'> {
  /** `null` if no node could tell. */
  readonly standard: TokenType | null;
}

/** Which of several wallets may claim, all at one block. */
export interface EligibilityOfMany extends Pick<Eligibility, 'standard' | 'block' | 'safeBlock'> {
  /** One answer per wallet, in the same order. */
  readonly answers: WalletEligibility[];
}

/** The tokens that a wallet may use, and the block at which that is true. */
export interface UsableTokens extends KnownTokens, Pick<Answer<never>, 'block' | 'safeBlock'> {
  /** `null` if no node could tell. */
  readonly standard: 'ERC721' | 'ERC1155' | null;
}

/** A page of the tokens that a wallet may use. */
export interface TokensPage extends UsableTokens {
  /** Pass it as `cursor` to read the next page. Null on the last page. */
  readonly nextCursor: string | null;
}

/** A page of vaults, ordered by address. */
export interface ExclusiveVaults extends Pick<Answer<never>, 'block'>, Pick<Eligibility, 'unknown'> {
  readonly vaults: ExclusiveVault[];
  /** Pass it as `cursor` to read the next page. Null on the last page. */
  readonly nextCursor: Address | null;
}

/** A change, and the cursor that continues after it. */
export interface WatchedChange {
  readonly change: Change;
  readonly cursor: string;
}
