/** The wallet of the last visit, by the name that it announces. Nothing else is stored, and no account. */
const KEY = 'wallet';

export function remember(wallet: string | null): void {
  try {
    if (wallet === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, wallet);
  } catch {
    // Storage is blocked, so the connection lasts for this visit only.
  }
}

export function readRemembered(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
