/** Lists from the read model are those of the database, byte for byte, through reorgs and while pages are read. */
import { integer, pick } from '@mandate/contracts';
import { type Delegation, KINDS, type Registry } from '@mandate/core';
import { checksum } from '@mandate/read-model/checksum';
import { createTestDatabase, createTestLedger } from '@mandate/testing/database';
import { CONFIGURED } from '@mandate/testing/ledger-api';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { until } from '@mandate/testing/until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMovingLedger } from '../testing/moving-ledger.ts';
import { createFolder, type ReadModelApi, startReadModelApi } from '../testing/read-model-api.ts';

const ROUNDS = size(60, 2_000);
const CHAIN_ID = 1;
const seed = readSeed('lists');
const folder = createFolder();
const db = await createTestDatabase();
const moving = createMovingLedger(createTestLedger(db.database), CHAIN_ID, seed);
const { random } = moving;
let withModel: ReadModelApi;
let onDatabase: ReadModelApi;

beforeAll(async () => {
  await moving.open();
  withModel = await startReadModelApi(db.url, folder.path, CONFIGURED);
  onDatabase = await startReadModelApi(db.url, null, CONFIGURED);
});
afterAll(async () => {
  await Promise.all([withModel?.close(), onDatabase?.close()]);
  await db.drop();
  folder.remove();
});

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly block: number;
  readonly tag: string | null;
  readonly next: string | null;
}

async function get({ url }: ReadModelApi, path: string, tag?: string): Promise<Answer> {
  const response = await fetch(url + path, tag === undefined ? {} : { headers: { 'If-None-Match': tag } });
  const { headers, status } = response;
  return {
    status,
    body: await response.text(),
    block: Number(headers.get('x-block-number')),
    tag: headers.get('etag'),
    next: /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? null,
  };
}

/** The newest block, at both: what they answer then is to be the same. */
async function untilBothKnow(): Promise<void> {
  const { hash } = moving.blockAt(moving.head());
  const path = `/registry/v2/${moving.wallets[0]}?limit=1`;
  await until('both know the newest block', async () => {
    const hashes = await Promise.all(
      [withModel, onDatabase].map(async ({ url }) => (await fetch(url + path)).headers.get('x-block-hash')),
    );
    const { tag } = await get(withModel, path);
    return tag !== null && hashes.every((each) => each === hash);
  });
}

async function move(): Promise<void> {
  const back = moving.head() > 3 && random() < 0.25 ? integer(random, 1, 3) : 0;
  if (back > 0) await moving.reorg(moving.head() - back);
  for (let blocks = integer(random, back > 0 ? 0 : 1, 3); blocks > 0; blocks--)
    await moving.advance({ changes: integer(random, 0, 6) });
}

/** A row in the words of the interface, written in another way than the service does. */
function present(d: Delegation, numbers: 'number' | 'string') {
  const uint = (value: bigint) => (numbers === 'string' ? String(value) : Number(value));
  const contract = 'contract' in d ? checksum(d.contract) : null;
  const tokenId = 'tokenId' in d ? uint(d.tokenId) : null;
  const { type, tokenType } = KINDS[d.kind];
  const [from, to] = [checksum(d.from), checksum(d.to)];
  if (d.registry === 'v1') return { type, delegate: to, vault: from, contract, tokenId };
  const amount = 'amount' in d ? uint(d.amount) : null;
  return { type, from, to, contract, tokenId, rights: d.rights, tokenType, amount };
}

const drawList = () => {
  const registry: Registry = pick(random, ['v1', 'v2', 'v2']);
  const wallet = pick(random, moving.wallets);
  const numbers = pick(random, ['number', 'string'] as const);
  const path = `/registry/${registry}/${wallet}${numbers === 'string' ? '?numbers=string' : ''}`;
  const bodyAt = (block: number) =>
    JSON.stringify(moving.listAt(block, registry, wallet).map((each) => present(each, numbers)));
  return { path, bodyAt };
};

async function countPages(source: string): Promise<number> {
  return (await withModel.countPages())[source] ?? 0;
}

test('whole lists are the same, and a tag never stays while the list changes', {
  timeout: TIMEOUT_MS,
}, async () => {
  const bodies = new Map<string, string>();
  const kept = new Map<string, Answer>();
  let unchanged = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await move();
    await untilBothKnow();
    for (let lists = 0; lists < 6; lists++) {
      const { path, bodyAt } = drawList();
      const [found, expected] = [await get(withModel, path), await get(onDatabase, path)];
      expect(found.block).toBe(moving.head());
      expect(found.body).toBe(bodyAt(moving.head()));
      expect(found.body).toBe(expected.body);
      const known = `${path} ${found.tag}`;
      expect(bodies.get(known) ?? found.body).toBe(found.body);
      bodies.set(known, found.body);

      const before = kept.get(path);
      const again = await get(withModel, path, before?.tag ?? 'W/"none"');
      if (again.status === 304) {
        expect({ ...again, body: before?.body }).toEqual({ ...found, status: 304 });
        unchanged++;
      } else expect(again.body).toBe(found.body);
      kept.set(path, found);
    }
  }
  expect(unchanged).toBeGreaterThan(ROUNDS / 2);
  expect(bodies.size).toBeGreaterThan(ROUNDS);
  expect(await countPages('read_model')).toBeGreaterThan(ROUNDS);
});

/** Follows the links to the last page. More happens to the chain between some of them. */
async function readPages(first: string, block: number): Promise<string> {
  const rows: string[] = [];
  // A follower that was held up for seconds leaves the answers to the database, and may then be a block behind it.
  await until('the newest block is listed', async () => (await get(withModel, first)).block === block);
  for (let next: string | null = first; next; ) {
    const page: Answer = await get(withModel, next);
    expect([page.status, page.block], page.body).toEqual([200, block]);
    if (page.body !== '[]') rows.push(page.body.slice(1, -1));
    next = page.next;
    if (random() < 0.3) await moving.advance({ changes: integer(random, 0, 4) });
  }
  return `[${rows.join(',')}]`;
}

test('pages are of the block of the first page, whatever happens between them', {
  timeout: TIMEOUT_MS,
}, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await untilBothKnow();
    const { path, bodyAt } = drawList();
    const first = `${path}${path.includes('?') ? '&' : '?'}limit=${integer(random, 1, 4)}`;
    const block = moving.head();
    expect(await readPages(first, block)).toBe(bodyAt(block));
    await move();
  }
  expect(await countPages('database')).toBeGreaterThan(0);
});
