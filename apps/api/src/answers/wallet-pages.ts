/** The delegations of a wallet on many chains, page by page: one chain after the other, each at one block. */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Registry } from '@mandate/core';
import type { Direction } from '@mandate/read-model/rows';
import type { DatedRow, Reader } from '@mandate/store';
import { type ProblemCode, ProblemError } from '../http/problems.ts';
import { askUntilSteady, isNow } from '../request/at-block.ts';
import { describeServed, type ServedChain, type ServedChains } from '../request/chains.ts';
import type { ListPlace, Pin } from '../request/cursor.ts';
import { refuseOne } from '../request/read-parameters.ts';
import type { WalletPlace } from '../request/wallet-cursor.ts';
import { FIRST, findMarkOfList, type ListPages, ReplacedError } from './list-pages.ts';
import type { AskedChain } from './present.ts';
import { type SurveyRequest, surveyChains } from './wallet-survey.ts';

export interface WalletRequest extends SurveyRequest {
  readonly chainIds: readonly number[];
  /** Only delegations from the wallet, or only those to it. */
  readonly direction: Direction | undefined;
  readonly limit: number;
  /** The place after the page before. */
  readonly start: WalletPlace | null;
}

export interface WalletRow extends DatedRow {
  readonly chainId: number;
}

export interface WalletPage {
  readonly rows: readonly WalletRow[];
  readonly chains: readonly AskedChain[];
  readonly next: WalletPlace | null;
}

type WalletReader = Pick<Reader, 'list' | 'findBlocks' | 'findLists'>;

/** Rows that are read before others get their turn. */
const ROWS_AT_ONCE = 250;
/** A page that took this many reads of the database ends with its chain. */
const MAX_READS = 40;
/** The newer registry first. */
const ORDER: readonly Registry[] = ['v2', 'v1'];

/** These problems concern one chain only. Any other concerns the whole page. */
const OF_CHAIN: ReadonlySet<ProblemCode> = new Set([
  'chain_not_supported',
  'chain_not_ready',
  'chain_lagging',
  'chain_tainted',
  'block_not_reached',
  'history_unverified',
  'history_uncertain',
  'under_audit',
  // The time is before the first of this chain.
  'invalid_parameters',
]);

interface ChainPart {
  readonly known: AskedChain['known'];
  readonly rows: readonly DatedRow[];
  /** The place where the next page continues in the chain. `null` if the chain was read to its end. */
  readonly next: WalletPlace['begun'];
}

export function createWalletPages(lists: ListPages, served: ServedChains) {
  return async function readPage(getReader: () => WalletReader, request: WalletRequest): Promise<WalletPage> {
    const { start } = request;
    const chainIds = listFrom(start, request.chainIds);
    const counted = countReads(getReader);
    const readChain = createReadChain(lists, served.list(), counted.getReader, { ...request, chainIds });
    const rows: WalletRow[] = [];
    const chains: AskedChain[] = [];
    const isFull = () => rows.length === request.limit || counted.reads() >= MAX_READS;
    for (const chainId of chainIds) {
      if (isFull()) return { rows, chains, next: { chainId, begun: null } };
      const begun = start?.chainId === chainId ? start.begun : null;
      const part = await readChain(chainId, request.limit - rows.length, begun);
      chains.push({ chainId, known: part.known });
      for (const row of part.rows) rows.push({ chainId, ...row });
      if (part.next) return { rows, chains, next: { chainId, begun: part.next } };
    }
    assertAnswered(start, chains);
    return { rows, chains, next: null };
  };
}

/** Returns the chains that are not read to their end. */
const listFrom = (start: WalletPlace | null, chainIds: readonly number[]) =>
  start ? chainIds.filter((chainId) => chainId >= start.chainId) : chainIds;

function countReads(getReader: () => WalletReader) {
  let reads = 0;
  return {
    reads: () => reads,
    getReader: () => {
      reads++;
      return getReader();
    },
  };
}

/** Returns a function that reads the part of a page that one chain has, or says why the chain cannot answer. */
function createReadChain(
  lists: ListPages,
  served: readonly ServedChain[],
  getReader: () => WalletReader,
  request: WalletRequest,
) {
  const byId = new Map(served.map((chain) => [chain.chainId, chain]));
  const wanted = request.chainIds.flatMap((chainId) => byId.get(chainId) ?? []);
  const survey = createLazySurvey(getReader, wanted, request);
  return async (chainId: number, limit: number, begun: WalletPlace['begun']): Promise<ChainPart> => {
    const chain = byId.get(chainId);
    if (!chain) return { known: refuseUnserved(chainId, served), rows: [], next: null };
    try {
      return await readPart({ lists, survey, getReader, chain, request: { ...request, limit } }, begun);
    } catch (error) {
      if (!(error instanceof ProblemError && OF_CHAIN.has(error.code))) throw error;
      return { known: error, rows: [], next: null };
    }
  };
}

/** Throws if no chain has answered on the only page: an empty list would look like a no. A chain that can't answer now is a better reason than one that is not served. */
function assertAnswered(start: WalletPlace | null, chains: readonly AskedChain[]): void {
  const problems = chains.flatMap(({ known }) => (known instanceof ProblemError ? [known] : []));
  if (start || problems.length < chains.length) return;
  const detail = 'This service serves no chain. Ask its operator to configure one.';
  throw (
    problems.find(({ code }) => code !== 'chain_not_supported') ??
    problems[0] ??
    new ProblemError('chain_not_supported', detail)
  );
}

function refuseUnserved(chainId: number, all: readonly ServedChain[]): ProblemError {
  const detail = `Chain ${chainId} is not served here. ${describeServed(all)}`;
  return new ProblemError('chain_not_supported', detail);
}

type LazySurvey = ReturnType<typeof createLazySurvey>;

/** Surveys all chains when the first of them is needed. A chain that went back is surveyed again, alone. */
function createLazySurvey(
  getReader: () => WalletReader,
  chains: readonly ServedChain[],
  request: WalletRequest,
) {
  let all: ReturnType<typeof surveyChains> | null = null;
  const used = new Set<number>();
  return async (chain: ServedChain) => {
    const isFirst = !used.has(chain.chainId);
    used.add(chain.chainId);
    if (isFirst) all ??= surveyChains(getReader(), chains, request);
    const survey = await ((isFirst && all) || surveyChains(getReader(), [chain], request));
    return survey.get(chain.chainId) ?? null;
  };
}

interface ChainReading {
  readonly lists: ListPages;
  readonly survey: LazySurvey;
  readonly getReader: () => WalletReader;
  readonly chain: ServedChain;
  readonly request: WalletRequest;
}

async function readPart(reading: ChainReading, begun: WalletPlace['begun']): Promise<ChainPart> {
  const { chain, request } = reading;
  const registries = ORDER.filter((name) => chain.registries[name] && request.registries.includes(name));
  for (const registry of registries) {
    const mark = await findMarkOfList({
      chain,
      list: { registry, wallet: request.wallet },
      only: request.direction,
    });
    if (mark) throw mark;
  }
  if (begun) {
    try {
      return await readLists(reading, registries, begun.pin, begun);
    } catch (error) {
      if (!(error instanceof ReplacedError)) throw error;
      const message = `continues ${chain.name} at a block that the chain has replaced: start again without it.`;
      throw refuseOne('cursor', message, 'cursor_expired');
    }
  }
  return askUntilSteady(chain, async () => {
    try {
      return await beginChain(reading, registries);
    } catch (error) {
      if (error instanceof ReplacedError) return null;
      throw error;
    }
  });
}

/** Returns null if the chain went back meanwhile. */
async function beginChain(reading: ChainReading, registries: readonly Registry[]): Promise<ChainPart | null> {
  const { lists, survey, chain, request } = reading;
  const { wallet, when } = request;
  // A chain without the registries has a block all the same.
  const list = { chainId: chain.chainId, registry: registries[0] ?? 'v2', wallet, moment: '' };
  const probe = { list, chain, numbers: undefined, dated: true, only: request.direction };
  const isPresent = isNow(when);
  const known = isPresent ? lists.findVersion(probe) : null;
  if (known) return readLists(reading, registries, known.pin, null);
  const surveyed = await survey(chain);
  if (surveyed === null) return null;
  if (surveyed instanceof ProblemError) throw surveyed;
  const filled = registries.filter((name) => surveyed.lists.some(({ registry }) => registry === name));
  // The read model has just missed: it is not asked again.
  const read = isPresent ? lists.readFromDatabase : lists.read;
  const part = await readLists(reading, filled, surveyed.pin, null, read);
  return { ...part, known: describe(registries, surveyed.pin) };
}

const firstOf = ({ direction }: WalletRequest): ListPlace => (direction ? { direction } : FIRST);

const describe = (registries: readonly Registry[], { block, safeBlock }: Pin) => ({
  registries: registries.toSorted(),
  block,
  safeBlock,
});

/** Reads the lists of a chain from a place on, until they end or the page is full. */
async function readLists(
  { lists, getReader, chain, request }: ChainReading,
  registries: readonly Registry[],
  pin: Pin,
  begun: WalletPlace['begun'],
  read = lists.read,
): Promise<ChainPart> {
  const { wallet, direction: only } = request;
  const known = describe(registries, pin);
  const rows: DatedRow[] = [];
  const first = begun ? registries.indexOf(begun.registry) : 0;
  for (const registry of registries.slice(first)) {
    let place: ListPlace | null = begun?.registry === registry ? begun.place : firstOf(request);
    const list = { chainId: chain.chainId, registry, wallet, moment: '' };
    while (place) {
      const left = request.limit - rows.length;
      if (left === 0) return { known, rows, next: { registry, pin, place } };
      if (rows.length > 0) await yieldToOthers();
      const limit = Math.min(left, ROWS_AT_ONCE);
      const asked = { list, chain, numbers: undefined, dated: true, only, pin, place, limit };
      const page = await read(getReader, asked);
      rows.push(...page.rows);
      place = page.next;
    }
  }
  return { known, rows, next: null };
}
