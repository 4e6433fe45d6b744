/** Measures the indexer's memory with many chains, most of them idle. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type LocalChain, startLocalChain, writeChains } from '@mandate/contracts';
import { createReader } from '@mandate/store';
import { createTestDatabase } from '@mandate/testing/database';

const INDEXER = fileURLToPath(new URL('../../apps/indexer/src/main.ts', import.meta.url));
const FIRST_CHAIN_ID = 31_337;
const CATCH_UP_TIMEOUT_MS = 120_000;

export interface MemoryResult {
  readonly chains: number;
  readonly residentMb: number;
  readonly peakMb: number;
}

/** The first chain is busy; the others have mined a few empty blocks. */
export async function measureMemory(busy: LocalChain, count: number, seconds: number): Promise<MemoryResult> {
  const idle: LocalChain[] = [];
  const db = await createTestDatabase();
  try {
    for (let i = 1; i < count; i++) {
      const chain = await startLocalChain({ chainId: FIRST_CHAIN_ID + i });
      idle.push(chain);
      await chain.mine(20);
    }
    const env = {
      ...process.env,
      DATABASE_URL: db.url,
      CHAINS: writeChains([busy, ...idle], 500),
      INDEXER_PORT: '0',
      LOG_LEVEL: 'error',
    };
    const indexer = spawn(process.execPath, [INDEXER], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    try {
      await caughtUp(createReader(db.database), count);
      await delay(seconds * 1000);
      return { chains: count, ...readMemory(indexer.pid ?? 0) };
    } finally {
      indexer.kill('SIGTERM');
      await once(indexer, 'exit');
    }
  } finally {
    await Promise.all(idle.map((chain) => chain.stop()));
    await db.drop();
  }
}

async function caughtUp(reader: ReturnType<typeof createReader>, count: number): Promise<void> {
  for (const deadline = Date.now() + CATCH_UP_TIMEOUT_MS; Date.now() < deadline; await delay(250)) {
    const checkpoints = await reader.listCheckpoints();
    if (checkpoints.filter(({ block, head }) => block.number === head).length === count) return;
  }
  throw new Error(`The indexer did not catch up with ${count} chains in ${CATCH_UP_TIMEOUT_MS / 1000} s.`);
}

function readMemory(pid: number): { residentMb: number; peakMb: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  return { residentMb: megabytes('VmRSS'), peakMb: megabytes('VmHWM') };
}
