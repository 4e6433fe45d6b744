/** Runs the real indexer on a real PostgreSQL for all given chains at once, with the API in front of it. */
import { setTimeout as delay } from 'node:timers/promises';
import { readChains } from '@mandate/config';
import { type LocalChain, writeChains } from '@mandate/contracts';
import { check, identify } from '@mandate/core';
import { run } from '@mandate/indexer';
import { type Checkpoint, createLocks, createReader, createWriter, type Reader } from '@mandate/store';
import type { TestDatabase } from '@mandate/testing/database';
import { createMisbehavingNode } from '@mandate/testing/misbehaving-node';
import { forgetState } from '@mandate/testing/misbehaviours';
import { pino } from 'pino';
import type { Hex } from 'viem';
import type { Answered, Answers, Watched } from './compare.ts';
import { answersOverHttp } from './http-answers.ts';
import { createKeptLists, type KeptLists } from './kept-lists.ts';
import { type ReadModelApi, type ReadModelOptions, type Sources, startReadModelApi } from './read-model.ts';
import { waitUntilServed } from './served.ts';
import type { Service } from './service.ts';

const POLL_MS = 50;
const CATCH_UP_TIMEOUT_MS = 60_000;
const EVERYTHING = 100_000;
const CAREFUL = 'careful' as const;
const FAST = 'fast' as const;
/** Restarts the API at every third comparison. */
const RESTART_EVERY = 3;

export interface WatchedLedger {
  readonly watched: readonly Watched[];
  /** The API, if requested. */
  readonly service: Service | null;
  /** Stops everything and returns what was asked of the API, or null without one. */
  stop(): Promise<(Sources & { readonly pairs: number }) | null>;
}

export interface WatchOptions extends Pick<ReadModelOptions, 'misread'> {
  readonly http?: boolean;
  /** The chains whose nodes keep only the state of their newest block. */
  readonly pruned?: readonly number[];
}

export async function watchWithIndexer(
  chains: readonly LocalChain[],
  db: TestDatabase,
  { http = false, misread, pruned = [] }: WatchOptions = {},
): Promise<WatchedLedger> {
  const log = pino({ level: 'silent' });
  const nodes = await Promise.all(chains.map((chain) => startNode(chain, pruned.includes(chain.chainId))));
  const followed = chains.map((chain, i) => ({ ...chain, url: nodes[i]?.url ?? chain.url }));
  const read = readChains({ CHAINS: writeChains(followed, POLL_MS) });
  // With one fast node, strict answers are about the safe block, which is another question.
  const configured = read.map((chain, i) => ({ ...chain, form: http || i % 2 === 0 ? CAREFUL : FAST }));
  const writer = createWriter(db.database);
  for (const { chainId } of chains) await writer.forget(chainId);
  const stopping = new AbortController();
  const locks = createLocks(db.url);
  const running = run({
    chains: configured,
    writer,
    locks,
    observers: [],
    log,
    signal: stopping.signal,
  });
  const reader = createReader(db.database);
  const api = http ? await startReadModelApi({ databaseUrl: db.url, chains: configured, misread }) : null;
  const over = api && createWatchOverHttp(reader, api);
  const lists = chains.map(({ chainId }) => api && createKeptLists(api.service, chainId));
  return {
    watched: chains.map((chain, i) => {
      const own = lists[i];
      return over && own ? over(chain, own) : watch(chain, reader);
    }),
    service: api?.service ?? null,
    async stop() {
      const sources = await api?.close();
      stopping.abort();
      await running;
      await locks.close();
      await Promise.all(nodes.map((node) => node?.stop()));
      const pairs = lists.reduce((sum, each) => sum + (each?.countPairs() ?? 0), 0);
      return sources ? { ...sources, pairs } : null;
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

function watch(chain: LocalChain, reader: Reader): Watched {
  return {
    async answerNow() {
      const { hash } = await chain.client.getBlock();
      await waitFor(chain, reader, hash);
      return { answers: answersAt(chain, reader), blockHash: hash };
    },
    async answerThen(choice): Promise<Answered> {
      const head = Number(await chain.client.getBlockNumber());
      const block = 1 + (choice % head);
      const { hash } = await chain.client.getBlock({ blockNumber: BigInt(block) });
      return { answers: answersAt(chain, reader, block), blockHash: hash };
    },
  };
}

/** Answers about now only: `extensions` asks about the past. */
function createWatchOverHttp(reader: Reader, { service, restart }: ReadModelApi) {
  let asked = 0;
  return (chain: LocalChain, lists: KeptLists): Watched => ({
    async answerNow() {
      const { hash } = await chain.client.getBlock();
      await waitForMarks(chain, reader, hash);
      if (++asked % RESTART_EVERY === 0) await restart();
      await waitUntilServed(service, chain.chainId, hash);
      await lists.readOn((blockHash) => hasBlock(chain, blockHash));
      return { answers: answersOverHttp(service, chain.chainId, hash, lists), blockHash: hash };
    },
    answerThen: async () => null,
  });
}

/** Tells whether a block is part of the chain now. */
async function hasBlock({ client }: LocalChain, blockHash: string): Promise<boolean> {
  const block = await client.getBlock({ blockHash: blockHash as Hex }).catch(() => null);
  if (!block) return false;
  const { hash } = await client.getBlock({ blockNumber: block.number });
  return hash === blockHash;
}

/** Waits until the ledger is at the head. */
async function waitFor(chain: LocalChain, reader: Reader, hash: string): Promise<void> {
  await waitUntil(chain, reader, hash, () => true);
}

/** Waits until the ledger is at the head and knows the safe and finalized blocks. */
async function waitForMarks(chain: LocalChain, reader: Reader, hash: string): Promise<void> {
  const [safe, finalized] = await Promise.all(
    (['safe', 'finalized'] as const).map(async (blockTag) =>
      Number((await chain.client.getBlock({ blockTag })).number),
    ),
  );
  await waitUntil(chain, reader, hash, (known) => known.safe === safe && known.finalized === finalized);
}

async function waitUntil(
  { chainId }: LocalChain,
  reader: Reader,
  hash: string,
  isEnough: (checkpoint: Checkpoint) => boolean,
): Promise<void> {
  for (const deadline = Date.now() + CATCH_UP_TIMEOUT_MS; ; await delay(POLL_MS / 5)) {
    const checkpoint = (await reader.listCheckpoints()).find((each) => each.chainId === chainId);
    const isThere = checkpoint?.block.hash === hash && checkpoint.state === 'following';
    if (isThere && isEnough(checkpoint)) return;
    if (checkpoint?.state === 'tainted') throw new Error(`Chain ${chainId} is tainted: ${checkpoint.reason}`);
    if (Date.now() > deadline) throw new Error(`The indexer did not reach ${hash} of chain ${chainId}.`);
  }
}

function answersAt({ chainId }: LocalChain, reader: Reader, atBlock?: number): Answers {
  const known = <T>(read: T | null): T => {
    if (read === null) throw new Error(`Chain ${chainId} is not in the ledger.`);
    return read;
  };
  return {
    async check(question) {
      const { found } = known(await reader.findSatisfying(chainId, question, atBlock));
      const standing = new Map(found.map((delegation) => [identify(delegation), delegation]));
      return check(question, (grant) => standing.get(identify(grant)));
    },
    async list(registry, direction, wallet) {
      const request = { chainId, registry, direction, wallet, limit: EVERYTHING };
      const { rows } = known(await reader.list(atBlock === undefined ? request : { ...request, atBlock }));
      return rows.map(({ delegation }) => delegation);
    },
  };
}
