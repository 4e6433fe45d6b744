/** The interface of a wallet in a browser (EIP-1193). */
export interface Provider {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
  on?(event: string, listener: (value: unknown) => void): unknown;
  removeListener?(event: string, listener: (value: unknown) => void): unknown;
}

/** A wallet that announced itself to the page. */
export interface FoundWallet {
  readonly id: string;
  readonly name: string;
  /** A `data:` URL. */
  readonly icon: string | undefined;
  readonly provider: Provider;
}
