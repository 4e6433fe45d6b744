/**
 * Answers checks in groups: questions that arrive while statements are running wait, and the next statement takes
 * them all. A single question is sent at once; under load, many share the cost of a statement.
 */
import { type Delegation, type Grant, hasAmount, listSatisfying, type Question } from '@mandate/core';
import type { Read } from '../database/checkpoint.ts';
import { CHECKPOINT_COLUMNS, type CheckpointRow, readCheckpoint } from '../database/checkpoint.ts';
import { ask, type Database } from '../database/database.ts';
import { grantParameters, standing } from '../database/row.ts';

/** The standing grants that satisfy a question. */
export type Satisfying = Read<{ readonly found: Delegation[] }>;

/** The grants that satisfy one question. */
export interface GrantsOfQuestion {
  readonly chainId: number;
  readonly grants: readonly Grant[];
  /** The block to answer for. `undefined` for the checkpoint's block. */
  readonly atBlock: number | undefined;
  /** Only grants that stood without interruption since this block count, each with its smallest amount since. */
  readonly steadySince: number | null;
}

interface WaitingQuestion extends GrantsOfQuestion {
  resolve(answer: Satisfying): void;
  reject(error: unknown): void;
}

/** The most statements at once. Another one starts if the last one takes long or many questions wait. */
const LANES = 4;
const LONG_MS = 5;
const MANY = 50;
const MAX_QUESTIONS = 100;

export function createFindSatisfying(database: Database) {
  let waiting: WaitingQuestion[] = [];
  let underWay = 0;
  let startedAt = 0;

  /** Finds the standing grants that satisfy the question. `check` in core turns them into an answer. */
  function findSatisfying(
    chainId: number,
    question: Question,
    atBlock?: number,
    steadySince: number | null = null,
  ): Promise<Satisfying> {
    return new Promise((resolve, reject) => {
      waiting.push({ chainId, grants: listSatisfying(question), atBlock, steadySince, resolve, reject });
      if (mayStart()) void answerWaiting();
    });
  }

  function mayStart(): boolean {
    if (underWay === 0) return true;
    return underWay < LANES && (waiting.length >= MANY || performance.now() - startedAt > LONG_MS);
  }

  async function answerWaiting(): Promise<void> {
    underWay++;
    startedAt = performance.now();
    // Requests from one packet are read one after the other: wait for all of them.
    await null;
    while (waiting.length > 0) {
      const asked = waiting.slice(0, MAX_QUESTIONS);
      waiting = waiting.slice(MAX_QUESTIONS);
      startedAt = performance.now();
      try {
        const answers = await findStanding(database, asked);
        for (const [i, { resolve }] of asked.entries()) resolve(answers[i] ?? null);
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    underWay--;
  }

  return findSatisfying;
}

/** Finds which grants of each question stand, in one statement. Returns results in the order of the questions. */
export async function findStanding(
  database: Database,
  asked: readonly GrantsOfQuestion[],
): Promise<Satisfying[]> {
  const grants = asked.flatMap((question) => question.grants);
  const rows = await ask<CheckpointRow & { found: string | null }>(database, {
    name: 'find-satisfying',
    text: FIND_SATISFYING,
    values: [
      [...new Set(asked.map(({ chainId }) => chainId))],
      ...grantParameters(grants),
      asked.flatMap((question) => question.grants.map(() => question.chainId)),
      asked.flatMap((question) => question.grants.map(() => question.atBlock ?? null)),
      asked.flatMap((question) => question.grants.map(() => question.steadySince)),
    ],
  });
  const checkpoints = new Map(rows.map((row) => [row.chain_id, readCheckpoint(row)]));
  const amounts = readAmounts(rows);
  let first = 1;
  return asked.map(({ chainId, grants: own }) => {
    const checkpoint = checkpoints.get(chainId);
    const found = own.flatMap((grant, i) => readFound(grant, amounts.get(first + i)));
    first += own.length;
    return checkpoint ? { checkpoint, found } : null;
  });
}

/** Reads amounts by the position of the grant: "3:,7:12" is the third grant, and the seventh with an amount of 12. */
function readAmounts(rows: readonly { found: string | null }[]): Map<number, string> {
  const amounts = new Map<number, string>();
  for (const { found } of rows) {
    if (found === null) continue;
    for (const entry of found.split(',')) {
      const [position, amount = ''] = entry.split(':');
      amounts.set(Number(position), amount);
    }
  }
  return amounts;
}

function readFound(grant: Grant, amount: string | undefined): Delegation[] {
  if (amount === undefined) return [];
  return [hasAmount(grant) ? { ...grant, amount: BigInt(amount) } : grant];
}

const FIND_SATISFYING = `
  select ${CHECKPOINT_COLUMNS}, f.found
  from chain c
  left join lateral (
    select string_agg(d.position || ':' || coalesce(d.amount::text, ''), ',') as found
    from (${standing({
      more: [
        ['chain_id', '$9::bigint[]'],
        ['at_block', '$10::bigint[]'],
        ['steady_since', '$11::bigint[]'],
      ],
      at: 'coalesce(g.at_block, c.block_number)',
      steadySince: 'g.steady_since',
      where: 'g.chain_id = c.chain_id',
    })}) d
  ) f on true
  where c.chain_id = any($1::bigint[])`;
