/** Links that open the explorer with an action on some delegations of its wallet. */
import type { WalletDelegation } from '@mandate/sdk/explore';

/** A link with more is too long for a code that cameras read. */
const MAX_ROWS = 40;

/** Returns the path of the action. With too many delegations, it opens their wallet only. */
export function linkOfRows(action: 'revoke' | 'change', rows: readonly WalletDelegation[]): string {
  const path = `/explorer/${rows[0]?.from ?? ''}`;
  return rows.length > MAX_ROWS ? path : `${path}?${action}=${rows.map(idOfRow).join('.')}`;
}

/** Returns the delegations that a link names, of those that the wallet gave. */
export function findRows<Row extends WalletDelegation>(
  ids: string,
  wallet: string,
  rows: readonly Row[],
): readonly Row[] {
  const wanted = new Set(ids.split('.'));
  const isOwn = ({ from }: Row) => from.toLowerCase() === wallet.toLowerCase();
  return rows.filter((row) => isOwn(row) && wanted.has(idOfRow(row)));
}

const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

/** Returns a short name: FNV-1a of 64 bits. The dialog shows what it found, and nobody else writes a wallet's own delegations. */
function idOfRow({ chainId, registry, to, type, tokenType, contract, tokenId, rights }: WalletDelegation) {
  const text = [chainId, registry, to, type, tokenType, contract, tokenId, rights].join(' ').toLowerCase();
  let hash = OFFSET;
  for (let i = 0; i < text.length; i++)
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(i))) * PRIME);
  return hash.toString(36);
}
