/** Finds out what a wallet is on each chain of a page, at the block of the answer. */
import type { Address } from '@mandate/core';
import type { PastBlock } from '@mandate/store';
import type { Asker } from '../../access/limit/shares.ts';
import { ProblemError } from '../../http/problems.ts';
import type { PinBlock } from '../../request/at-block.ts';
import type { ServedChains } from '../../request/chains.ts';
import type { When } from '../../request/parameters.ts';
import type { ChainReader } from '../chain/chain-reader.ts';
import type { NamedBlock } from '../chain/node-access.ts';
import type { AskedChain } from '../present.ts';
import type { Account } from './accounts.ts';
import type { Lookups } from './lookups.ts';
import { createNamePlaces, type NamePlaces } from './name-places.ts';

interface Dependencies {
  readonly accounts: Lookups['accounts'];
  readonly chainReader: Pick<ChainReader, 'takePlace'>;
  readonly served: ServedChains;
  readonly pin: PinBlock;
}

interface WalletQuestion {
  readonly wallet: Address;
  readonly when: When;
  readonly chains: readonly AskedChain[];
}

interface WalletAccount {
  readonly chainId: number;
  /** `undefined` if it cannot be known. */
  readonly account: Account | undefined;
}

export type FindWalletAccounts = ReturnType<typeof createFindWalletAccounts>;

export function createFindWalletAccounts({ accounts, chainReader, served, pin }: Dependencies) {
  /** Returns the block that a question is about, with its hash. The ledger has hashes only of blocks with events. */
  async function findBlock(
    places: NamePlaces,
    chainId: number,
    block: PastBlock,
    when: When,
  ): Promise<NamedBlock | null> {
    const { number, hash } = block;
    if (hash !== null && when.atTime === undefined) return { number, hash };
    const chain = served.list().find((each) => each.chainId === chainId);
    if (!chain) return null;
    try {
      return await places.completeBlock(chainId, await pin(chain, when), when);
    } catch (error) {
      if (error instanceof ProblemError) return null;
      throw error;
    }
  }

  return async ({ wallet, when, chains }: WalletQuestion, asker: Asker): Promise<WalletAccount[]> => {
    const places = createNamePlaces(chainReader, asker);
    try {
      return await Promise.all(
        chains.map(async ({ chainId, known }) => {
          if (known instanceof ProblemError) return { chainId, account: undefined };
          const at = await findBlock(places, chainId, known.block, when);
          const key = at && { chainId, address: wallet, at };
          const [account] = key ? await accounts.getMany([key], places) : [];
          return { chainId, account };
        }),
      );
    } finally {
      places.give();
    }
  };
}
