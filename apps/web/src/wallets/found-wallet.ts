import type { Provider } from '@mandate/sdk/transactions';

/** A wallet that announced itself to the page. */
export interface FoundWallet {
  readonly id: string;
  readonly name: string;
  /** A `data:` URL. */
  readonly icon: string | undefined;
  readonly provider: Provider;
}
