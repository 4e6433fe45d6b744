import type { Provider } from '@mandate/sdk/transactions';

/** A wallet that announced itself to the page. */
export interface FoundWallet {
  /** Another one on each visit. */
  readonly id: string;
  /** The same on each visit, e.g. `io.metamask`. */
  readonly kind: string;
  readonly name: string;
  /** A `data:` URL. */
  readonly icon: string | undefined;
  readonly provider: Provider;
  /** The chain of a Safe, which lives on one only and proposes to its owners. */
  readonly onlyChain?: number;
}
