/** Lists from the read model are those of the database, byte for byte, through reorgs and while pages are read. */
import { integer, pick } from '@mandate/contracts';
import { type Delegation, KINDS, type Registry } from '@mandate/core';
import { checksum } from '@mandate/read-model/checksum';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { until } from '@mandate/testing/until';
import { afterAll, expect, test } from 'vitest';
import { getTagged, startBothApis, type Tagged } from '../testing/both-apis.ts';

const ROUNDS = size(60, 2_000);
const both = await startBothApis(readSeed('lists'));
const { moving, withModel, onDatabase, move, untilBothKnow, countPages } = both;
const { random } = moving;
afterAll(() => both.close());

/** A row in the words of the interface, written in another way than the service does. */
function present(d: Delegation, numbers: 'number' | 'string', isExact: boolean) {
  const uint = (value: bigint) => (numbers === 'string' ? String(value) : Number(value));
  const contract = 'contract' in d ? checksum(d.contract) : null;
  const tokenId = 'tokenId' in d ? uint(d.tokenId) : null;
  const { type: scope, tokenType } = KINDS[d.kind];
  const type = (isExact && tokenType) || scope;
  const [from, to] = [checksum(d.from), checksum(d.to)];
  if (d.registry === 'v1') return { type, delegate: to, vault: from, contract, tokenId };
  const amount = 'amount' in d ? uint(d.amount) : null;
  return { type, from, to, contract, tokenId, rights: d.rights, tokenType, amount };
}

/** Writes parameters that are not their defaults. */
function writeForm(form: { numbers: string; types: string }): string {
  const given = Object.entries(form).filter(([, value]) => !['number', 'scope'].includes(value));
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

const drawList = () => {
  const registry: Registry = pick(random, ['v1', 'v2', 'v2']);
  const wallet = pick(random, moving.wallets);
  const numbers = pick(random, ['number', 'string'] as const);
  const types = pick(random, ['scope', 'scope', 'exact']);
  const path = `/registry/${registry}/${wallet}${writeForm({ numbers, types })}`;
  const bodyAt = (block: number) =>
    JSON.stringify(
      moving.listAt(block, registry, wallet).map((each) => present(each, numbers, types === 'exact')),
    );
  return { path, bodyAt };
};

test('whole lists are the same, and a tag never stays while the list changes', {
  timeout: TIMEOUT_MS,
}, async () => {
  const bodies = new Map<string, string>();
  const kept = new Map<string, Tagged>();
  let unchanged = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await move();
    await untilBothKnow();
    for (let lists = 0; lists < 6; lists++) {
      const { path, bodyAt } = drawList();
      const [found, expected] = [await getTagged(withModel, path), await getTagged(onDatabase, path)];
      expect(found.block).toBe(moving.head());
      expect(found.body).toBe(bodyAt(moving.head()));
      expect(found.body).toBe(expected.body);
      const known = `${path.split('?')[0]} ${found.tag}`;
      expect(bodies.get(known) ?? found.body).toBe(found.body);
      bodies.set(known, found.body);

      const before = kept.get(path);
      const again = await getTagged(withModel, path, before?.tag ?? 'W/"none"');
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
  await until('the newest block is listed', async () => (await getTagged(withModel, first)).block === block);
  for (let next: string | null = first; next; ) {
    const page: Tagged = await getTagged(withModel, next);
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
