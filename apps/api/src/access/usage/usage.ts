/** Counts requests by key, operation and hour. They are counted in memory: no request waits for the database. */
import type { KeyStore, UsageStore } from '@mandate/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Sightings } from '../keys/origins-of-keys.ts';
import { createTally } from './tally.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The served chain that is asked about; 0 until it is known. */
    chainId: number;
  }
}

const FLUSH_MS = 5_000;
const PURGE_MS = 3_600_000;
const NO_KEY = 0;

interface UsageDependencies {
  readonly usage: UsageStore;
  readonly keys: Pick<KeyStore, 'touch' | 'purgeEvents' | 'addRefusedOrigins' | 'flagBrowsers'>;
  readonly sightings: Pick<Sightings, 'write'>;
  readonly log: Logger;
}

export function createUsage({ usage, keys, sightings, log }: UsageDependencies) {
  const tally = createTally();
  let used = new Map<number, number>();
  let purgeAt = 0;
  let isFailing = false;
  let flushing: Promise<void> | null = null;

  /** Counts requests of clients. Pages and the operator's own routes have no weight and are not counted. */
  function countAnswer(request: FastifyRequest, { statusCode: status }: FastifyReply): void {
    const { operation, weight } = request.config;
    if (!operation || !weight) return;
    const { id: keyId = NO_KEY } = request.apiKey ?? {};
    const at = Date.now();
    tally.count({ keyId, operation, chainId: request.chainId, status }, at);
    if (keyId !== NO_KEY) used.set(keyId, at);
  }

  async function addAll(): Promise<void> {
    for (let batch = tally.findBatch(); batch; batch = tally.findBatch()) {
      await usage.add(batch);
      tally.done();
    }
  }

  async function touchAll(): Promise<void> {
    const touching = used;
    used = new Map();
    try {
      await keys.touch(new Map([...touching].map(([id, at]) => [id, new Date(at)])));
    } catch (error) {
      // Those that were used again meanwhile have a later time already.
      used = new Map([...touching, ...used]);
      throw error;
    }
  }

  async function purgeSometimes(): Promise<void> {
    if (Date.now() < purgeAt) return;
    await usage.purge();
    await keys.purgeEvents();
    purgeAt = Date.now() + PURGE_MS;
  }

  /** Keeps what can't be added, and adds it later. */
  async function flush(): Promise<void> {
    try {
      await addAll();
      await touchAll();
      await sightings.write(keys);
      await purgeSometimes();
      if (isFailing) log.info({ lost: tally.lost() }, 'usage is added again');
      isFailing = false;
    } catch (error) {
      const why = { error: String(error), requests: tally.waiting() };
      if (!isFailing) log.warn(why, 'usage cannot be written; it is kept, and written later');
      isFailing = true;
    }
  }

  /** One after the other: a batch must not be sent while it is being sent. */
  function flushOnce(): Promise<void> {
    flushing ??= flush().finally(() => {
      flushing = null;
    });
    return flushing;
  }

  const timer = setInterval(flushOnce, FLUSH_MS).unref();

  return {
    countAnswer,
    /** Adds what is left. To be called when the last request was answered. */
    async close(): Promise<void> {
      clearInterval(timer);
      await flushing;
      await flushOnce();
      const requests = tally.waiting();
      if (requests > 0) log.error({ requests }, 'usage is lost: the database does not take it');
    },
  };
}
