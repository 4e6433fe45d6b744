/** Answers of /wallets from the read model are those of the database, byte for byte, through reorgs. */
import { integer, pick } from '@mandate/contracts';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { afterAll, expect, test } from 'vitest';
import { getTagged, startBothApis, type Tagged } from '../testing/both-apis.ts';

const ROUNDS = size(25, 2_000);
const both = await startBothApis(readSeed('wallets from the read model'));
const { moving, withModel, onDatabase, move, untilBothKnow, countPages } = both;
const { random } = moving;
afterAll(() => both.close());

function drawPath(): string {
  const direction = pick(random, ['', '', '&direction=from', '&direction=to']);
  const registries = pick(random, ['', '', '&registries=v1', '&registries=v2']);
  const numbers = pick(random, ['', '&numbers=string']);
  const limit = pick(random, [`limit=${integer(random, 1, 6)}`, 'limit=1000']);
  return `/wallets/${pick(random, moving.wallets)}?${limit}${direction}${registries}${numbers}`;
}

/**
 * The places of two cursors may differ by rows that are passed over, because they were listed as outgoing. If only such
 * rows are left, one of the two ends with an empty page.
 */
const withoutCursor = ({ body }: Tagged) => body.replace(/"next":(?:null|"[\w-]+")/, '"next":"…"');

async function expectSame(found: Tagged, other: Tagged): Promise<void> {
  expect(withoutCursor(found)).toEqual(withoutCursor(other));
  if ((found.next === null) === (other.next === null)) return;
  const { body: rest } = await getTagged(onDatabase, found.next ?? other.next ?? '');
  expect(JSON.parse(rest)).toMatchObject({ delegations: [], next: null });
}

test('whoever answers, the answer is the same, and a tag is that of its answer', {
  timeout: TIMEOUT_MS,
}, async () => {
  const kept = new Map<string, Tagged>();
  let rows = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await move();
    await untilBothKnow();
    for (let questions = 0; questions < 6; questions++) {
      for (let path: string | null = drawPath(); path; ) {
        const found = await getTagged(withModel, path);
        expect(found.status, found.body).toBe(200);
        await expectSame(found, await getTagged(onDatabase, path));
        rows += JSON.parse(found.body).delegations.length;
        // A kept answer either still equals the new one in every byte, or the service sends it again.
        const old = kept.get(path) ?? found;
        const { status, body } = await getTagged(withModel, path, old.tag ?? '');
        expect([status, body]).toEqual(old.body === found.body ? [304, ''] : [200, found.body]);
        kept.set(path, found);
        path = found.next;
      }
    }
  }
  expect(rows).toBeGreaterThan(ROUNDS);
  expect(await countPages('read_model')).toBeGreaterThan(ROUNDS);
});

test('pages that were begun before a block or a reorg go on as if nothing had happened, or end', {
  timeout: TIMEOUT_MS,
}, async () => {
  const statuses = new Map<number, number>();
  for (let round = 0; round < ROUNDS; round++) {
    await untilBothKnow();
    const path = `/wallets/${pick(random, moving.wallets)}?limit=1`;
    const { next } = await getTagged(withModel, path);
    if (!next) continue;
    const before = await getTagged(onDatabase, next);
    await move();
    await untilBothKnow();
    const [found, other] = [await getTagged(withModel, next), await getTagged(onDatabase, next)];
    expect(found.status).toBe(other.status);
    statuses.set(found.status, (statuses.get(found.status) ?? 0) + 1);
    if (found.status === 200) {
      expect(withoutCursor(found)).toEqual(withoutCursor(before));
      expect(withoutCursor(other)).toEqual(withoutCursor(before));
    } else expect(JSON.parse(found.body)).toMatchObject({ code: 'cursor_expired' });
  }
  expect([...statuses.keys()].toSorted()).toEqual([200, 400]);
});
