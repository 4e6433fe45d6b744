/**
 * A client that keeps lists with their tags, and reads some of them page by page while the chain goes on. It throws where an
 * answer contradicts one that it has.
 */
import type { Registry } from '@mandate/core';
import type { Reply, Service } from './service.ts';

interface Kept {
  readonly tag: string;
  readonly body: string;
}

/** A list whose first page was read at an earlier block. */
interface Begun {
  readonly name: string;
  /** The whole list at the block of the first page. */
  readonly body: string;
  readonly blockHash: string;
  readonly rows: readonly string[];
  readonly next: string;
}

export interface KeptLists {
  /** Returns the whole list, after comparing it with what is kept of it. */
  read(registry: Registry, wallet: string): Promise<Reply>;
  /** Reads the other pages of lists that were begun at an earlier block. `isCanonical` tells whether a block is still there. */
  readOn(isCanonical: (blockHash: string) => Promise<boolean>): Promise<void>;
  /** The pairs of answers of one list whose tags were compared. */
  countPairs(): number;
}

const NUMBERS = { numbers: 'string' };
/** One of so many lists is also read page by page. */
const PAGED_EVERY = 7;
const ROWS_OF_A_PAGE = '2';

export function createKeptLists(service: Service, chainId: number): KeptLists {
  const chain = { chainId: String(chainId) };
  /** The last answer of each list. */
  const kept = new Map<string, Kept>();
  /** Every list that a tag was ever given for. Each answer is compared with all earlier ones: reorgs bring lists back. */
  const bodies = new Map<string, string>();
  const answers = new Map<string, number>();
  let begun: Begun[] = [];
  let reads = 0;

  async function read(registry: Registry, wallet: string): Promise<Reply> {
    const path = `/registry/${registry}/${wallet}`;
    const query = { ...NUMBERS, ...chain };
    const reply = await service.get(path, query);
    const tag = reply.headers.get('etag');
    if (reply.status !== 200 || tag === null) return reply;
    const name = `${path} with the tag ${tag}`;
    const same = bodies.get(name);
    if (same !== undefined && same !== reply.body)
      throw new Error(`${name} was ${same} and is ${reply.body}.`);
    bodies.set(name, reply.body);
    answers.set(path, (answers.get(path) ?? 0) + 1);
    const old = kept.get(path);
    if (old) await askAgain(path, query, reply, old);
    kept.set(path, { tag, body: reply.body });
    if (++reads % PAGED_EVERY === 0) await begin(path, query, reply);
    return reply;
  }

  /** Asks whether the kept answer still holds. That must be so exactly if it is the list's present one. */
  async function askAgain(path: string, query: Record<string, string>, reply: Reply, old: Kept) {
    const again = await service.get(path, query, { 'If-None-Match': old.tag });
    const isAtSameBlock = again.headers.get('x-block-hash') === reply.headers.get('x-block-hash');
    if (!isAtSameBlock) return;
    const body = again.status === 304 ? old.body : again.body;
    if (body !== reply.body)
      throw new Error(
        `${path} is ${reply.body}, but for ${old.tag} it was answered ${again.status} ${body}.`,
      );
  }

  async function begin(path: string, query: Record<string, string>, whole: Reply): Promise<void> {
    const first = await service.get(path, { ...query, limit: ROWS_OF_A_PAGE });
    const blockHash = first.headers.get('x-block-hash');
    const next = nextOf(first);
    if (blockHash === null || blockHash !== whole.headers.get('x-block-hash') || next === null) return;
    begun.push({ name: path, body: whole.body, blockHash, rows: [rowsOf(first)], next });
  }

  async function readOn(isCanonical: (blockHash: string) => Promise<boolean>): Promise<void> {
    const lists = begun;
    begun = [];
    for (const list of lists) {
      const body = await readRest(list);
      if (body === null && (await isCanonical(list.blockHash)))
        throw new Error(
          `${list.name} ended between two pages, although block ${list.blockHash} is still there.`,
        );
      if (body !== null && body !== list.body)
        throw new Error(`${list.name} was ${list.body}, and page by page it is ${body}.`);
    }
  }

  /** Returns null if the chain has replaced the block of the list. */
  async function readRest({ name, blockHash, rows, next }: Begun): Promise<string | null> {
    const all = [...rows];
    for (let link: string | null = next; link !== null; ) {
      const [path = '', query = ''] = link.split('?', 2);
      const page: Reply = await service.get(path, Object.fromEntries(new URLSearchParams(query)));
      if (page.status === 400 && page.body.includes('cursor_expired')) return null;
      if (page.status !== 200 || page.headers.get('x-block-hash') !== blockHash)
        throw new Error(`A page of ${name} at ${blockHash} was answered with ${page.status}: ${page.body}`);
      all.push(rowsOf(page));
      link = nextOf(page);
    }
    return `[${all.filter((each) => each !== '').join(',')}]`;
  }

  const countPairs = () => [...answers.values()].reduce((sum, count) => sum + (count * (count - 1)) / 2, 0);
  return { read, readOn, countPairs };
}

const rowsOf = ({ body }: Reply) => body.slice(1, -1);

const nextOf = ({ headers }: Reply) => /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? null;
