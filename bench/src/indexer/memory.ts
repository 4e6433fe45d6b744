/** Measures the indexer's memory with many chains, most of them idle. */
import { setTimeout as delay } from 'node:timers/promises';
import { type LocalChain, startLocalChain, writeChains } from '@mandate/contracts';
import { createReader } from '@mandate/store';
import { createTestDatabase } from '@mandate/testing/ledger/database';
import { startApp } from '@mandate/testing/process/app-process';
import { until } from '@mandate/testing/until';
import { LONG_CHAIN } from '../long-chain/start-long-chain.ts';
import { type Sample, toSamples } from '../sample.ts';
import { readMemory } from '../usage.ts';

const POLL_MS = 500;
const CATCH_UP_TIMEOUT_MS = 120_000;

/** The node is that of a long chain; the other chains have mined a few empty blocks. */
export async function measureMemory(node: string, count: number, seconds: number): Promise<Sample[]> {
  const idle: LocalChain[] = [];
  const db = await createTestDatabase();
  try {
    while (idle.length < count - 1) {
      const chain = await startLocalChain({ chainId: LONG_CHAIN.chainId + 1 + idle.length });
      idle.push(chain);
      await chain.mine(20);
    }
    const CHAINS = JSON.stringify({
      ...JSON.parse(writeChains(idle, POLL_MS)),
      [LONG_CHAIN.chainId]: {
        nodes: [node],
        registries: LONG_CHAIN.registries,
        startBlock: 1,
        maxQuietSeconds: 'unlimited',
        bloom: false,
        pollMs: POLL_MS,
      },
    });
    const indexer = await startApp('indexer', { DATABASE_URL: db.url, CHAINS, INDEXER_PORT: '0' });
    const reader = createReader(db.database);
    const hasCaughtUp = async () => {
      const reached = (await reader.listCheckpoints()).filter(({ block, head }) => block.number === head);
      return reached.length === count;
    };
    await until(`the indexer catches up with ${count} chains`, hasCaughtUp, CATCH_UP_TIMEOUT_MS);
    await delay(seconds * 1000);
    const { anonymousMb, mappedMb, peakMb } = readMemory([indexer.pid]);
    await indexer.stop();
    return toSamples(
      { name: `memory with ${count} chains` },
      { MB: anonymousMb + mappedMb, 'peak MB': peakMb },
    );
  } finally {
    await Promise.all(idle.map((chain) => chain.stop()));
    await db.drop();
  }
}
