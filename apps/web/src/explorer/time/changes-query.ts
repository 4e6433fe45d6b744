/** Reads all changes of a wallet on several chains, and new ones while the page is open. */
import { type Change, listChanges, MandateError } from '@mandate/sdk';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../service/client.ts';
import { queries } from '../../service/queries.ts';

const PAGE_ROWS = 1_000;
/**
 * Each page of the feed scans some thousand changes of all wallets. On chains with many more, the timeline is shown
 * without marks.
 */
const MAX_PAGES = 6;
const LOOK_AGAIN_MS = 4_000;

export interface WalletChanges {
  readonly changes: readonly Change[];
  readonly cursor: string;
  /** False when there were too many changes to read them all. */
  readonly isWhole: boolean;
}

interface ChangesQuestion {
  readonly wallet: `0x${string}`;
  /** The feed of a chain that was never read is an error, so these are the chains that answer. */
  readonly chainIds: readonly number[];
}

export function changesQuery(question: ChangesQuestion) {
  const queryKey = ['changes', question];
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => readOn(question, queries.getQueryData<WalletChanges>(queryKey), signal),
    // Continues from the last cursor, so polling is cheap.
    refetchInterval: ({ state: { data } }) => (data?.isWhole === false ? false : LOOK_AGAIN_MS),
    // Keeps the same object while nothing changes.
    structuralSharing: false,
  });
}

async function readOn(
  question: ChangesQuestion,
  before: WalletChanges | undefined,
  signal: AbortSignal,
): Promise<WalletChanges> {
  if (before?.isWhole === false) return before;
  try {
    return await readPages(question, before, signal);
  } catch (error) {
    const isExpired = error instanceof MandateError && error.code === 'cursor_expired';
    if (!isExpired || !before) throw error;
    return readPages(question, undefined, signal);
  }
}

async function readPages(
  { wallet, chainIds }: ChangesQuestion,
  before: WalletChanges | undefined,
  signal: AbortSignal,
): Promise<WalletChanges> {
  const found: Change[] = [];
  let cursor = before?.cursor ?? 'start';
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const page = await listChanges(client, { wallet, chainIds, cursor, limit: PAGE_ROWS, signal });
    for (const change of page.changes) found.push(change);
    cursor = page.cursor;
    if (page.more) continue;
    const changes = before ? (found.length > 0 ? [...before.changes, ...found] : before.changes) : found;
    return { changes, cursor, isWhole: true };
  }
  return { changes: [], cursor, isWhole: false };
}
