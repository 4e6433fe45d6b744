import { isSame } from '../hex.ts';
import { factsOfGrant, identityOf } from '../transactions/grant-facts.ts';
import type { Write } from '../write/encode-writes.ts';
import { amountsOfV2, type ChainGrant, type MovePlan } from './plan-move-to-v2.ts';

export interface EndOfV1<Row extends ChainGrant> {
  /** The delegations of v1 that may end. Empty while `unconfirmed` has any. */
  readonly rows: readonly Row[];
  /** The delegations of v1 whose grant in v2 is not confirmed at the safe block. */
  readonly unconfirmed: readonly Row[];
  /** The revocations, each a transaction. They end these delegations and nothing else. */
  readonly writes: readonly Write[];
}

/**
 * Plans the end of what was moved, once every grant of the move stands in v2 at the safe block. Delegations that were not
 * moved stay in v1.
 *
 * @example
 * const safe = await getWallet(client, { wallet: vault, direction: 'from', consistency: 'strict' });
 * const { writes, unconfirmed } = planEndOfV1(plan, safe.delegations);
 */
export function planEndOfV1<Row extends ChainGrant>(
  { vault, moved, there }: Pick<MovePlan<Row>, 'vault' | 'moved' | 'there'>,
  /** The delegations of the vault at the safe block of each chain, all pages. */
  safe: readonly ChainGrant[],
): EndOfV1<Row> {
  const confirmed = amountsOfV2(safe.filter(({ from }) => isSame(from, vault)));
  const all = [...moved, ...there];
  const open = all.filter(({ row, grant }) => {
    const facts = factsOfGrant(row.chainId, grant);
    return confirmed.get(identityOf(facts)) !== facts.amount;
  });
  if (open.length > 0) return { rows: [], unconfirmed: open.map(({ row }) => row), writes: [] };
  const rows = all.map(({ row }) => row);
  return { rows, unconfirmed: [], writes: rows.map(revocationOf) };
}

function revocationOf({ chainId, type, to, contract, tokenId }: ChainGrant): Write {
  const scope = { ...(contract && { contract }), ...(tokenId !== null && { tokenId }) };
  const grant = { registry: 'v1', type: type.toLowerCase(), to, ...scope };
  return { action: 'revoke', chainId, grant: grant as Extract<Write, { action: 'revoke' }>['grant'] };
}
