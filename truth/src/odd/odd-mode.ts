/**
 * Follows chains through nodes that behave as those of other chains do. The ledger must be right about the block that it
 * is at, or stop.
 */
import type { LocalChain } from '@mandate/contracts';
import { identify, REGISTRY_IDS } from '@mandate/core';
import { createFollower, createNode, type Follower } from '@mandate/indexer';
import { CAREFUL, FAST } from '@mandate/indexer/testing/reading';
import { createReader, createWriter, type Reader } from '@mandate/store';
import { createMisbehavingNode, type MisbehavingNode } from '@mandate/testing/chain/misbehaving-node';
import { lag } from '@mandate/testing/chain/misbehaviours';
import { createTestDatabase } from '@mandate/testing/ledger/database';
import { type Answers, compare, QUESTIONS_PER_COMPARISON } from '../compare.ts';
import { type Compared, merge } from '../compared.ts';
import { answersOf } from '../domain.ts';
import { type History, type Step, sample, within } from '../history.ts';
import { play } from '../play.ts';
import type { Mode } from '../run.ts';
import { startChain } from '../start-chain.ts';
import { WALLETS } from '../world.ts';
import type { OddNode } from './behaviours.ts';

/** A ledger that stopped stays so for the rest of its history, so histories are short. */
const MAX_STEPS = 60;
const MAX_STEPS_TO_HEAD = 200;
const MAX_ERRORS = 3;
const EVERYTHING = 100_000;

/** `which` gives each node histories of its own. */
export function createOddMode(odd: OddNode, which: number): Mode {
  return {
    together: 1,
    draw: (seed, number, commands) => within(draw(seed + which, number), commands),
    start: ([number = 1]) => start(odd, number),
  };
}

/** Every other pair of histories, one for each form, has few and full blocks: their order within a block matters. */
function draw(seed: number, number: number): History {
  const history = sample(seed, number).slice(0, MAX_STEPS);
  return number % 4 < 2 ? history.filter(({ type }) => type !== 'mine') : history;
}

interface Followed {
  readonly chain: LocalChain;
  readonly node: MisbehavingNode;
  readonly follower: Follower;
  readonly reader: Reader;
}

async function start(odd: OddNode, number: number): ReturnType<Mode['start']> {
  const chain = await startChain();
  const node = await createMisbehavingNode(chain.url, {
    bloom: odd.evidence.bloom ? 'computed' : 'as it is',
  });
  node.misbehave(odd.behave(number));
  const { database, drop } = await createTestDatabase();
  const followed = { chain, node, reader: createReader(database), follower: follow() };
  return {
    worlds: [
      {
        play: (step) =>
          odd.dropsReplaced && step.type === 'reorg' ? dropReplaced(followed, step) : play(chain, step),
        compare: (choice) => compareLedger(followed, choice),
      },
    ],
    async stop() {
      await node.stop();
      await chain.stop();
      await drop();
      return {};
    },
  };

  function follow(): Follower {
    const { chainId } = chain;
    const { v1, v2 } = chain.registries;
    const { evidence } = odd;
    const ofChain = {
      chainId,
      registries: { ...(v1 ? { v1 } : {}), v2 },
      evidence,
      depths: { safe: null, finalized: null },
      startBlock: 1,
      reading: number % 2 === 0 ? FAST : CAREFUL,
    };
    return createFollower(ofChain, createNode(node.url, chainId, { evidence }), createWriter(database));
  }
}

/** Compares while the blocks that a reorg replaces are gone, and others have not taken all of their numbers. */
async function dropReplaced(
  followed: Followed,
  step: Extract<Step, { readonly type: 'reorg' }>,
): Promise<Compared> {
  const { chain, node, follower } = followed;
  await catchUp(follower);
  await play(chain, step);
  const compared: Compared[] = [];
  for (const dropped of [step.depth, Math.ceil(step.depth / 2)]) {
    node.misbehave(lag(dropped));
    compared.push(await compareLedger(followed, step.depth));
  }
  node.misbehave(null);
  return merge(compared);
}

/** Compares the ledger with the contracts at its own block, and at a past block selected by `choice`. */
async function compareLedger({ chain, follower, reader }: Followed, choice: number): Promise<Compared> {
  await catchUp(follower);
  const place = (await reader.listCheckpoints()).find(({ chainId }) => chainId === chain.chainId);
  const { hash: head } = await chain.client.getBlock();
  const isServed = place?.state === 'following';
  const questions = QUESTIONS_PER_COMPARISON;
  const refused = isServed && place.block.hash === head ? 0 : questions;
  const nothing = { questions, refused, differences: [] };
  if (!isServed) return nothing;
  const { number, hash } = place.block;
  const hashOf = async (block: number) =>
    (await chain.client.getBlock({ blockNumber: BigInt(block) }).catch(() => null))?.hash;
  // The contracts no longer answer about a block that was replaced.
  if (number === 0 || (await hashOf(number)) !== hash) return nothing;
  const past = 1 + (choice % number);
  const pastHash = await hashOf(past);
  const [now, then] = await Promise.all([
    compare(chain, { answers: await readAnswers(reader, chain), blockHash: hash }),
    pastHash ? compare(chain, { answers: await readAnswers(reader, chain, past), blockHash: pastHash }) : [],
  ]);
  return { questions, refused, differences: [...now, ...then] };
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
