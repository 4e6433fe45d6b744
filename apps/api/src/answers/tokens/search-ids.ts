/** Finds ids that a holder may own: by ERC721Enumerable, or else by ERC721A's `tokensOfOwnerIn`. Each id is only a guess. */
import type { Address } from '@mandate/core';
import type { StepAnswer, StepGroup } from '@mandate/nodes';
import type { Block } from '@mandate/store';
import { slice } from 'viem/utils';
import type { NodeAccess } from '../chain/node-access.ts';
import { readBalance, tokenOfOwnerByIndex, tokensOfOwnerIn } from '../chain/token-calls.ts';
import { readViewsAt } from '../eligibility/token-views.ts';

/** The most ids of one holder that are looked for. */
export const MAX_IDS_OF_HOLDER = 200;
/** The number of ids that ERC721A contracts search in one call, and the most calls about one holder. */
const WINDOW_IDS = 1_000n;
const MAX_WINDOWS = 10;
/** Most holders have few tokens, and windows cost much gas: these are read together. */
const WINDOWS_AT_ONCE = 3;
/** ERC721A reads one storage place for each id of a window, for about 2,600 gas. */
const WINDOW_GAS = 4_000_000;
const WORD = 32;

/** A holder, and how many ids of it are missing. */
export interface Wanted {
  readonly holder: Address;
  readonly balance: bigint;
  readonly missing: bigint;
}

export type FoundIds = ReadonlyMap<Address, readonly bigint[]>;

interface Search {
  readonly nodes: Pick<NodeAccess, 'callToken' | 'readContractsAt'>;
  readonly contract: Address;
  readonly block: Block;
}

/** Throws an `UnreadableError`. */
export function searchIds(
  search: Search,
  wanted: readonly Wanted[],
  isEnumerable: boolean,
): Promise<FoundIds> {
  return isEnumerable ? enumerate(search, wanted) : readWindows(search, wanted);
}

async function enumerate({ nodes, contract, block }: Search, wanted: readonly Wanted[]): Promise<FoundIds> {
  const listCalls = ({ holder, balance }: Wanted) =>
    Array.from({ length: countAsked(balance) }, (_, i) => tokenOfOwnerByIndex(holder, BigInt(i)));
  const [views] = await readViewsAt(nodes, contract, wanted.flatMap(listCalls), [block]);
  return new Map(
    wanted.map((each) => {
      const ids = listCalls(each).map((call) => readBalance(views?.get(call)));
      return [each.holder, ids.filter((id) => id !== undefined)];
    }),
  );
}

/** Reads windows of ids until each holder has as many as are missing. A contract without the function is asked once. */
async function readWindows({ nodes, contract, block }: Search, wanted: readonly Wanted[]): Promise<FoundIds> {
  const found = new Map(wanted.map(({ holder }) => [holder, [] as bigint[]]));
  let open = wanted;
  for (let first = 0; first < MAX_WINDOWS && open.length > 0; first += WINDOWS_AT_ONCE) {
    const windows = range(first, Math.min(first + WINDOWS_AT_ONCE, MAX_WINDOWS));
    const groups = open.flatMap((each) => windows.map((window) => askWindow(contract, each, window)));
    const answers = await nodes.readContractsAt(groups, block);
    open = open.filter(({ holder, missing }, i) => {
      const own = answers.slice(i * windows.length, (i + 1) * windows.length).map(readWindow);
      const ids = found.get(holder);
      for (const more of own) ids?.push(...(more ?? []));
      return own.some((ids) => ids !== null) && BigInt(ids?.length ?? 0) < missing;
    });
  }
  return found;
}

const range = (first: number, end: number) => Array.from({ length: end - first }, (_, i) => first + i);
/** Returns how many ids to ask for: one more than the balance, which shows a balance that is too low. */
export const countAsked = (balance: bigint) =>
  balance < MAX_IDS_OF_HOLDER ? Number(balance) + 1 : MAX_IDS_OF_HOLDER;

/** The first window has 0, too, so that ten hold a collection of 10,000 whether it begins with 0 or with 1. */
function askWindow(contract: Address, { holder, balance }: Wanted, window: number): StepGroup {
  const start = BigInt(window) * WINDOW_IDS;
  const data = tokensOfOwnerIn(holder, window === 0 ? 0n : start + 1n, start + WINDOW_IDS + 1n);
  return [{ kind: 'call', contract, data, gas: WINDOW_GAS, maxBytes: (2 + countAsked(balance)) * WORD }];
}

/** Returns the first ids of a list, or null if the contract returned something else. */
function readWindow(steps: readonly StepAnswer[] | null): bigint[] | null {
  const answer = steps?.[0];
  if (answer?.type !== 'returned' || answer.length < 2 * WORD) return null;
  const words = range(0, (answer.bytes.length - 2) / (2 * WORD)).map((i) =>
    BigInt(slice(answer.bytes, i * WORD, (i + 1) * WORD)),
  );
  const [offset, count, ...ids] = words;
  const isWhole = offset === BigInt(WORD) && BigInt(answer.length) === (2n + (count ?? -1n)) * BigInt(WORD);
  return isWhole ? ids : null;
}
