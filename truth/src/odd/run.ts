/**
 * Plays random histories through nodes that behave as those of other chains do. The ledger must be right about the block
 * that it is at, or stop.
 */
import { type LocalChain, startLocalChain } from '@mandate/contracts';
import { identify, REGISTRY_IDS } from '@mandate/core';
import { createFollower, createNode, type Follower } from '@mandate/indexer';
import { CAREFUL, FAST } from '@mandate/indexer/testing/reading';
import { createReader, createWriter, type Reader, type Writer } from '@mandate/store';
import type { TestDatabase } from '@mandate/testing/database';
import { createMisbehavingNode, type MisbehavingNode } from '@mandate/testing/misbehaving-node';
import { lag } from '@mandate/testing/misbehaviours';
import { type Answers, compare, type Difference, QUESTIONS_PER_COMPARISON } from '../compare.ts';
import { answersOf } from '../domain.ts';
import { countCommands, type History, type Step } from '../history.ts';
import { play } from '../play.ts';
import { FINALITY_BLOCKS, sample, within } from '../truth.ts';
import { MULTICALL, SMART, WALLETS } from '../world.ts';
import { ODD_NODES, type OddNode } from './behaviours.ts';

/** A ledger that stopped stays so for the rest of its history, so histories are short. */
const MAX_STEPS = 60;
const MAX_STEPS_TO_HEAD = 200;
const MAX_ERRORS = 3;
const EVERYTHING = 100_000;

export interface OddTally {
  readonly name: string;
  commands: number;
  questions: number;
  /** Questions while the ledger was not at the head: they get a 503, or the answer of an older block. */
  refused: number;
}

export interface OddOptions {
  /** The number of writes to play for each behaviour. */
  readonly commands: number;
  readonly seed: number;
  readonly index: TestDatabase;
  /** Receives each behaviour's tally once its commands are played. */
  readonly onPlayed?: (tally: OddTally) => void;
}

interface OddFailure {
  readonly name: string;
  readonly history: number;
  readonly step: number;
  readonly differences: readonly Difference[];
}

/** Runs until all commands are played for each behaviour, or until a ledger differs. */
export async function runOddNodes({ commands, seed, index, onPlayed }: OddOptions) {
  const tallies: OddTally[] = [];
  for (const [i, odd] of ODD_NODES.entries()) {
    const tally: OddTally = { name: odd.name, commands: 0, questions: 0, refused: 0 };
    tallies.push(tally);
    for (let number = 1; tally.commands < commands; number++) {
      const history = within(draw(seed + i, number), commands - tally.commands);
      const failure = await playThrough(odd, history, number, index, tally);
      if (failure) return { tallies, failure };
    }
    onPlayed?.(tally);
  }
  return { tallies, failure: null };
}

/** Every other pair of histories, one for each form, has few and full blocks: their order within a block matters. */
function draw(seed: number, number: number): History {
  const history = sample(seed, number).slice(0, MAX_STEPS);
  return number % 4 < 2 ? history.filter(({ type }) => type !== 'mine') : history;
}

interface Stage {
  readonly odd: OddNode;
  readonly chain: LocalChain;
  readonly node: MisbehavingNode;
  readonly follower: Follower;
  readonly writer: Writer;
  readonly reader: Reader;
}

async function playThrough(
  odd: OddNode,
  history: History,
  number: number,
  { database }: TestDatabase,
  tally: OddTally,
): Promise<OddFailure | null> {
  const chain = await startLocalChain({
    finalityBlocks: FINALITY_BLOCKS,
    smartWallets: [...SMART, MULTICALL],
  });
  const bloom = odd.evidence.bloom ? 'computed' : 'as it is';
  const node = await createMisbehavingNode(chain.url, { bloom });
  node.misbehave(odd.behave(number));
  const writer = createWriter(database);
  await writer.forget(chain.chainId);
  const follower = follow(chain, node, odd, number, writer);
  const stage = { odd, chain, node, follower, writer, reader: createReader(database) };
  try {
    const steps: History = [...history, { type: 'compare' }];
    for (const [i, step] of steps.entries()) {
      const differences = await playStep(stage, step, tally, number + i * 7919);
      if (differences.length > 0) return { name: odd.name, history: number, step: i + 1, differences };
    }
    return null;
  } finally {
    await node.stop();
    await chain.stop();
  }
}

function follow(
  { chainId, registries: { v1, v2 } }: LocalChain,
  { url }: MisbehavingNode,
  { evidence }: OddNode,
  number: number,
  writer: Writer,
): Follower {
  const followed = {
    chainId,
    registries: { ...(v1 ? { v1 } : {}), v2 },
    evidence,
    depths: { safe: null, finalized: null },
    startBlock: 1,
    reading: number % 2 === 0 ? FAST : CAREFUL,
  };
  return createFollower(followed, createNode(url, chainId, { evidence }), writer);
}

async function playStep(stage: Stage, step: Step, tally: OddTally, choice: number): Promise<Difference[]> {
  const { odd, chain, node, follower } = stage;
  tally.commands += countCommands(step);
  if (step.type === 'reorg' && odd.dropsReplaced) {
    await catchUp(follower);
    await play(chain, step);
    for (const dropped of [step.depth, Math.ceil(step.depth / 2)]) {
      node.misbehave(lag(dropped));
      const differences = await judge(stage, tally, choice);
      if (differences.length > 0) return differences;
    }
    node.misbehave(null);
    return [];
  }
  await play(chain, step);
  return step.type === 'compare' ? judge(stage, tally, choice) : [];
}

/** Compares the ledger with the contracts at its own block, and at a past block selected by `choice`. */
async function judge(stage: Stage, tally: OddTally, choice: number): Promise<Difference[]> {
  const { chain, follower, writer, reader } = stage;
  await catchUp(follower);
  const checkpoint = await writer.findCheckpoint(chain.chainId);
  const { hash: head } = await chain.client.getBlock();
  const isServed = checkpoint?.state === 'following';
  tally.questions += QUESTIONS_PER_COMPARISON;
  if (!isServed || checkpoint.block.hash !== head) tally.refused += QUESTIONS_PER_COMPARISON;
  if (!isServed) return [];
  const { number, hash } = checkpoint.block;
  const hashOf = async (block: number) =>
    (await chain.client.getBlock({ blockNumber: BigInt(block) }).catch(() => null))?.hash;
  // The contracts no longer answer about a block that was replaced.
  if (number === 0 || (await hashOf(number)) !== hash) return [];
  const past = 1 + (choice % number);
  const pastHash = await hashOf(past);
  const [now, then] = await Promise.all([
    compare(chain, { answers: await readAnswers(reader, chain), blockHash: hash }),
    pastHash ? compare(chain, { answers: await readAnswers(reader, chain, past), blockHash: pastHash }) : [],
  ]);
  return [...now, ...then];
}

/** Steps to the head, or until the nodes fail for good. */
async function catchUp(follower: Follower): Promise<void> {
  let errors = 0;
  for (let i = 0; i < MAX_STEPS_TO_HEAD && errors < MAX_ERRORS; i++) {
    const step = await follower.step().catch(() => null);
    if (step?.type === 'idle' || step?.type === 'tainted') return;
    errors = step ? 0 : errors + 1;
  }
}

async function readAnswers(reader: Reader, { chainId }: LocalChain, atBlock?: number): Promise<Answers> {
  const lists = await Promise.all(
    REGISTRY_IDS.flatMap((registry) =>
      WALLETS.map((wallet) =>
        reader.list({
          ...{ chainId, registry, direction: 'from' as const, wallet, limit: EVERYTHING },
          ...(atBlock === undefined ? {} : { atBlock }),
        }),
      ),
    ),
  );
  const standing = lists.flatMap((list) => list?.rows ?? []).map(({ delegation }) => delegation);
  return answersOf(new Map(standing.map((delegation) => [identify(delegation), delegation])));
}
