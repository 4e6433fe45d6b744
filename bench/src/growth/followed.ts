/** Measures how a read model follows the ledger: how soon it has a block, and its processor time for a change. */

import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '@mandate/contracts';
import { median } from '../median.ts';
import { type Child, readCpuSeconds } from '../server-process.ts';
import { followChain } from '../writes.ts';
import { CHAIN_ID } from '../writes-ledger.ts';
import { get } from './http-get.ts';
import { listKnown } from './questions.ts';
import type { Sample } from './result.ts';
import type { Subject } from './subject.ts';
import { inTurns } from './turns.ts';

/** The changes of a block, when its delay is measured, and when its processor time is. */
const [EVENTS, MANY_EVENTS] = [10, 100];
const LOOK_AGAIN_MS = 1;
const TIMEOUT_MS = 10_000;

export const FOLLOWED = {
  delayMs: `a block of ${EVENTS} events to the read model, ms`,
  cpuUs: 'a change in the read model, processor µs',
} as const;

/** Commits this many blocks of each kind. */
export async function measureFollowed(
  subjects: readonly Subject[],
  round: number,
  blocks: number,
): Promise<Sample[]> {
  const delays = await inTurns(subjects, round, (subject) => measureDelay(subject, round, blocks));
  const costs = await inTurns(subjects, round, (subject) => measureCpu(subject, round, blocks));
  return [delays.toSample(FOLLOWED.delayMs, (ms) => ms), costs.toSample(FOLLOWED.cpuUs, (us) => us)];
}

async function measureDelay(subject: Subject, round: number, blocks: number): Promise<number> {
  const chain = followChain(subject.ledger, createRandom(round));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const delaysMs: number[] = [];
  try {
    for (let i = 0; i < blocks; i++) {
      const number = (await getBlockNumber(subject)) + 1;
      await chain.take(EVENTS);
      const committedAt = performance.now();
      await untilAt(subject, number, agent);
      delaysMs.push(performance.now() - committedAt);
    }
  } finally {
    agent.destroy();
  }
  return median(delaysMs);
}

/** Takes off what the process uses when nothing happens. */
async function measureCpu(subject: Subject, round: number, blocks: number): Promise<number> {
  const { pid } = subject.apis['the read model'];
  const chain = followChain(subject.ledger, createRandom(1_000 + round));
  const measure = async (work: () => Promise<unknown>) => {
    const [startedAt, before] = [performance.now(), readCpuSeconds(pid)];
    await work();
    return { cpuS: readCpuSeconds(pid) - before, seconds: (performance.now() - startedAt) / 1000 };
  };
  const busy = await measure(async () => {
    for (let i = 0; i < blocks; i++) await chain.take(MANY_EVENTS);
    await untilAt(subject, await getBlockNumber(subject));
  });
  const quiet = await measure(() => delay(1000 * Math.min(busy.seconds, 2)));
  const cpuS = busy.cpuS - (quiet.cpuS * busy.seconds) / quiet.seconds;
  return (1e6 * Math.max(0, cpuS)) / (blocks * MANY_EVENTS);
}

async function getBlockNumber({ ledger: { writer } }: Subject): Promise<number> {
  const checkpoint = await writer.findCheckpoint(CHAIN_ID);
  if (!checkpoint) throw new Error('The chain is gone.');
  return checkpoint.block.number;
}

/** Waits until the read model answers at this block. */
async function untilAt({ apis, ledger }: Subject, number: number, agent?: Agent): Promise<void> {
  const api: Child = apis['the read model'];
  const path = listKnown(ledger.rows)[0]?.path ?? '';
  for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await delay(LOOK_AGAIN_MS)) {
    const { headers } = await get(api.url + path, agent ? { agent } : {});
    if (Number(headers['x-block-number']) >= number) return;
  }
  throw new Error(`The read model was not at block ${number} in ${TIMEOUT_MS / 1000} s.`);
}
