/** Reads all delegations of a wallet page by page. Each page is shown as soon as it has arrived. */
import { type ChainAnswer, MandateError, type Network } from '@mandate/sdk';
import { getWallet } from '@mandate/sdk/explore';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../service/client.ts';
import { describeCode, describeFailure } from '../../service/failure.ts';
import { networksQuery, queries } from '../../service/queries.ts';
import { type NameOfChain, type Row, rowsOf } from './rows.ts';

const PAGE_ROWS = 1_000;
/** Without a key, the number of requests is limited. One wallet must not use them all. */
export const ROWS_AT_ONCE = 20_000;
/** A reorg may replace a block while the list is being read. */
const MAX_RESTARTS = 3;
/** Lists of past times can be large, and a slider visits many. */
const KEPT_MS = 60_000;
const AFTER_FAILURE_MS = 5_000;
/** For lists in which a chain is missing that may answer later. */
const UNKNOWN_CHAIN_MS = 10_000;

export interface WalletQuestion {
  readonly wallet: `0x${string}`;
  /** Defaults to now. */
  readonly atTime?: number | undefined;
}

export interface WalletAnswer {
  /** With its checksum. */
  readonly address: string;
  readonly rows: readonly Row[];
  /** Every chain that was read so far. */
  readonly chains: readonly ChainAnswer[];
  /** `null` when all rows were read. */
  readonly nextCursor: string | null;
  /** Reading continues until there are as many rows. */
  readonly goal: number;
}

export const isReading = ({ nextCursor, rows, goal }: WalletAnswer) =>
  nextCursor !== null && rows.length < goal;

export const unknownChains = ({ chains }: WalletAnswer) => chains.filter((chain) => !chain.known);

export const walletQuery = ({ wallet, atTime }: WalletQuestion) => {
  const question = { wallet, ...(atTime !== undefined && { atTime }) };
  const queryKey = ['wallet', question] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const before = queries.getQueryData<WalletAnswer>(queryKey);
      // A list that is read again replaces the shown one when it is complete.
      const show =
        before && !isReading(before)
          ? () => {}
          : (answer: WalletAnswer) => void queries.setQueryData(queryKey, answer);
      return read({ question, before, show, signal });
    },
    // Comparing 10,000 rows would take longer than showing them.
    structuralSharing: false,
    gcTime: KEPT_MS,
    refetchInterval: ({ state: { status, error, data } }) => {
      if (status === 'error') return describeFailure(error).passes && AFTER_FAILURE_MS;
      const isSmall = data && data.rows.length < PAGE_ROWS;
      return isSmall && unknownChains(data).some(({ code, detail }) => describeCode(code, detail).passes)
        ? UNKNOWN_CHAIN_MS
        : false;
    },
    // Keeps the previous list visible until the next one has loaded.
    placeholderData: (previous: WalletAnswer | undefined, query) =>
      (query?.queryKey[1] as WalletQuestion | undefined)?.wallet === wallet ? previous : undefined,
  });
};

/** Reads more rows of a list that ended at its goal. */
export function readMore(question: WalletQuestion): void {
  const { queryKey } = walletQuery(question);
  queries.setQueryData<WalletAnswer>(
    queryKey,
    (before) => before && { ...before, goal: before.rows.length + ROWS_AT_ONCE },
  );
  void queries.refetchQueries({ queryKey });
}

interface Reading {
  readonly question: WalletQuestion;
  readonly before: WalletAnswer | undefined;
  readonly show: (answer: WalletAnswer) => void;
  readonly signal: AbortSignal;
}

async function read({ before, ...reading }: Reading): Promise<WalletAnswer> {
  // Continues a list that was interrupted.
  let start = before && isReading(before) ? before : undefined;
  const goal = before?.goal ?? ROWS_AT_ONCE;
  for (let restarts = 0; ; restarts++) {
    try {
      return await readPages({ ...reading, start, goal });
    } catch (error) {
      const isExpired = error instanceof MandateError && error.code === 'cursor_expired';
      if (!isExpired || restarts === MAX_RESTARTS) throw error;
      start = undefined;
    }
  }
}

interface PagesReading extends Omit<Reading, 'before'> {
  readonly start: WalletAnswer | undefined;
  readonly goal: number;
}

async function readPages({ question, start, goal, show, signal }: PagesReading): Promise<WalletAnswer> {
  const named = listNetworks();
  const rows: Row[] = start ? [...start.rows] : [];
  const chains = new Map(start?.chains.map((chain) => [chain.chainId, chain]));
  for (let cursor = start?.nextCursor ?? null; ; ) {
    const page = await getWallet(client, {
      ...question,
      limit: PAGE_ROWS,
      signal,
      ...(cursor !== null && { cursor }),
    });
    for (const row of rowsOf(page.address, page.delegations, nameChains(await named))) rows.push(row);
    for (const chain of page.chains) chains.set(chain.chainId, chain);
    cursor = page.nextCursor;
    const answer = {
      address: page.address,
      rows: [...rows],
      chains: [...chains.values()],
      nextCursor: cursor,
      goal,
    };
    if (!isReading(answer)) return answer;
    show(answer);
  }
}

/** The list is readable without the names of the chains. */
async function listNetworks(): Promise<readonly Network[]> {
  return queries.ensureQueryData(networksQuery).catch(() => []);
}

export function nameChains(networks: readonly Network[]): NameOfChain {
  const names = new Map(networks.map(({ chainId, name }) => [chainId, name]));
  return (chainId) => names.get(chainId) ?? `Chain ${chainId}`;
}
