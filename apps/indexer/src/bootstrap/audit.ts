/** Proves an imported ledger against the chain, a part at a time, while the chain is followed. */
import { type Delegation, messageOf } from '@mandate/core';
import { createFindFalse } from '@mandate/fold';
import { retryAfter, type Source } from '@mandate/nodes';
import type { Audited, Block, Writer } from '@mandate/store';
import type { FollowedChain } from '../follow/following.ts';
import { createScan } from './scan.ts';

export type AuditState =
  /** The chain was not imported, or all of it is verified. */
  | { readonly type: 'done' }
  /** The chain is not served before its standing rows are proved. */
  | { readonly type: 'proving'; readonly rows: number; readonly problem: string | null }
  /** Past questions are not answered before the logs agree with the imported history. */
  | {
      readonly type: 'scanning';
      readonly block: number;
      readonly until: number;
      readonly problem: string | null;
    }
  | { readonly type: 'tainted'; readonly reason: string };

export interface Audit {
  /** Works for about this long. If nodes refuse, it retries later: the chain is followed anyway. */
  work(ms: number): Promise<AuditState>;
}

const PAGE_ROWS = 2_500;
const PAGES_AT_ONCE = 6;
/**
 * The depth below the checkpoint at which rows are proved: reorgs rarely reach it, and nodes still have its state.
 */
const PROOF_DEPTH = 16;
/** A chain that is not proved is not served, so its blocks can wait this long. */
const MIN_PROOF_MS = 5_000;
/** A part that failed is retried after this time, which doubles with each failure. */
const RETRY = { firstMs: 1_000, maxMs: 5 * 60_000 };

/** The rows that were proved since this process started. */
interface Proof {
  readonly rewinds: number;
  after: { readonly block: number; readonly log: number } | null;
  rows: number;
  newest: Block | null;
}

export function createAudit(
  chain: FollowedChain,
  source: Source,
  writer: Writer,
  { pageRows = PAGE_ROWS }: { readonly pageRows?: number } = {},
): Audit {
  const { chainId, registries } = chain;
  const store = writer.audit;
  const findFalse = createFindFalse(source, registries);
  const scan = createScan(chain, source, store);
  let proof: Proof | null = null;
  let failures = 0;
  let retryAt = 0;
  let problem: string | null = null;

  async function work(ms: number): Promise<AuditState> {
    const startedAt = performance.now();
    for (;;) {
      const audited = await store.find(chainId);
      if (!audited) return { type: 'done' };
      // A scan leaves half of the time to other work. A chain that is not proved has no readers to delay.
      const until = startedAt + (audited.proved === null ? Math.max(ms, MIN_PROOF_MS) : ms / 2);
      if (performance.now() >= until || performance.now() < retryAt) return describe(audited);
      const reason = await advance(audited, until).catch(postpone);
      if (reason === null) continue;
      await writer.taint(chainId, audited.block, reason);
      return { type: 'tainted', reason };
    }
  }

  function postpone(error: unknown): null {
    problem = messageOf(error);
    retryAt = performance.now() + retryAfter(error, failures++, RETRY);
    return null;
  }

  function describe({ proved, scanned, imported }: Audited): AuditState {
    if (proved === null) return { type: 'proving', rows: proof?.rows ?? 0, problem };
    return { type: 'scanning', block: scanned, until: imported, problem };
  }

  /** Proves or scans the next part. Returns why the imported ledger is wrong, if it is. */
  async function advance(audited: Audited, until: number): Promise<string | null> {
    const wrong = await (audited.proved === null ? prove(audited, until) : scan(audited));
    [failures, problem] = [0, null];
    return (
      wrong &&
      `The file that this ledger was imported from is wrong. ${wrong}. Don't use that file. Run: rebuild --chain ${chainId}, ` +
        'which removes the chain. Then import another file, or let the indexer read the whole chain.'
    );
  }

  /** Proves as many rows as there is time for, all at one block. */
  async function prove(
    { imported, block, finalized, rewinds }: Audited,
    until: number,
  ): Promise<string | null> {
    proof ??= { rewinds, after: null, rows: 0, newest: null };
    // The ledger has the hashes of few final blocks, but always that of the newest one, and no reorg reaches it.
    const newest = Math.max(block.number - PROOF_DEPTH, Math.min(finalized ?? 0, block.number), imported);
    const at = await store.findBlock(chainId, imported, newest);
    if (!at)
      throw new Error(
        `The ledger of chain ${chainId} has no block hash since block ${imported}. Wait for the next block.`,
      );
    const listPage = (after: Proof['after']) =>
      store.listStanding(chainId, { imported, at: at.number, after, limit: pageRows });
    const { wrong, rows, next } = await provePages(findFalse, listPage, at, proof.after, until);
    if (wrong) {
      const { registry, kind, from, to } = wrong;
      return `Its ${registry} delegation (${kind}) from ${from} to ${to} does not stand at block ${at.number} as the file says`;
    }
    proof.rows += rows;
    proof.after = next;
    if (!proof.newest || at.number > proof.newest.number) proof.newest = at;
    if (next) return null;
    // If the chain went back below that block, all rows are proved again.
    await store.markProved(chainId, proof.newest, proof.rewinds);
    proof = null;
    return null;
  }

  return { work };
}

/** Reads the next pages, and computes the storage slots of their rows, while the nodes answer for the previous ones. */
async function provePages(
  findFalse: ReturnType<typeof createFindFalse>,
  listPage: (after: Proof['after']) => ReturnType<Writer['audit']['listStanding']>,
  at: Block,
  after: Proof['after'],
  until: number,
) {
  const asked = new Set<Promise<void>>();
  let wrong: Delegation | undefined;
  let rows = 0;
  let next = after;
  do {
    const page = await listPage(next);
    const answer = findFalse(page.delegations, at.hash).then(([first]) => {
      wrong ??= first;
      asked.delete(answer);
    });
    // The error is thrown where the promise is awaited.
    answer.catch(() => {});
    asked.add(answer);
    rows += page.delegations.length;
    next = page.next;
    if (asked.size >= PAGES_AT_ONCE) await Promise.race(asked);
  } while (next && !wrong && performance.now() < until);
  await Promise.all(asked);
  return { wrong, rows, next };
}
