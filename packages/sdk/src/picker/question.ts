import type { Address, Hex } from '../hex.ts';
import type { TokenType } from '../registries.ts';

/** Whom may the visitor continue as? */
export interface PickerQuestion {
  /** The visitor's own wallet: the hot wallet. */
  readonly wallet: Address;
  /** The contract of the tokens that count. Without it, vaults that delegated their whole wallet are listed. */
  readonly contract?: Address | undefined;
  /** Only this token counts. ERC1155 needs it. */
  readonly tokenId?: bigint | undefined;
  /** The kind of the token contract. Default: what the contract says about itself. */
  readonly standard?: TokenType | undefined;
  /** The chain of the contract. Default: 1. Without a contract, the default is all chains. */
  readonly chainId?: number | undefined;
  /** The required right. Without it, only delegations with full rights count. */
  readonly rights?: Hex | undefined;
  /** How many tokens a wallet has to hold, to be chosen. Default: 1n. With 0n, what it holds is only shown. */
  readonly min?: bigint | undefined;
}

const MAINNET = 1;

/** Returns the chain of the contract. `null` if there is no contract. */
export const chainOf = ({ contract, chainId = MAINNET }: PickerQuestion): number | null =>
  contract === undefined ? null : chainId;

/** Returns the chains that are searched. `null` for all that the service has. */
export function chainsOf(question: PickerQuestion): readonly number[] | null {
  const chainId = chainOf(question) ?? question.chainId;
  return chainId === undefined ? null : [chainId];
}

export const keyOf = (address: Address) => address.toLowerCase();
