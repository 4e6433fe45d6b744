/** The account that this page is connected to. The wallet's own code loads with the dialogs. */
export interface ConnectedAccount {
  readonly address: `0x${string}`;
  readonly walletName: string;
  /** A data: URL. */
  readonly icon: string | undefined;
}

const listeners = new Set<() => void>();
let connected: ConnectedAccount | null = null;

export function setConnected(next: ConnectedAccount | null): void {
  connected = next;
  for (const tell of listeners) tell();
}

export function readConnected(): ConnectedAccount | null {
  return connected;
}

export function onConnected(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
