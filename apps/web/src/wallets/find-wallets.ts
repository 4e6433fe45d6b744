/** Finds the wallets of this browser: those that announce themselves (EIP-6963), else `window.ethereum`. */
import type { Provider } from '@mandate/sdk/transactions';
import type { FoundWallet } from './found-wallet.ts';
import { isFramed } from './framed.ts';

/** Wallets announce themselves at once; this gives slow extensions a moment. */
const ANNOUNCE_MS = 150;

interface Announced {
  readonly info: {
    readonly uuid: string;
    readonly name: string;
    readonly icon: string;
    readonly rdns: string;
  };
  readonly provider: Provider;
}

/** In a frame, the Safe around it comes first. */
export async function findWallets(): Promise<readonly FoundWallet[]> {
  if (!isFramed()) return findAnnounced();
  const { findSafe } = await import('./safe/find-safe.ts');
  const [safe, announced] = await Promise.all([findSafe(), findAnnounced()]);
  return safe ? [safe, ...announced] : announced;
}

async function findAnnounced(): Promise<readonly FoundWallet[]> {
  const found = new Map<string, FoundWallet>();
  const add = (event: Event) => {
    const { info, provider } = (event as CustomEvent<Announced>).detail;
    const icon = info.icon.trim();
    const shown = icon.startsWith('data:image/') ? icon : undefined;
    found.set(info.uuid, { id: info.uuid, kind: info.rdns, name: info.name, icon: shown, provider });
  };
  addEventListener('eip6963:announceProvider', add);
  dispatchEvent(new Event('eip6963:requestProvider'));
  await new Promise((resolve) => setTimeout(resolve, ANNOUNCE_MS));
  removeEventListener('eip6963:announceProvider', add);
  if (found.size > 0) return [...found.values()];
  const { ethereum } = globalThis as { ethereum?: Provider };
  const kind = 'browser';
  return ethereum ? [{ id: kind, kind, name: 'Browser wallet', icon: undefined, provider: ethereum }] : [];
}
