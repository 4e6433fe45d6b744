/** For tests: a follower whose nodes misbehave. Its ledger is compared with that of an honest run. */

import { createNode, createQuorum, type NodeOptions } from '@mandate/nodes';
import { createWriter, type Writer } from '@mandate/store';
import { type Behaviour, createMisbehavingNode } from '@mandate/testing/chain/misbehaving-node';
import { lag } from '@mandate/testing/chain/misbehaviours';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/ledger/database';
import { createFollower, type Follower } from '../follow/follower.ts';
import type { Step } from '../follow/following.ts';
import type { Evidence } from '../verify/verify.ts';
import { followedChain } from './followed-chain.ts';
import { FRESH_BLOCKS, type LivelyChain, startLivelyChain } from './lively-chain.ts';
import { CAREFUL } from './reading.ts';

const MAX_STEPS = 40;
/** This many failures in a row decide a trial. */
const ENOUGH = 2;

interface TrialSetup {
  readonly honest: number;
  readonly evidence: Evidence & NodeOptions['evidence'];
}

/** One lying node, and the means to notice it. */
const SETUPS = {
  bloom: { honest: 0, evidence: { bloom: true, receipts: false } },
  receipts: { honest: 0, evidence: { bloom: false, receipts: true } },
  'bloom and receipts': { honest: 0, evidence: { bloom: true, receipts: true } },
  'receipts and hashes': { honest: 0, evidence: { bloom: false, receipts: true, header: true } },
  'receipts, hashes and proofs': {
    honest: 0,
    evidence: { bloom: false, receipts: true, header: true, proofs: true },
  },
  nothing: { honest: 0, evidence: { bloom: false, receipts: false } },
  'one honest node': { honest: 1, evidence: { bloom: false, receipts: false } },
  'two honest nodes': { honest: 2, evidence: { bloom: false, receipts: false } },
  'two honest nodes and proofs': { honest: 2, evidence: { bloom: false, receipts: false, proofs: true } },
} as const satisfies Record<string, TrialSetup>;

export type Setup = keyof typeof SETUPS;

/** When the node begins to lie: from the start, or once the follower is near the head. */
export type Phase = 'in a backfill' | 'at the head';

export type LedgerRows = readonly Readonly<Record<string, unknown>>[];

/** The state of a follower a few steps after it met the lie. */
export interface TrialResult {
  readonly steps: readonly Step['type'][];
  readonly errors: readonly Error[];
  readonly block: number;
  readonly hash: string;
  readonly rows: LedgerRows;
}

export interface Trial {
  meet(lie: Behaviour): Promise<TrialResult>;
  /** Makes all nodes honest again, and follows them to the head. */
  recover(): Promise<TrialResult>;
}

export type Trials = Awaited<ReturnType<typeof startTrials>>;

export async function startTrials() {
  const [lively, db] = await Promise.all([startLivelyChain(), createTestDatabase()]);
  const { chain } = lively;
  const isStill = true;
  const plain = await Promise.all([1, 2, 3].map(() => createMisbehavingNode(chain.url, { isStill })));
  const withBloom = await createMisbehavingNode(chain.url, { bloom: 'computed', isStill });
  const writer = createWriter(db.database);
  const honest = await followHonestly(lively, db, writer);

  async function open(setup: Setup, phase: Phase, timeoutMs?: number, reading = CAREFUL): Promise<Trial> {
    const { honest: count, evidence }: TrialSetup = SETUPS[setup];
    const nodes = evidence.bloom ? [withBloom] : plain.slice(0, count + 1);
    const [liar] = nodes;
    const source = createQuorum(
      nodes.map(({ url }) => createNode(url, chain.chainId, { timeoutMs, evidence })),
      Math.min(2, nodes.length),
    );
    const follower = createFollower(followedChain(chain, { evidence, reading }), source, writer);
    await (phase === 'at the head' ? restore(db) : writer.forget(chain.chainId));
    const look = async (tried: Awaited<ReturnType<typeof attempt>>): Promise<TrialResult> => {
      const checkpoint = await writer.findCheckpoint(chain.chainId);
      const { number = -1, hash = '0x' } = checkpoint?.block ?? {};
      return { ...tried, block: number, hash, rows: await listRows(db) };
    };
    return {
      async meet(lie) {
        liar?.misbehave(lie);
        return look(await attempt(follower));
      },
      async recover() {
        liar?.misbehave(null);
        return look(await attempt(follower));
      },
    };
  }

  return {
    ...lively,
    /** The ledger of an honest run, by the block at which it ended. */
    honest,
    open,
    async stop() {
      await Promise.all([...plain, withBloom].map((node) => node.stop()));
      await Promise.all([chain.stop(), db.drop()]);
    },
  };
}

/** Steps until there is nothing to do, or every step fails. */
async function attempt(follower: Follower) {
  const steps: Step['type'][] = [];
  const errors: Error[] = [];
  for (let failed = 0; steps.length < MAX_STEPS && steps.at(-1) !== 'idle' && failed < ENOUGH; ) {
    try {
      steps.push((await follower.step()).type);
      failed = 0;
    } catch (error) {
      errors.push(error as Error);
      failed++;
    }
  }
  return { steps, errors };
}

/** Records what an honest run writes, block by block. Saves the ledger from which trials at the head begin. */
async function followHonestly(lively: LivelyChain, db: TestDatabase, writer: Writer) {
  const node = await createMisbehavingNode(lively.chain.url, { isStill: true });
  const evidence = { bloom: false, receipts: true };
  const follower = createFollower(
    followedChain(lively.chain, { evidence }),
    createNode(node.url, lively.chain.chainId),
    writer,
  );
  const ledgers = new Map<number, { hash: string; rows: LedgerRows }>();
  try {
    for (let block = 0; block <= lively.head; block++) {
      node.misbehave(lag(lively.head - block));
      await follower.step();
      const checkpoint = await writer.findCheckpoint(lively.chain.chainId);
      if (checkpoint?.block.number !== block) throw new Error(`The honest run did not stop at ${block}.`);
      ledgers.set(block, { hash: checkpoint.block.hash, rows: await listRows(db) });
      if (block === lively.head - FRESH_BLOCKS) await save(db);
    }
  } finally {
    await node.stop();
  }
  return ledgers;
}

const TABLES = ['chain', 'block', 'delegation'] as const;

async function save({ database }: TestDatabase): Promise<void> {
  for (const table of TABLES) await database.query(`create table saved_${table} as table ${table}`);
}

async function restore({ database }: TestDatabase): Promise<void> {
  await database.query('delete from chain');
  for (const table of TABLES) {
    await database.query(`insert into ${table} overriding system value table saved_${table}`);
  }
}

async function listRows({ database }: TestDatabase): Promise<LedgerRows> {
  const { rows } = await database.query<Record<string, unknown>>(
    'select * from delegation order by since_block, since_log, from_address, to_address',
  );
  return rows.map(({ id: _, ...row }) => row);
}
