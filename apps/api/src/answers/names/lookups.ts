/** Finds out single things about addresses and names, each from a cache or from the nodes in as few questions as possible. */
import type { Address } from '@mandate/core';
import type { StepAnswer, StepGroup } from '@mandate/nodes';
import { MAINNET } from '../../request/chains.ts';
import { type Account, type AccountKey, createAccountSource } from './accounts.ts';
import { type BatchSource, createBatchCache } from './batch-cache.ts';
import { type ContractInfo, readContract, stepsOfContract } from './contracts.ts';
import { type Reverse, readForward, readReverse, stepsOfForward, stepsOfReverse } from './ens.ts';
import type { NamePlaces } from './name-places.ts';
import {
  joinWindows,
  listMoreWindows,
  readToken,
  stepsOfToken,
  type TokenInfo,
  type TokenKey,
} from './tokens.ts';

interface Located {
  readonly chainId: number;
  readonly address: Address;
}

/** The address that a name leads to, or null for none. Unknown is undefined instead. */
interface Forward {
  readonly owner: Address | null;
}

type Maybe<T> = readonly (T | undefined)[];

export type Lookups = ReturnType<typeof createLookups>;

const MINUTE_MS = 60_000;
/** A name may lead elsewhere at any time, and people send things to where it leads. */
const FORWARD_MS = 30_000;
/** An account may set other code with any transaction. */
const ACCOUNT_MS = 60_000;
const ENTRY_BYTES = 500;
const MAX_PICTURE_BYTES = 48 * 2 ** 20;
const SMALL = { maxEntries: 20_000, maxBytes: 16 * 2 ** 20, bytesOf: () => ENTRY_BYTES };
const ofMainnet = () => MAINNET;

/** Each client that asks has places of its own, and pays for what is not remembered even if others ask for the same. */
export function createLookups() {
  return {
    accounts: createBatchCache<AccountKey, Account, NamePlaces>(createAccountSource(), {
      ...SMALL,
      ttlMs: () => ACCOUNT_MS,
    }),
    contracts: createBatchCache<Located, ContractInfo, NamePlaces>(
      createSource(
        ({ chainId, address }) => `${chainId}:${address}`,
        ({ chainId }) => chainId,
        ({ address }) => stepsOfContract(address),
        parseEach(readContract),
      ),
      { ...SMALL, ttlMs: ({ contract }) => (contract ? 30 : 5) * MINUTE_MS },
    ),
    /** The names that addresses claim. */
    reverses: createBatchCache<Address, Reverse, NamePlaces>(
      createSource((address) => address, ofMainnet, stepsOfReverse, parseEach(readReverse)),
      { ...SMALL, ttlMs: () => 5 * MINUTE_MS },
    ),
    /** The addresses that names lead to. */
    forwards: createBatchCache<string, Forward, NamePlaces>(
      createSource(
        (name) => name,
        ofMainnet,
        stepsOfForward,
        parseEach((answers) => ({ owner: readForward(answers) })),
      ),
      { ...SMALL, ttlMs: () => FORWARD_MS },
    ),
    tokens: createBatchCache<TokenKey, TokenInfo, NamePlaces>(
      createSource(
        ({ chainId, contract, tokenId }) => `${chainId}:${contract}:${tokenId}`,
        ({ chainId }) => chainId,
        (key) => stepsOfToken(key),
        readTokens,
      ),
      {
        maxEntries: 20_000,
        maxBytes: MAX_PICTURE_BYTES,
        bytesOf: ({ picture }) => ENTRY_BYTES + (picture?.length ?? 0),
        ttlMs: () => 30 * MINUTE_MS,
      },
    ),
  };
}

/** Reads groups of steps. Null for each group that the nodes could not answer. */
type Read = (groups: readonly StepGroup[]) => Promise<readonly (StepAnswer[] | null)[]>;
/** Turns the first answers about keys into values. */
type Finish<K, V> = (
  keys: readonly K[],
  answers: readonly (StepAnswer[] | null)[],
  read: Read,
  places: NamePlaces,
) => Maybe<V> | Promise<Maybe<V>>;

function createSource<K, V>(
  nameOf: (key: K) => string,
  chainOf: (key: K) => number,
  stepsOf: (key: K) => StepGroup,
  finish: Finish<K, V>,
): BatchSource<K, V, NamePlaces> {
  return {
    nameOf,
    divide(keys, places) {
      const chains = [...Map.groupBy(keys, chainOf)];
      return chains.flatMap(([chainId, own]) => places.divide(chainId, own, stepsOf));
    },
    async load(keys, places) {
      const [first] = keys;
      if (first === undefined) return [];
      const read: Read = (groups) => places.read(chainOf(first), groups);
      return finish(keys, await read(keys.map(stepsOf)), read, places);
    },
  };
}

function parseEach<T>(parse: (answers: readonly StepAnswer[]) => T) {
  return (_: unknown, all: readonly (StepAnswer[] | null)[]): Maybe<T> =>
    all.map((answers) => (answers ? parse(answers) : undefined));
}

/** Long metadata take a second question for the rest of them. */
async function readTokens(
  keys: readonly TokenKey[],
  firsts: readonly (StepAnswer[] | null)[],
  read: Read,
  places: NamePlaces,
): Promise<Maybe<TokenInfo>> {
  const more = keys.flatMap((key, i) => {
    const first = firsts[i];
    return first ? listMoreWindows(first).map((window) => ({ key, window })) : [];
  });
  const rest = await read(
    more.slice(0, places.takeWindows(more.length)).map(({ key, window }) => stepsOfToken(key, window)),
  );
  return keys.map((key, i) => {
    const own = more.flatMap((part, k) => (part.key === key ? [rest[k] ?? null] : []));
    const answer = joinWindows([firsts[i] ?? null, ...own]);
    return answer ? readToken(answer, key.tokenId) : undefined;
  });
}
