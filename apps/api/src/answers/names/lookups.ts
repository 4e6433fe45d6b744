/** Finds out single things about addresses and names, each from a cache or from the nodes in as few questions as possible. */
import type { Address } from '@mandate/core';
import type { StepAnswer, StepGroup } from '@mandate/nodes';
import { ProblemError } from '../../http/problems.ts';
import { MAINNET } from '../../request/chains.ts';
import type { ChainReader } from '../chain/chain-reader.ts';
import { UnreadableError } from '../chain/unreadable.ts';
import { createBatchCache } from './batch-cache.ts';
import { type ContractInfo, readContract, stepsOfContract } from './contracts.ts';
import { type Reverse, readForward, readReverse, stepsOfForward, stepsOfReverse } from './ens.ts';
import {
  joinWindows,
  listMoreWindows,
  readToken,
  stepsOfToken,
  type TokenInfo,
  type TokenKey,
} from './tokens.ts';

interface Place {
  readonly chainId: number;
  readonly address: Address;
}

/** The address that a name leads to, or null for none. Unknown is undefined instead. */
interface Forward {
  readonly owner: Address | null;
}

type Nodes = Pick<ChainReader, 'takePlace' | 'getNewHash' | 'readContracts'>;
type Read = (chainId: number, groups: readonly StepGroup[]) => Promise<(StepAnswer[] | null)[]>;
type Maybe<T> = readonly (T | undefined)[];

export type Lookups = ReturnType<typeof createLookups>;

const MINUTE_MS = 60_000;
/** A name may lead elsewhere at any time, and people send things to where it leads. */
const FORWARD_MS = 30_000;
const ENTRY_BYTES = 500;
/** The most parts of long metadata that one question reads. The tokens after them are unknown for now. */
const MAX_MORE_WINDOWS = 12;
const MAX_PICTURE_BYTES = 48 * 2 ** 20;
const SMALL = { maxEntries: 20_000, maxBytes: 16 * 2 ** 20, bytesOf: () => ENTRY_BYTES };

export function createLookups(nodes: Nodes) {
  const read = createRead(nodes);
  const readAll = async <T>(
    chainId: number,
    groups: readonly StepGroup[],
    parse: (answers: readonly StepAnswer[]) => T,
  ): Promise<Maybe<T>> =>
    (await read(chainId, groups)).map((answers) => (answers ? parse(answers) : undefined));

  return {
    contracts: createBatchCache<Place, ContractInfo>(
      ({ chainId, address }) => `${chainId}:${address}`,
      (places) =>
        byChain(places, (chainId, own) => {
          const groups = own.map(({ address }) => stepsOfContract(address));
          return readAll(chainId, groups, readContract);
        }),
      { ...SMALL, ttlMs: ({ contract }) => (contract ? 30 : 5) * MINUTE_MS },
    ),
    /** The names that addresses claim. */
    reverses: createBatchCache<Address, Reverse>(
      (address) => address,
      (addresses) => readAll(MAINNET, addresses.map(stepsOfReverse), readReverse),
      { ...SMALL, ttlMs: () => 5 * MINUTE_MS },
    ),
    /** The addresses that names lead to. */
    forwards: createBatchCache<string, Forward>(
      (name) => name,
      (names) => readAll(MAINNET, names.map(stepsOfForward), (answers) => ({ owner: readForward(answers) })),
      { ...SMALL, ttlMs: () => FORWARD_MS },
    ),
    tokens: createBatchCache<TokenKey, TokenInfo>(
      ({ chainId, contract, tokenId }) => `${chainId}:${contract}:${tokenId}`,
      (keys) => byChain(keys, (chainId, own) => readTokens(read, chainId, own)),
      {
        maxEntries: 20_000,
        maxBytes: MAX_PICTURE_BYTES,
        bytesOf: ({ picture }) => ENTRY_BYTES + (picture?.length ?? 0),
        ttlMs: () => 30 * MINUTE_MS,
      },
    ),
  };
}

/** Returns null for each group that the nodes could not answer. */
function createRead({ takePlace, getNewHash, readContracts }: Nodes): Read {
  return async (chainId, groups) => {
    if (groups.length === 0) return [];
    try {
      // The place is given back at once: nothing else is read before the nodes are asked.
      takePlace(chainId)();
      return await readContracts(chainId, groups, await getNewHash(chainId));
    } catch (error) {
      if (error instanceof UnreadableError || error instanceof ProblemError) return groups.map(() => null);
      throw error;
    }
  };
}

/** Loads the keys of all chains at the same time. */
async function byChain<K extends { readonly chainId: number }, V>(
  keys: readonly K[],
  load: (chainId: number, keys: readonly K[]) => Promise<Maybe<V>>,
): Promise<Maybe<V>> {
  const found = new Map<K, V | undefined>();
  const chains = [...Map.groupBy(keys, ({ chainId }) => chainId)];
  await Promise.all(
    chains.map(async ([chainId, own]) => {
      const values = await load(chainId, own);
      for (const [i, key] of own.entries()) found.set(key, values[i]);
    }),
  );
  return keys.map((key) => found.get(key));
}

/** Long metadata take a second question for the rest of them. */
async function readTokens(read: Read, chainId: number, keys: readonly TokenKey[]): Promise<Maybe<TokenInfo>> {
  const firsts = await read(
    chainId,
    keys.map((key) => stepsOfToken(key)),
  );
  const more = keys.flatMap((key, i) => {
    const first = firsts[i];
    return first ? listMoreWindows(first).map((window) => ({ key, window })) : [];
  });
  const rest = await read(
    chainId,
    more.slice(0, MAX_MORE_WINDOWS).map(({ key, window }) => stepsOfToken(key, window)),
  );
  return keys.map((key, i) => {
    const own = more.flatMap((part, k) => (part.key === key ? [rest[k] ?? null] : []));
    const answer = joinWindows([firsts[i] ?? null, ...own]);
    return answer ? readToken(answer, key.tokenId) : undefined;
  });
}
