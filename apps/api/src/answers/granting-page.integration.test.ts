/** Answers of /resolve from the read model are those of the database, byte for byte, through reorgs. */
import { integer, pick } from '@mandate/contracts';
import { rightsFromText } from '@mandate/core';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { afterAll, expect, test } from 'vitest';
import { getTagged, startBothApis, type Tagged } from '../testing/both-apis.ts';

const ROUNDS = size(60, 2_000);
const both = await startBothApis(readSeed('resolve from the read model'));
const { moving, withModel, onDatabase, move, untilBothKnow, countPages } = both;
const { random } = moving;
afterAll(() => both.close());

function drawPath(): string {
  const scope = pick(random, ['', `&contract=${moving.contract}`, `&contract=${moving.contract}&tokenId=1`]);
  const rights = pick(random, ['', `&rights=${rightsFromText('vote')}`]);
  const registries = pick(random, ['', '&registries=v1', '&registries=v2']);
  const numbers = pick(random, ['', '&numbers=string']);
  const limit = integer(random, 1, 4);
  const party = `${pick(random, ['from', 'to'])}=${pick(random, moving.wallets)}`;
  return `/resolve?${party}${scope}${rights}${registries}${numbers}&limit=${limit}`;
}

test('whoever answers, the answer and its tag are the same', { timeout: TIMEOUT_MS }, async () => {
  const kept = new Map<string, Tagged>();
  let wallets = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await move();
    await untilBothKnow();
    for (let questions = 0; questions < 6; questions++) {
      for (let path: string | null = drawPath(); path; ) {
        const found = await getTagged(withModel, path);
        expect(found).toEqual(await getTagged(onDatabase, path));
        expect(found.status, found.body).toBe(200);
        wallets += JSON.parse(found.body).wallets.length;
        // A kept answer either still equals the new one in every byte, or the service sends it again.
        const old = kept.get(path) ?? found;
        const { status, body } = await getTagged(withModel, path, old.tag ?? '');
        expect([status, body]).toEqual(old.body === found.body ? [304, ''] : [200, found.body]);
        kept.set(path, found);
        path = found.next;
      }
    }
  }
  expect(wallets).toBeGreaterThan(ROUNDS);
  expect(await countPages('read_model')).toBeGreaterThan(ROUNDS);
});
