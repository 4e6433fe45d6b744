/** Runs the real indexer on a real PostgreSQL for all given chains at once, with the API in front of it. */
import type { LocalChain } from '@mandate/contracts';
import { createReader, type Reader } from '@mandate/store';
import { createMisbehavingNode } from '@mandate/testing/chain/misbehaving-node';
import { forgetState } from '@mandate/testing/chain/misbehaviours';
import { knowsMarks } from '@mandate/testing/ledger/caught-up';
import { type Indexer, startIndexer } from '@mandate/testing/service/service';
import { until } from '@mandate/testing/until';
import type { Hex } from 'viem';
import { answerCheck } from './answer-check.ts';
import type { Answers, Watched } from './compare.ts';
import type { Figures } from './compared.ts';
import { answersOverHttp } from './http-answers.ts';
import { createKeptLists, type KeptLists } from './kept-lists.ts';
import { type ReadModelApi, type ReadModelOptions, startReadModelApi } from './read-model.ts';
import { waitUntilServed } from './served.ts';
import type { Service } from './service.ts';

const EVERYTHING = 100_000;

export interface WatchedLedger {
  readonly watched: readonly Watched[];
  /** The API, if requested. */
  readonly service: Service | null;
  /** Stops everything and returns what was asked of the API. */
  stop(): Promise<Figures>;
}

export interface WatchOptions extends Pick<ReadModelOptions, 'misread'> {
  readonly http?: boolean;
  /** The chains whose nodes keep only the state of their newest block. */
  readonly pruned?: readonly number[];
}

export async function watchWithIndexer(
  chains: readonly LocalChain[],
  { http = false, misread, pruned = [] }: WatchOptions = {},
): Promise<WatchedLedger> {
  const nodes = await Promise.all(chains.map((chain) => startNode(chain, pruned.includes(chain.chainId))));
  const followed = chains.map((chain, i) => {
    // With one fast node, strict answers are about the safe block, which is another question.
    const form: 'careful' | 'fast' = http || i % 2 === 0 ? 'careful' : 'fast';
    return { ...chain, url: nodes[i]?.url ?? chain.url, form };
  });
  const indexer = await startIndexer(followed);
  const reader = createReader(indexer.database);
  const api = http ? await startReadModelApi({ ...indexer, misread }) : null;
  const kept = chains.flatMap(({ chainId }) => (api ? [createKeptLists(api.service, chainId)] : []));
  return {
    watched: chains.map((chain, i) => {
      const lists = kept[i];
      return api && lists ? watchOverHttp(chain, reader, api, lists) : watch(chain, reader, indexer);
    }),
    service: api?.service ?? null,
    async stop() {
      const figures = await api?.close();
      await indexer.close();
      await Promise.all(nodes.map((node) => node?.stop()));
      return { ...figures, pairs: kept.reduce((sum, lists) => sum + lists.countPairs(), 0) };
    },
  };
}

/** Returns null when the chain's own node is used. */
async function startNode({ url }: LocalChain, isPruned: boolean) {
  if (!isPruned) return null;
  const node = await createMisbehavingNode(url);
  node.misbehave(forgetState());
  return node;
}

function watch(chain: LocalChain, reader: Reader, indexer: Indexer): Watched {
  return {
    async answerNow() {
      await indexer.catchUp(chain);
      const { hash } = await chain.client.getBlock();
      return { answers: answersAt(chain, reader), blockHash: hash };
    },
    async answerThen(choice) {
      const head = Number(await chain.client.getBlockNumber());
      const block = 1 + (choice % head);
      const { hash } = await chain.client.getBlock({ blockNumber: BigInt(block) });
      return { answers: answersAt(chain, reader, block), blockHash: hash };
    },
  };
}

/** Answers about now only: `extensions` asks about the past. */
function watchOverHttp(chain: LocalChain, reader: Reader, api: ReadModelApi, lists: KeptLists): Watched {
  const { service, restartSometimes } = api;
  return {
    async answerNow() {
      await until(`the ledger has all of chain ${chain.chainId}`, () => knowsMarks(reader, chain));
      await restartSometimes();
      const { hash } = await chain.client.getBlock();
      await waitUntilServed(service, chain.chainId, hash);
      await lists.readOn((blockHash) => hasBlock(chain, blockHash));
      return { answers: answersOverHttp(service, chain.chainId, hash, lists), blockHash: hash };
    },
    answerThen: async () => null,
  };
}

/** Tells whether a block is part of the chain now. */
async function hasBlock({ client }: LocalChain, blockHash: string): Promise<boolean> {
  const block = await client.getBlock({ blockHash: blockHash as Hex }).catch(() => null);
  if (!block) return false;
  const { hash } = await client.getBlock({ blockNumber: block.number });
  return hash === blockHash;
}

function answersAt({ chainId }: LocalChain, reader: Reader, atBlock?: number): Answers {
  const known = <T>(read: T | null): T => {
    if (read === null) throw new Error(`Chain ${chainId} is not in the ledger.`);
    return read;
  };
  return {
    async check(question) {
      const { found } = known(await reader.findSatisfying(chainId, question, atBlock));
      return answerCheck(question, found);
    },
    async list(registry, direction, wallet) {
      const request = { chainId, registry, direction, wallet, limit: EVERYTHING };
      const { rows } = known(await reader.list(atBlock === undefined ? request : { ...request, atBlock }));
      return rows.map(({ delegation }) => delegation);
    },
  };
}
