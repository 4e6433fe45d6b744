import { type Block, listDelegations, listDelegationsV1, MandateError, type Registry } from '@mandate/sdk';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';

import { type DelegationRow, type Grants, rowOfV1, seenFrom } from './grants.ts';

const PAGE_ROWS = 1_000;
/** Without a key, the limit is 25 requests per ten seconds. One page must not use them all. */
export const ROWS_AT_ONCE = 10_000;
/** A reorg may replace the block while the list is being read. */
const MAX_RESTARTS = 3;

export interface WalletQuestion {
  readonly wallet: `0x${string}`;
  readonly chainId: number;
  readonly registry: Registry;
  /** Defaults to now. */
  readonly atBlock?: number;
  readonly atTime?: number;
  /** Reads at least this many rows, if there are as many. */
  readonly rows: number;
}

export interface WalletAnswer extends Grants {
  /** With its checksum if an answer contains it, otherwise as requested. */
  readonly address: string;
  readonly block: Block;
  /** False when there are more rows. */
  readonly isWhole: boolean;
}

export const walletQuery = (question: WalletQuestion) =>
  queryOptions({
    queryKey: ['wallet', question],
    queryFn: ({ signal }) => ask(question, signal),
    // Keeps the previous list visible until the next one has loaded.
    placeholderData: (before: WalletAnswer | undefined, query) =>
      isSame(query?.queryKey[1] as WalletQuestion | undefined, question) ? before : undefined,
  });

function isSame(before: WalletQuestion | undefined, { wallet, chainId, registry }: WalletQuestion): boolean {
  return before?.wallet === wallet && before.chainId === chainId && before.registry === registry;
}

async function ask(question: WalletQuestion, signal: AbortSignal): Promise<WalletAnswer> {
  for (let restarts = 0; ; restarts++) {
    try {
      return await readPages(question, signal);
    } catch (error) {
      const isExpired = error instanceof MandateError && error.code === 'cursor_expired';
      if (!isExpired || restarts === MAX_RESTARTS) throw error;
    }
  }
}

async function readPages(
  { wallet, chainId, registry, atBlock, atTime, rows }: WalletQuestion,
  signal: AbortSignal,
): Promise<WalletAnswer> {
  const found: DelegationRow[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: Page = await readPage(registry, {
      wallet,
      chainId,
      atBlock,
      atTime,
      limit: PAGE_ROWS,
      signal,
      ...(cursor && { cursor }),
    });
    for (const row of page.rows) found.push(row);
    cursor = page.nextCursor;
    if (cursor && found.length < rows) continue;
    const address = spell(wallet, found[0]);
    return { ...seenFrom(wallet, found), address, block: page.block, isWhole: cursor === null };
  }
}

function spell(wallet: string, row: DelegationRow | undefined): string {
  if (!row) return wallet;
  return row.from.toLowerCase() === wallet.toLowerCase() ? row.from : row.to;
}

interface Page {
  readonly rows: readonly DelegationRow[];
  readonly block: WalletAnswer['block'];
  readonly nextCursor: string | null;
}

async function readPage(
  registry: Registry,
  parameters: Parameters<typeof listDelegations>[1],
): Promise<Page> {
  if (registry === 'v1') {
    const { value, ...rest } = await listDelegationsV1(client, parameters);
    return { rows: value.map(rowOfV1), ...rest };
  }
  const { value, ...rest } = await listDelegations(client, parameters);
  return { rows: value.map((delegation) => ({ registry, ...delegation })), ...rest };
}
