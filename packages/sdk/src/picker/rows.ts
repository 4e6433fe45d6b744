/** The rows of the picker: the visitor's own wallet, then the vaults, and those of a crowd of strangers last. */
import type { Address } from '../hex.ts';
import type { Facts, PickerGrant } from './facts.ts';
import { byBreadth, type Judgement, judgeOwn, judgeVault } from './judge.ts';
import { keyOf, type PickerQuestion } from './question.ts';

export interface PickerRow extends Judgement {
  readonly key: string;
  readonly address: Address;
  /** The visitor's own wallet. */
  readonly isOwn: boolean;
  /** One of a crowd of strangers. */
  readonly isUnsolicited: boolean;
  /** `null` if it has none, or none is known. */
  readonly ensName: string | null;
}

/** A vault that was listed once. It keeps its place, so that no row jumps below a finger. */
interface Seen {
  readonly address: Address;
  grants: readonly PickerGrant[];
}

export type SeenVaults = Map<string, Seen>;

/** Makes the rows. Notes vaults that are new. */
export function rowsOf(question: PickerQuestion, facts: Facts, seen: SeenVaults): readonly PickerRow[] {
  const rowOf = (address: Address, judgement: Judgement, isOwn = false): PickerRow => {
    const key = keyOf(address);
    const isUnsolicited = !isOwn && facts.strangers.keys.has(key);
    const ensName = facts.names.get(key)?.ensName ?? null;
    return { ...judgement, key, address, isOwn, isUnsolicited, ensName };
  };
  const judge = (address: Address) => rowOf(address, judgeVault(question, facts, address));
  const fresh = listNew(question, facts, seen)
    .map(judge)
    .filter(({ reason }) => reason !== 'gone')
    .sort(byMerit);
  for (const { key, address, grants } of fresh) seen.set(key, { address, grants });
  const vaults = [...seen.values()].map((vault) => {
    const row = judge(vault.address);
    if (row.grants.length === 0) return { ...row, grants: vault.grants };
    vault.grants = row.grants;
    return row;
  });
  return [
    rowOf(question.wallet, judgeOwn(question, facts), true),
    ...vaults.sort((a, b) => Number(a.isUnsolicited) - Number(b.isUnsolicited)),
  ];
}

function listNew({ wallet }: PickerQuestion, { found, holdings }: Facts, seen: SeenVaults): Address[] {
  const all = [...(found?.vaults.values() ?? []), ...(holdings?.holders ?? [])];
  const byKey = new Map(all.map(({ address }) => [keyOf(address), address]));
  byKey.delete(keyOf(wallet));
  return [...byKey].flatMap(([key, address]) => (seen.has(key) ? [] : address));
}

const VERDICTS = ['yes', 'unknown', 'no'];

/** Those that may be chosen come first, then the broadest delegation, then the oldest one. */
function byMerit(a: PickerRow, b: PickerRow): number {
  const [first, second] = [a.grants[0], b.grants[0]];
  return (
    VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict) ||
    (first && second ? byBreadth(first, second) : 0)
  );
}
