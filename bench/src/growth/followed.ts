/** Measures how a read model follows the ledger: how soon it has a block, and its processor time for a change. */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '@mandate/contracts';
import { createRawClient, type RawClient } from '@mandate/testing/service/raw-client';
import { median } from '../median.ts';
import { type Sample, toSamples } from '../sample.ts';
import type { Server } from '../server.ts';
import { clock, inTurns } from '../turns.ts';
import { startMeter } from '../usage.ts';
import { followChain } from '../writes/follow-chain.ts';
import type { WrittenLedger } from '../writes/written-ledger.ts';
import { writeRequest } from './crowd.ts';
import { listKnown } from './questions.ts';

/** The changes of a block, when its delay is measured, and when its processor time is. */
const [EVENTS, MANY_EVENTS] = [10, 100];
const TIMEOUT_MS = 10_000;
const LOOK_AGAIN_MS = 1;

export const BLOCK_TO_READ_MODEL = `a block of ${EVENTS} events to the read model`;
export const CHANGE_IN_READ_MODEL = 'a change in the read model';

interface Subject {
  readonly ledger: WrittenLedger;
  readonly readModel: Server;
}

/** Commits this many blocks of each kind. */
export async function measureFollowed(
  subjects: readonly Subject[],
  round: number,
  blocks: number,
): Promise<Sample[]> {
  const delays = await inTurns(subjects, round, async (subject) => {
    const ms = await measureDelay(subject, round, blocks);
    return toSamples({ name: BLOCK_TO_READ_MODEL, rows: subject.ledger.rows, round }, { ms });
  });
  const costs = await inTurns(subjects, round, async (subject) => {
    const us = await measureCpu(subject, round, blocks);
    return toSamples({ name: CHANGE_IN_READ_MODEL, rows: subject.ledger.rows, round }, { 'CPU µs': us });
  });
  return [...delays, ...costs].flat();
}

async function measureDelay(subject: Subject, round: number, blocks: number): Promise<number> {
  const chain = followChain(subject.ledger, createRandom(round));
  const client = connect(subject);
  const delaysMs: number[] = [];
  while (delaysMs.length < blocks) {
    const number = (await chain.getBlock()).number + 1;
    await chain.take(EVENTS);
    delaysMs.push(await clock(() => untilAt(client, subject, number)));
  }
  client.close();
  return median(delaysMs);
}

/** Takes off what the process uses when nothing happens. */
async function measureCpu(subject: Subject, round: number, blocks: number): Promise<number> {
  const chain = followChain(subject.ledger, createRandom(1_000 + round));
  const measure = async (work: () => Promise<unknown>) => {
    const readUsed = await startMeter(subject.readModel.pids);
    await work();
    return readUsed();
  };
  const busy = await measure(async () => {
    for (let i = 0; i < blocks; i++) await chain.take(MANY_EVENTS);
    const client = connect(subject);
    await untilAt(client, subject, (await chain.getBlock()).number);
    client.close();
  });
  const quiet = await measure(() => delay(1000 * Math.min(busy.seconds, 2)));
  const cpuS = busy.own - (quiet.own * busy.seconds) / quiet.seconds;
  return (1e6 * Math.max(0, cpuS)) / (blocks * MANY_EVENTS);
}

const connect = ({ readModel: { url } }: Subject) => createRawClient(Number(new URL(url).port));

/** Waits until the read model answers at this block. */
async function untilAt(client: RawClient, { ledger }: Subject, number: number): Promise<void> {
  const bytes = writeRequest(listKnown(ledger.rows)[0]?.path ?? '', '10.0.0.1');
  for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await delay(LOOK_AGAIN_MS)) {
    const answer = await client.send({ bytes });
    if (Number(answer?.headers.get('x-block-number')) >= number) return;
  }
  throw new Error(`The read model was not at block ${number} in ${TIMEOUT_MS / 1000} s.`);
}
