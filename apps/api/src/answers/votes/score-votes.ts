/** Counts the votes of wallets at a block: their own tokens, and those of vaults whose grants name them the voter. */
import type { Address } from '@mandate/core';
import type { Block } from '@mandate/store';
import type { Asker } from '../../access/limit/shares.ts';
import { askUntilSteady, type PinBlock } from '../../request/at-block.ts';
import type { ServedChain } from '../../request/chains.ts';
import type { When } from '../../request/parameters.ts';
import type { ChainReader } from '../chain/chain-reader.ts';
import { UnreadableError } from '../chain/unreadable.ts';
import { type Counting, countVotes, type Reading, unknownScores } from './count-votes.ts';
import { createReadViews } from './read-views.ts';

export interface VotesQuestion extends Counting {
  readonly when: When;
}

export interface VotesAnswer {
  /** The votes of each voter that has any. Those of wallets that were not asked about are not whole. */
  readonly votes: ReadonlyMap<Address, bigint>;
  readonly block: Block;
  readonly isFinal: boolean;
}

interface Dependencies {
  readonly chainReader: Pick<ChainReader, 'takePlace'>;
  readonly pin: PinBlock;
}

/** A client that asks. `assertTime` throws once there is no time for another step. */
interface Client extends Pick<Reading, 'reader' | 'assertTime'> {
  readonly asker: Asker;
}

export type ScoreVotes = ReturnType<typeof createScoreVotes>;

export function createScoreVotes({ chainReader, pin }: Dependencies) {
  const readViews = createReadViews();

  return ({ reader, asker, assertTime }: Client, chain: ServedChain, question: VotesQuestion) =>
    askUntilSteady(chain, async (): Promise<VotesAnswer | null> => {
      const nodes = chainReader.takePlace(chain.chainId, asker, 'votes');
      try {
        const pinned = await pin(chain, question.when);
        const block = await nodes.completeBlock(pinned, question.when);
        if (!block) return null;
        const { chainId } = chain;
        const { contract } = question.asset;
        const place = { chainId, contract, block, isFinal: pinned.isFinal };
        const read: Reading['readViews'] = (calls) => readViews(nodes, place, calls, assertTime);
        const votes = await countVotes({ reader, readViews: read, assertTime }, chain, pinned, question);
        return votes && { votes, block, isFinal: pinned.isFinal };
      } catch (error) {
        throw error instanceof UnreadableError ? unknownScores(error.message) : error;
      } finally {
        nodes.give();
      }
    });
}
