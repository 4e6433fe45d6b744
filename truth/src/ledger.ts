/** The real indexer on a real PostgreSQL, following all chains it is given at once, and the API before it. */
import { setTimeout as delay } from 'node:timers/promises';
import { createApi } from '@mandate/api';
import { readChains } from '@mandate/config';
import { type LocalChain, writeChains } from '@mandate/contracts';
import { check, identify } from '@mandate/core';
import { run } from '@mandate/indexer';
import { createLocks, createReader, createWriter, type Reader } from '@mandate/store';
import type { TestDatabase } from '@mandate/store/testing';
import { pino } from 'pino';
import type { Answered, Answers, Watched } from './compare.ts';
import { answersOverHttp } from './http-answers.ts';

const POLL_MS = 50;
const PATIENCE_MS = 60_000;
const EVERYTHING = 100_000;

export interface WatchedLedger {
  readonly watched: readonly Watched[];
  stop(): Promise<void>;
}

export async function watchWithIndexer(
  chains: readonly LocalChain[],
  db: TestDatabase,
  { http = false } = {},
): Promise<WatchedLedger> {
  const log = pino({ level: 'silent' });
  const configured = readChains({ CHAINS: writeChains(chains, POLL_MS) });
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
  const api = http ? await createApi({ databaseUrl: db.url, chains: configured, log }) : null;
  const url = await api?.app.listen({ host: '127.0.0.1', port: 0 });
  return {
    watched: chains.map((chain) => (url ? watchOverHttp(chain, reader, url) : watch(chain, reader))),
    async stop() {
      await api?.close();
      stopping.abort();
      await running;
      await locks.close();
    },
  };
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

/** The service answers for the head only. */
function watchOverHttp(chain: LocalChain, reader: Reader, url: string): Watched {
  return {
    async answerNow() {
      const { hash } = await chain.client.getBlock();
      await waitFor(chain, reader, hash);
      return { answers: answersOverHttp(url, chain.chainId, hash), blockHash: hash };
    },
    answerThen: async () => null,
  };
}

async function waitFor(chain: LocalChain, reader: Reader, hash: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const checkpoints = await reader.listCheckpoints();
    const checkpoint = checkpoints.find(({ chainId }) => chainId === chain.chainId);
    if (checkpoint?.block.hash === hash && checkpoint.state === 'following') return;
    if (checkpoint?.state === 'tainted')
      throw new Error(`Chain ${chain.chainId} is tainted: ${checkpoint.reason}`);
    if (Date.now() > deadline)
      throw new Error(`The indexer did not reach ${hash} of chain ${chain.chainId}.`);
    await delay(POLL_MS / 5);
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
