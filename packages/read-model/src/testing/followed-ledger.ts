/**
 * Ledgers with random histories, and the delegations at each of their blocks, to compare with the answers of read
 * models.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, check, type Delegation, identify, type Question } from '@mandate/core';
import type { Checkpoint } from '@mandate/store';
import { block, createTestDatabase, createTestLedger } from '@mandate/testing/ledger/database';
import { createRandomHistory, type RandomHistory } from '@mandate/testing/ledger/history';
import { pino } from 'pino';
import { type Follower, followLedger } from '../follow.ts';
import type { ReadModel } from '../read-model.ts';
import { answerFrom, QUESTIONS, type Standing } from './small-world.ts';

const REACH_TIMEOUT_MS = 20_000;
const LOOK_EVERY_MS = 5;

/** One answer of a read model: the chain, the block's hash, the question's number and the answer. */
export type Sample = readonly [chainId: number, hash: string, question: number, answer: string];

export type FollowedLedger = Awaited<ReturnType<typeof createFollowedLedger>>;

/** `random` returns numbers from 0 to 1, the same ones for the same seed. */
export async function createFollowedLedger(random: () => number, chains = 2) {
  const db = await createTestDatabase();
  const ledger = createTestLedger(db.database);
  let isLost = false;
  /** Skips the rewind if the ledger was restored and has lost the blocks anyway. */
  const rewindUnlessLost: typeof ledger.writer.rewind = async (...given) => {
    if (!isLost) await ledger.writer.rewind(...given);
  };
  const writer = { ...ledger.writer, rewind: rewindUnlessLost };
  const histories = new Map<number, RandomHistory>();
  const standings = new Map<string, Standing>();
  for (let i = 0; i < chains; i++) await open(await ledger.openChain());

  /** Opens a chain at its first block. */
  async function open(chainId: number): Promise<void> {
    histories.set(chainId, createRandomHistory({ ...ledger, writer }, chainId, block(0), random));
    await note(chainId);
  }

  async function getCheckpoint(chainId: number): Promise<Checkpoint> {
    const checkpoint = await ledger.writer.findCheckpoint(chainId);
    if (!checkpoint) throw new Error(`Chain ${chainId} is not there.`);
    return checkpoint;
  }

  async function note(chainId: number): Promise<void> {
    const { hash } = (await getCheckpoint(chainId)).block;
    standings.set(`${chainId} ${hash}`, new Map(getHistory(chainId).standing()));
  }

  function getHistory(chainId: number): RandomHistory {
    const history = histories.get(chainId);
    if (!history) throw new Error(`Chain ${chainId} has no history.`);
    return history;
  }

  async function grow(chainId: number, blocks: number, logs: number): Promise<void> {
    await getHistory(chainId).grow(blocks, logs);
    await note(chainId);
  }

  async function rewind(chainId: number, blocks: number): Promise<void> {
    await getHistory(chainId).rewind(blocks);
    await note(chainId);
  }

  /** Makes the history as it was so many blocks ago, after the ledger was restored to that block. */
  async function lose(chainId: number, blocks: number): Promise<void> {
    isLost = true;
    await getHistory(chainId).rewind(blocks);
    isLost = false;
  }

  /** Applies a random event to a chain. */
  async function happen(chainId: number): Promise<void> {
    const upTo = (most: number) => Math.floor(random() * (most + 1));
    const dice = upTo(9);
    if (dice < 3) await rewind(chainId, 1 + upTo(5));
    else if (dice === 3) await grow(chainId, 1, 80);
    else await grow(chainId, 1 + upTo(2), upTo(6));
  }

  /** Waits until the read model has reached the ledger's block. */
  async function reach(readModel: ReadModel, chainId: number): Promise<Checkpoint> {
    const { block, rewinds, state } = await getCheckpoint(chainId);
    const [question] = QUESTIONS as [Question];
    for (const deadline = Date.now() + REACH_TIMEOUT_MS; Date.now() < deadline; await delay(LOOK_EVERY_MS)) {
      const found = readModel.check(chainId, question)?.checkpoint;
      if (found?.block.hash === block.hash && found.rewinds === rewinds && found.state === state)
        return found;
    }
    throw new Error(`The read model did not reach block ${block.number} of chain ${chainId} in time.`);
  }

  /** Lists the questions that the read model and the database answer differently at the ledger's block. */
  async function listDifferences(readModel: ReadModel, chainId: number): Promise<string[]> {
    const standing = getHistory(chainId).standing();
    const { block } = await getCheckpoint(chainId);
    const differences = await Promise.all(
      QUESTIONS.map(async (question) => {
        const checked = readModel.check(chainId, question);
        const read = await ledger.reader.findSatisfying(chainId, question);
        const said = `${checked?.answer} at ${checked?.checkpoint.block.hash}`;
        const byDatabase = `${answerOf(question, read?.found ?? [])} at ${read?.checkpoint.block.hash}`;
        const expected = `${answerFrom(standing, question)} at ${block.hash}`;
        return said === expected && byDatabase === expected
          ? []
          : [`${identify(question)}: ${said}, by the database ${byDatabase}, is ${expected}`];
      }),
    );
    return differences.flat();
  }

  /** Lists the answers that are wrong for their block. */
  const listWrong = (samples: readonly Sample[]): string[] =>
    samples.flatMap(([chainId, hash, index, answer]) => {
      const standing = standings.get(`${chainId} ${hash}`);
      const question = QUESTIONS[index] as Question;
      const expected = standing ? String(answerFrom(standing, question)) : 'of no block';
      return answer === expected
        ? []
        : [`${identify(question)} on ${chainId} at ${hash} is ${answer}, not ${expected}`];
    });

  return {
    db,
    ledger,
    open,
    grow,
    lose,
    happen,
    getCheckpoint,
    reach,
    listDifferences,
    listWrong,
    chainIds: [...histories.keys()],
    follow: (readModel: ReadModel): Follower =>
      followLedger({
        readModel,
        databaseUrl: db.url,
        chainIds: [...histories.keys()],
        log: pino({ level: 'silent' }),
      }),
    /** Counts the standing delegations. */
    countStanding: (chainId: number) => getHistory(chainId).standing().size,
  };
}

function answerOf(question: Question, found: readonly Delegation[]): Answer {
  return check(question, (grant) => found.find((each) => identify(each) === identify(grant)));
}

/** Asks the read model some of the questions. */
export function sample(readModel: ReadModel, chainId: number, every: number, first = 0): Sample[] {
  const samples: Sample[] = [];
  for (let index = first % every; index < QUESTIONS.length; index += every) {
    const checked = readModel.check(chainId, QUESTIONS[index] as Question);
    if (checked) samples.push([chainId, checked.checkpoint.block.hash, index, String(checked.answer)]);
  }
  return samples;
}
