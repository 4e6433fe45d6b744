/**
 * Answers the checks of a batch: many questions about one chain, all at one block. Most pairs of wallets have no
 * delegation, so the first statement finds the pairs that ever had one, and the second reads only those.
 */
import { type Delegation, listSatisfying, type Question } from '@mandate/core';
import type { Read } from '../database/checkpoint.ts';
import {
  CHECKPOINT_COLUMNS,
  type Checkpoint,
  type CheckpointRow,
  readCheckpoint,
} from '../database/checkpoint.ts';
import { ask, type Database } from '../database/database.ts';
import { createTaskLimit } from '../database/limit-tasks.ts';
import { findStanding } from './find-satisfying.ts';

/** For each question, the standing grants that satisfy it, at the checkpoint's block or the one asked for. */
export type AllSatisfying = Read<{
  readonly found: readonly (readonly Delegation[])[];
  /** The chain went back between the statements: the results are from two histories. */
  readonly isTorn: boolean;
}>;

/** A question and its results so far. */
interface PendingQuestion {
  readonly question: Question;
  found: readonly Delegation[];
}

/** The most statements of batches at once, so few that single checks always find a free connection. */
const LANES = 3;
const MAX_PAIRS = 500;
const MAX_QUESTIONS = 100;
const PAIR_BYTES = 40;

export function createFindSatisfyingAll(database: Database) {
  const inTurn = createTaskLimit(LANES);

  /**
   * Each statement sees the ledger at its own time. Its result is valid for every block up to its checkpoint, so the
   * earliest checkpoint is the block that is valid for all of them.
   */
  async function findSatisfyingAll(
    chainId: number,
    questions: readonly Question[],
    atBlock?: number,
    steadySince: number | null = null,
  ): Promise<AllSatisfying> {
    const asked = questions.map((question): PendingQuestion => ({ question, found: [] }));
    const pairs = [...Map.groupBy(asked, ({ question: { from, to } }) => from + to).values()];
    const parts = await Promise.all(
      split(pairs, MAX_PAIRS).map((part) => inTurn(() => findKnown(database, chainId, part))),
    );
    const checkpoint = findEarliest(parts.map((part) => part.checkpoint));
    if (!checkpoint) return null;
    const known = parts.flatMap((part) => part.known);
    const at = { atBlock: atBlock ?? checkpoint.block.number, steadySince };
    const seen = await Promise.all(
      split(known, MAX_QUESTIONS).map((part) => inTurn(() => fillFound(database, chainId, part, at))),
    );
    const rewinds = new Set([...parts.map((part) => part.checkpoint), ...seen].map((each) => each?.rewinds));
    return { checkpoint, found: asked.map(({ found }) => found), isTorn: rewinds.size > 1 };
  }

  return findSatisfyingAll;
}

/** Finds the questions about pairs that have or ever had a delegation. */
async function findKnown(
  database: Database,
  chainId: number,
  pairs: readonly PendingQuestion[][],
): Promise<{ checkpoint: Checkpoint | null; known: PendingQuestion[] }> {
  const [row] = await ask<CheckpointRow & { known: number[] | null }>(database, {
    name: 'find-known-pairs',
    text: FIND_KNOWN_PAIRS,
    values: [chainId, pairs.length, writePairs(pairs)],
  });
  const known = row?.known?.flatMap((position) => pairs[position - 1] ?? []) ?? [];
  return { checkpoint: row ? readCheckpoint(row) : null, known };
}

/**
 * Writes both wallets of each pair, one after the other: encoding a thousand arrays of bytes takes longer than the
 * search.
 */
function writePairs(pairs: readonly PendingQuestion[][]): Buffer {
  const bytes = Buffer.alloc(pairs.length * PAIR_BYTES);
  for (const [i, [first]] of pairs.entries()) {
    if (first) bytes.write(first.question.from.slice(2) + first.question.to.slice(2), i * PAIR_BYTES, 'hex');
  }
  return bytes;
}

/** Fills in the results of these questions. `null` if the chain is no longer in the ledger. */
async function fillFound(
  database: Database,
  chainId: number,
  asked: readonly PendingQuestion[],
  at: { readonly atBlock: number; readonly steadySince: number | null },
): Promise<Checkpoint | null> {
  const grants = asked.map(({ question }) => ({ chainId, grants: listSatisfying(question), ...at }));
  const answers = await findStanding(database, grants);
  for (const [i, each] of asked.entries()) each.found = answers[i]?.found ?? [];
  return answers[0]?.checkpoint ?? null;
}

function findEarliest(checkpoints: readonly (Checkpoint | null)[]): Checkpoint | null {
  const [first = null, ...others] = checkpoints;
  return others.reduce(
    (earliest, each) => (earliest && each && each.block.number < earliest.block.number ? each : earliest),
    first,
  );
}

function split<T>(all: readonly T[], most: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / most) }, (_, i) => all.slice(i * most, (i + 1) * most));
}

/** The order of `delegation_grant`, as for checks, so that no other index can be used. */
const FIND_KNOWN_PAIRS = `
  select ${CHECKPOINT_COLUMNS}, k.known
  from chain c
  cross join lateral (
    select array_agg(p.position) as known
    from generate_series(1, $2::int) as p (position)
    cross join lateral (
      select from delegation d
      where d.chain_id = c.chain_id
        and d.from_address = substr($3::bytea, ${PAIR_BYTES} * p.position - 39, 20)
        and d.to_address = substr($3::bytea, ${PAIR_BYTES} * p.position - 19, 20)
      order by d.registry desc, d.kind desc, d.contract desc, d.token_id desc, d.rights desc,
        d.since_block desc, d.since_log desc
      limit 1
    ) any_row
  ) k
  where c.chain_id = $1`;
