import type { Block } from '../block.ts';
import type { NameQuestion } from '../explore/get-names.ts';
import type { Address } from '../hex.ts';
import type { Facts, PickerGrant } from './facts.ts';
import { chainOf, keyOf, type PickerQuestion } from './question.ts';
import type { PickerRow } from './rows.ts';

/** What the visitor has chosen. A page shows it; a server has to check it. */
export interface ChosenVault {
  /** The visitor's own wallet. */
  readonly wallet: Address;
  /** The wallet that the visitor wants to continue as. It can be the visitor's own. */
  readonly vault: Address;
  /** The broadest delegation. `null` for the visitor's own wallet. */
  readonly grant: PickerGrant | null;
  /** The block at which that was true. `null` if nothing had to be asked. */
  readonly block: Block | null;
}

/** The part that loads later. `null` if it is not there. */
export type Later = typeof import('./later.ts') | null;

/** What the visitor does, and what has loaded. */
export interface PickerView {
  /** False until the first answers are there. */
  readonly isLoaded: boolean;
  /** The key of the selected row. */
  readonly selected: string | null;
  /** The vault that was selected when it stopped delegating. */
  readonly lost: PickerRow | null;
  readonly search: string;
  /** How many rows are shown. */
  readonly limit: number;
  readonly later: Later;
}

export interface PickerState extends PickerView {
  readonly rows: readonly PickerRow[];
  readonly facts: Facts;
}

export const PAGE_ROWS = 50;

export function chosenOf(
  question: PickerQuestion,
  { rows, selected, facts }: PickerState,
): ChosenVault | null {
  const row = rows.find(({ key }) => key === selected);
  if (row?.verdict !== 'yes') return null;
  const { alone, holdings, found } = facts;
  const [grant = null] = row.grants;
  const read = alone?.key === row.key ? alone.holdings : holdings;
  const chain = found?.chains.find(({ chainId }) => chainId === grant?.chainId);
  return {
    wallet: question.wallet,
    vault: row.address,
    grant,
    block: read?.block ?? chain?.block ?? null,
  };
}

/** Returns the rows that match the search. */
export function listMatching({ rows, search }: PickerState): readonly PickerRow[] {
  const text = search.trim().toLowerCase();
  return rows.filter(({ key, ensName }) => key.includes(text) || ensName?.toLowerCase().includes(text));
}

export const listShown = (state: PickerState): readonly PickerRow[] =>
  listMatching(state).slice(0, state.limit);

/** Returns the addresses on the page that have not been named yet: those of the rows, and the contract. */
export function listUnnamed(question: PickerQuestion, state: PickerState): readonly NameQuestion[] {
  const { contract } = question;
  const ofContract = chainOf(question) ?? question.chainId ?? 1;
  const shown = listShown(state).map(({ address, grants: [grant] }) => ({
    chainId: grant?.chainId ?? ofContract,
    address,
  }));
  const all = contract === undefined ? shown : [{ chainId: ofContract, address: contract }, ...shown];
  return all.filter(({ address }) => !state.facts.names.has(keyOf(address)));
}
