/** Finds the Safe whose page shows this one in a frame. */
import SafeAppsSDK from '@safe-global/safe-apps-sdk';
import type { FoundWallet } from '../found-wallet.ts';
import { createSafeProvider } from './safe-provider.ts';
import { withLimit } from './with-limit.ts';

const NAME = 'Safe';
/** A parent that is no Safe never answers. */
const FIND_MS = 4_000;

let sdk: SafeAppsSDK | null = null;

/** Returns `null` if no page that the operator lists answers as a Safe. */
export async function findSafe(): Promise<FoundWallet | null> {
  try {
    sdk ??= new SafeAppsSDK({ allowedDomains: (await readParents()).map(anchor) });
    const safe = await withLimit(sdk.safe.getInfo(), FIND_MS);
    const provider = createSafeProvider(sdk, safe);
    return { id: NAME, kind: 'global.safe', name: NAME, icon: undefined, provider, onlyChain: safe.chainId };
  } catch {
    return null;
  }
}

/** Reads the origins from the server of this page, which sends them in its header, too. */
async function readParents(): Promise<readonly string[]> {
  const answer = await fetch('/manifest.json');
  const { parentOrigins } = (await answer.json()) as { parentOrigins?: unknown };
  if (!Array.isArray(parentOrigins)) throw new Error('The service lists no page that may frame this one.');
  return parentOrigins.filter((origin) => typeof origin === 'string');
}

/** The SDK looks for its patterns anywhere in an origin. */
export const anchor = (origin: string): RegExp =>
  new RegExp(`^${origin.replace(/[^0-9a-z]/gi, String.raw`\$&`)}$`);
