/** Plays histories of grants and tokens on a chain with the resolver of exclusive delegates, and asks the service. */
import { installResolver, type LocalChain, type Random } from '@mandate/contracts';
import type { Address } from '@mandate/core';
import type { Hex } from 'viem';
import { compareParts, type Part } from '../extensions/compare-extensions.ts';
import type { Context } from '../extensions/context.ts';
import { watchWithIndexer } from '../ledger.ts';
import { play } from '../play.ts';
import type { Mode } from '../run.ts';
import type { Service } from '../service.ts';
import { startChain } from '../start-chain.ts';
import { BLOCK_S, drawHistory, FIRST_BLOCK, MAX_REORG_DEPTH, type Pace, START_S } from './claims-history.ts';
import { mintTokens, moveToken, TOKEN_CODE } from './tokens.ts';

const TOKENS: TokenWorld = { code: TOKEN_CODE, mint: mintTokens, move: moveToken };
/** No reorg reaches a final block. */
const FINALITY_BLOCKS = 2 * MAX_REORG_DEPTH + 4;

export interface ClaimsContext extends Context {
  readonly resolver: Address;
}

/** The token contracts of a chain, and what happens to their tokens. */
interface TokenWorld {
  readonly code: ReadonlyMap<Address, Hex>;
  readonly mint: (chain: LocalChain) => Promise<void>;
  readonly move: (chain: LocalChain, random: Random) => Promise<void>;
}

export interface ClaimsOptions {
  readonly pace: Pace;
  readonly tokens?: TokenWorld;
  /** Wraps the API to prove that a run detects wrong answers. */
  readonly misled?: ((service: Service) => Service) | undefined;
  /** Lists what is compared in one round. */
  readonly listParts: (context: ClaimsContext) => readonly Part[];
}

export function createClaimsMode({
  pace,
  tokens = TOKENS,
  misled = (service) => service,
  listParts,
}: ClaimsOptions): Mode {
  return {
    together: 1,
    draw: (seed, number, commands) => drawHistory(pace, seed, number, commands),
    async start() {
      const { chain, resolver } = await startClaimsChain(tokens);
      const ledger = await watchWithIndexer([chain], { http: true });
      const [watched] = ledger.watched;
      if (!watched || !ledger.service) throw new Error('The service did not start.');
      const service = misled(ledger.service);
      const chainIds = [chain.chainId];
      return {
        worlds: [
          {
            play: (step) => play(chain, step, tokens.move),
            async compare(choice, rounds) {
              await watched.answerNow();
              const asking = { service, chainIds, seed: choice, rounds, first: FIRST_BLOCK };
              return compareParts(chain, asking, (context) => listParts({ ...context, resolver }));
            },
          },
        ],
        async stop() {
          const figures = await ledger.stop();
          await chain.stop();
          return figures;
        },
      };
    },
  };
}

async function startClaimsChain({
  code,
  mint,
}: TokenWorld): Promise<{ readonly chain: LocalChain; readonly resolver: Address }> {
  const chain = await startChain({
    finalityBlocks: FINALITY_BLOCKS,
    contracts: code,
    startsAt: [START_S, START_S + BLOCK_S],
  });
  await chain.client.setBlockTimestampInterval({ interval: BLOCK_S });
  const resolver = await installResolver(chain);
  await mint(chain);
  const { number } = await chain.client.getBlock();
  // Even the final block has the resolver and all tokens.
  await chain.mine(FIRST_BLOCK + FINALITY_BLOCKS - Number(number));
  return { chain, resolver };
}
