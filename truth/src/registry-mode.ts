/** Compares checks and lists with the registries: of the domain, of the ledger, or of the service. */
import type { LocalChain } from '@mandate/contracts';
import { compare, QUESTIONS_PER_COMPARISON, type Watched } from './compare.ts';
import { type Compared, merge } from './compared.ts';
import { type Decode, watchWithDomain } from './domain.ts';
import { compareExtensions } from './extensions/compare-extensions.ts';
import { compareProofs } from './extensions/proofs.ts';
import { sample, within } from './history.ts';
import { watchWithIndexer } from './ledger.ts';
import { play } from './play.ts';
import type { ReadModelOptions } from './read-model.ts';
import type { Mode } from './run.ts';
import type { Service } from './service.ts';
import { FINALITY_BLOCKS, startChain } from './start-chain.ts';

const FIRST_CHAIN_ID = 31_337;

export interface RegistryOptions {
  /**
   * What is compared: `domain` decodes the logs itself, `ledger` is the indexer's, on two chains at once. `http` asks the
   * service, `beyond` also about other moments, reasons and batches, and `proof` also for proofs.
   */
  readonly ours: 'domain' | 'ledger' | 'http' | 'beyond' | 'proof';
  /** Decodes events. Defaults to core's decoder; another one proves that a run detects its mistakes. */
  readonly decode?: Decode | undefined;
  /** Wraps the service that `beyond` and `proof` ask, to prove that a run detects wrong answers. */
  readonly misled?: (service: Service) => Service;
  /** Wraps the read model to prove that a run detects a wrong one. */
  readonly misread?: ReadModelOptions['misread'];
}

export function createRegistryMode(options: RegistryOptions): Mode {
  return {
    together: options.ours === 'domain' ? 1 : 2,
    draw: (seed, number, commands) => within(sample(seed, number), commands),
    start: ({ length }) => start(length, options),
  };
}

async function start(
  count: number,
  { ours, decode, misled = (service) => service, misread }: RegistryOptions,
) {
  const chains = await Promise.all(
    Array.from({ length: count }, (_, i) => startChain({ chainId: FIRST_CHAIN_ID + i })),
  );
  const compareMore = ours === 'beyond' ? compareExtensions : ours === 'proof' ? compareProofs : null;
  // Ensures that the registries exist at every tagged block.
  if (compareMore) await Promise.all(chains.map((chain) => chain.mine(FINALITY_BLOCKS)));
  const chainIds = chains.map(({ chainId }) => chainId);
  // The second chain has a node without old state: what it cannot provide must be answered with 503 or correctly.
  const pruned = ours === 'beyond' ? chainIds.slice(1) : [];
  const ledger =
    ours === 'domain' ? null : await watchWithIndexer(chains, { http: ours !== 'ledger', misread, pruned });
  const service = ledger?.service && misled(ledger.service);
  const watched =
    ledger?.watched ?? (await Promise.all(chains.map((chain) => watchWithDomain(chain, decode))));

  return {
    worlds: watched.map((own, i) => {
      const chain = chains[i] as LocalChain;
      return {
        play: (step) => play(chain, step),
        async compare(choice, rounds) {
          const compared = await compareWatched(chain, own, choice);
          if (!service || !compareMore) return compared;
          const isPruned = pruned.includes(chain.chainId);
          const asking = { service, chainIds, seed: choice + i, rounds, isPruned };
          return merge([compared, await compareMore(chain, asking)]);
        },
      };
    }),
    async stop() {
      const figures = (await ledger?.stop()) ?? {};
      await Promise.all(chains.map((chain) => chain.stop()));
      return figures;
    },
  } satisfies Awaited<ReturnType<Mode['start']>>;
}

/** Compares now and, where our side knows it, a past block. */
async function compareWatched(chain: LocalChain, watched: Watched, choice: number): Promise<Compared> {
  const now = await compare(chain, await watched.answerNow());
  const past = await watched.answerThen(choice);
  if (!past) return { questions: QUESTIONS_PER_COMPARISON, differences: now };
  return {
    questions: 2 * QUESTIONS_PER_COMPARISON,
    pastBlocks: 1,
    differences: [...now, ...(await compare(chain, past))],
  };
}
