import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CHECK_CASES } from '@mandate/core/check-cases';
import { createFolder, type Folder } from '@mandate/testing/process/folder';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { now } from './clock.ts';
import { openReadModel, type ReadModel } from './read-model.ts';
import { checkpointAt, DELEGATION, placeAt, ROW, readOf, startAt } from './testing/log-reads.ts';

let folder: Folder;
let readModel: ReadModel;
beforeEach(() => {
  folder = createFolder();
  readModel = openReadModel({ dir: folder.path });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await readModel.close();
  folder.remove();
});

/** Loads the chain at a block at which nothing stands. */
async function loadAt(number: number, feed?: string): Promise<void> {
  await readModel.beginLoading(1, 'me');
  await readModel.endLoading(1, 'me', startAt(number, feed), now());
}

function ask(of = readModel) {
  const checked = of.check(1, DELEGATION);
  return checked && `${checked.answer} at ${checked.checkpoint.block.number}`;
}

/** All reads within one turn of the event loop see one state of the file. */
const nextTurn = () => delay(5);

test.each(CHECK_CASES)('$name', async ({ given, question, answer }) => {
  const rows = given.map((delegation, log) => ({ ...ROW, delegation, since: { ...ROW.since, log } }));
  await readModel.beginLoading(1, 'me');
  await readModel.load(1, 'me', rows, 'from');
  await readModel.endLoading(1, 'me', startAt(5), now());
  expect(readModel.check(1, question)?.answer).toBe(answer);
});

describe('a chain', () => {
  test('is not answered before it is loaded', async () => {
    expect(ask()).toBeNull();
    await readModel.beginLoading(1, 'me');
    expect(ask()).toBeNull();
    await readModel.load(1, 'me', [ROW], 'from');
    expect(ask()).toBeNull();
    expect(readModel.states()).toEqual([{ chainId: 1, ready: false, block: null }]);
    await readModel.endLoading(1, 'me', startAt(5), now());
    expect(ask()).toBe('true at 5');
    expect(readModel.states()).toEqual([{ chainId: 1, ready: true, block: 5 }]);
    expect(readModel.check(2, DELEGATION)).toBeNull();
  });

  test('advances block by block, and is not answered between two blocks', async () => {
    await loadAt(0);
    expect(ask()).toBe('false at 0');
    expect(await readModel.apply(1, placeAt(0), readOf(0, 1), now())).toBe(true);
    expect(ask()).toBe('true at 1');
    // The first read has three of the four changes.
    const part = readOf(1, 4, { complete: false, checkpoint: checkpointAt(5) });
    expect(await readModel.apply(1, placeAt(1), part, now())).toBe(true);
    expect(ask()).toBeNull();
    expect(await readModel.apply(1, placeAt(4), readOf(4, 5), now())).toBe(true);
    expect(ask()).toBe('true at 5');
  });

  test('is answered once its log was read after the load', async () => {
    await readModel.beginLoading(1, 'me');
    await readModel.endLoading(1, 'me', startAt(2));
    expect(ask()).toBeNull();
    expect(readModel.findPlace(1)).toEqual(placeAt(2));
    await readModel.apply(1, placeAt(2), readOf(2, 3), now());
    expect(ask()).toBe('true at 3');
  });

  test('refuses changes that do not follow its place', async () => {
    await loadAt(3);
    for (const other of [placeAt(2), placeAt(4), placeAt(3, 'other'), { ...placeAt(3), stamp: 'other' }]) {
      expect(await readModel.apply(1, other, readOf(4, 5), now())).toBe(false);
    }
    expect(ask()).toBe('false at 3');
    expect(readModel.findPlace(1)).toEqual(placeAt(3));
  });

  test('does not go back to an earlier read', async () => {
    await loadAt(1);
    const earlier = now();
    const at = (number: number) => readOf(0, 0, { checkpoint: checkpointAt(number), place: placeAt(1) });
    expect(await readModel.apply(1, placeAt(1), at(3), now())).toBe(true);
    expect(await readModel.apply(1, placeAt(1), at(2), earlier)).toBe(false);
    expect(ask()).toBe('false at 3');
  });

  test('takes every new checkpoint, even if a restored ledger has the same heartbeat', async () => {
    await loadAt(1);
    const told = [
      { heartbeat: 2 },
      { state: 'tainted', reason: 'why' },
      { head: 9 },
      { rewinds: 1 },
      { block: checkpointAt(2).block },
    ] as const;
    for (const changed of told) {
      const checkpoint = checkpointAt(1, changed);
      await readModel.apply(1, placeAt(1), readOf(1, 1, { checkpoint }), now());
      expect(readModel.check(1, DELEGATION)?.checkpoint).toMatchObject(changed);
    }
  });

  test('is answered at once after it is opened again', async () => {
    await loadAt(0);
    await readModel.apply(1, placeAt(0), readOf(0, 1), now());
    await readModel.close();
    readModel = openReadModel({ dir: folder.path });
    expect(ask()).toBe('true at 1');
    expect(readModel.findPlace(1)).toEqual(placeAt(1));
  });

  test('is answered while it is written, whenever the first check comes', async () => {
    await loadAt(0);
    const turn = () => new Promise(setImmediate);
    for (let block = 1; block <= 12; block++) {
      await readModel.close();
      readModel = openReadModel({ dir: folder.path });
      let isApplied = false;
      const read = readOf(block - 1, block);
      const applying = readModel.apply(1, placeAt(block - 1), read, now()).finally(() => {
        isApplied = true;
      });
      for (let turns = 1; turns < block; turns++) {
        readModel.findPlace(1);
        await turn();
      }
      const right = [`${block % 2 === 0} at ${block - 1}`, `${block % 2 === 1} at ${block}`];
      for (; !isApplied; await turn()) expect(right).toContain(ask());
      await applying;
      expect(ask()).toBe(right[1]);
    }
  });

  test('that is removed and loaded again is never answered with old data', async () => {
    await loadAt(1);
    const reader = openReadModel({ dir: folder.path, readOnly: true });
    expect(ask(reader)).toBe('false at 1');
    await readModel.forget(1);
    // The same number of records as before, but from another log.
    await readModel.beginLoading(1, 'me');
    await readModel.load(1, 'me', [ROW], 'from');
    await readModel.endLoading(1, 'me', startAt(7, 'other'), now());
    await nextTurn();
    expect(ask(reader)).toBe('true at 7');
    await readModel.forget(1);
    await nextTurn();
    expect([ask(), ask(reader)]).toEqual([null, null]);
    expect(readModel.states()).toEqual([]);
    await reader.close();
  });

  test('that is removed and loaded again between two checks is never answered with old data', async () => {
    await loadAt(1);
    const reader = openReadModel({ dir: folder.path, readOnly: true });
    expect(ask(reader)).toBe('false at 1');
    await readModel.forget(1);
    await loadAt(8, 'other');
    await nextTurn();
    expect(ask(reader)).toBe('false at 8');
    await reader.close();
  });
});

describe('the process that loads a chain', () => {
  test('does so alone, until it stops reporting progress', async () => {
    expect(await readModel.beginLoading(1, 'one')).toBe(true);
    expect(await readModel.load(1, 'one', [ROW], 'from')).toBe(true);
    expect(await readModel.beginLoading(1, 'other')).toBe(false);
    const { now: realNow } = Date;
    vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 11_000);
    expect(await readModel.beginLoading(1, 'other')).toBe(true);
    // The first process's rows are gone, and it can neither add rows nor finish the load.
    expect(await readModel.load(1, 'one', [ROW], 'from')).toBe(false);
    expect(await readModel.endLoading(1, 'one', startAt(9), now())).toBe(false);
    expect(ask()).toBeNull();
    expect(await readModel.endLoading(1, 'other', startAt(4), now())).toBe(true);
    expect(ask()).toBe('false at 4');
  });

  test('may start again itself', async () => {
    await readModel.beginLoading(1, 'one');
    await readModel.load(1, 'one', [ROW], 'from');
    expect(await readModel.beginLoading(1, 'one')).toBe(true);
    await readModel.endLoading(1, 'one', startAt(4), now());
    expect(ask()).toBe('false at 4');
  });
});

describe('the folder', () => {
  test('may have a dot in its name, and is created if it is missing', async () => {
    const there = join(folder.path, 'mandate-0.1');
    mkdirSync(there);
    for (const dir of [there, join(folder.path, 'none', 'read.model')]) {
      const other = openReadModel({ dir });
      await other.close();
      const again = openReadModel({ dir, readOnly: true });
      expect(again.states()).toEqual([]);
      await again.close();
    }
  });

  test('is read at one block even if another process writes during a check', async () => {
    await loadAt(1);
    const write = fileURLToPath(new URL('testing/write-block.ts', import.meta.url));
    const { readDoubleBE } = Buffer.prototype;
    for (const [block, reader] of [2, 3].map((block) => [block, openAnother()] as const)) {
      // Both the first question of a handle and a later one.
      if (block === 3) ask(reader);
      // Writes between the two reads of a check: when the version of the first record is read.
      vi.spyOn(Buffer.prototype, 'readDoubleBE').mockImplementationOnce(function (this: Buffer, offset) {
        execFileSync(process.execPath, [write, folder.path, String(block)]);
        return readDoubleBE.call(this, offset);
      });
      expect([`${block % 2 === 0} at ${block - 1}`, `${block % 2 === 1} at ${block}`]).toContain(ask(reader));
      await nextTurn();
      expect(ask(reader)).toBe(`${block % 2 === 1} at ${block}`);
      await reader.close();
    }
  });

  const openAnother = () => openReadModel({ dir: folder.path, readOnly: true });
});

describe('the lease of the process that follows', () => {
  test('is held by one, who may end it', () => {
    expect(readModel.isFollowedByAnother('a')).toBe(false);
    expect(readModel.holdLease('a')).toBe(true);
    expect(readModel.holdLease('a')).toBe(true);
    expect([readModel.isFollowedByAnother('a'), readModel.isFollowedByAnother('b')]).toEqual([false, true]);
    expect(readModel.holdLease('b')).toBe(false);
    // Only its holder ends it.
    readModel.endLease('b');
    expect(readModel.holdLease('b')).toBe(false);
    readModel.endLease('a');
    expect(readModel.isFollowedByAnother('b')).toBe(false);
    expect(readModel.holdLease('b')).toBe(true);
  });

  test('runs out when it is not renewed', () => {
    const began = performance.now();
    const clock = vi.spyOn(performance, 'now');
    const setElapsed = (ms: number) => clock.mockReturnValue(began + ms);
    setElapsed(0);
    expect(readModel.holdLease('a')).toBe(true);
    setElapsed(1_000);
    expect(readModel.holdLease('a')).toBe(true);
    setElapsed(2_400);
    expect(readModel.holdLease('b')).toBe(false);
    setElapsed(2_600);
    expect(readModel.holdLease('b')).toBe(true);
    expect(readModel.holdLease('a')).toBe(false);
  });
});
