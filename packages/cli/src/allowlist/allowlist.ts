/** Maps each holder to the wallets that may claim for it, with the same result in every run. */
import { type Address, type Client, type Hex, InvalidParametersError, MandateError } from '@mandate/sdk';
import { waitOut } from '../compare/wait-out.ts';
import { type Claimants, findClaimants, type Scope } from './claimants.ts';
import type { HolderLine } from './holders-file.ts';

/** A wallet may claim the amount of a vault. The vault can have more rows: it is paid once. */
export interface ClaimRow {
  readonly wallet: Address;
  readonly vault: Address;
  readonly amount: bigint;
}

const AT_ONCE = 4;

type ShowProgress = (text: string) => void;

/** Returns rows sorted by vault, then by wallet. Throws if anything about any holder is unknown. */
export async function createAllowlist(
  client: Client,
  holders: readonly HolderLine[],
  scope: Scope,
  showProgress: ShowProgress = () => {},
): Promise<ClaimRow[]> {
  const failed = new AbortController();
  const asked = { ...scope, signal: AbortSignal.any([scope.signal, failed.signal]) };
  const rows: ClaimRow[] = [];
  const hashes = new Map<Hex, Address>();
  const waiting = [...holders];
  let done = 0;

  async function work(): Promise<void> {
    for (let holder = waiting.pop(); holder; holder = waiting.pop()) {
      const { address: vault, amount } = holder;
      const found = await findPatiently(client, holder, asked, showProgress);
      rows.push(...[...found.wallets].map((wallet) => ({ wallet, vault, amount })));
      for (const hash of found.hashes) hashes.set(hash, vault);
      done++;
      showProgress(`${done} of ${holders.length} vaults read`);
    }
  }

  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } catch (error) {
    failed.abort(error);
    throw error;
  } finally {
    showProgress('');
  }
  assertOneBlock(hashes, scope.atBlock);
  return rows.toSorted((a, b) => compare(a.vault, b.vault) || compare(a.wallet, b.wallet));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Names the vault in every error but a rate limit, which it waits out. */
async function findPatiently(
  client: Client,
  { address, line }: HolderLine,
  scope: Scope,
  showProgress: ShowProgress,
): Promise<Claimants> {
  try {
    return await waitOut(() => findClaimants(client, address, scope), { signal: scope.signal, showProgress });
  } catch (error) {
    throw nameVault(error, address, line);
  }
}

function nameVault(error: unknown, vault: Address, line: number): unknown {
  if (!(error instanceof MandateError) || error instanceof InvalidParametersError) return error;
  const { code, detail, status, requestId, docsUrl, retryAfterMs } = error;
  const named = `Vault ${vault} (line ${line}): ${detail} No list was written.`;
  return new MandateError({ code, detail: named, status, requestId, docsUrl, retryAfterMs, cause: error });
}

/** A reorg during the run would mix the delegations of two blocks with the same number. */
function assertOneBlock(hashes: ReadonlyMap<Hex, Address>, block: number): void {
  if (hashes.size < 2) return;
  const detail = `A reorg replaced block ${block} during the run. Run it again.`;
  throw new MandateError({ code: 'cursor_expired', detail });
}
