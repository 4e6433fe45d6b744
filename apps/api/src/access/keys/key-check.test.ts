import { createSecretKey } from 'node:crypto';
import { NO_RULES, UnavailableError, type ValidKey } from '@mandate/store';
import { beforeEach, describe, expect, test } from 'vitest';
import { createKey } from './api-key.ts';
import { createCheckedKey } from './checked-key.ts';
import { digestOf } from './issue-key.ts';
import { createKeyCheck, type KeyCheck } from './key-check.ts';
import type { Pepper } from './pepper.ts';

const OLD: Pepper = { version: 1, secret: createSecretKey(Buffer.alloc(32, 1)) };
const NEW: Pepper = { version: 2, secret: createSecretKey(Buffer.alloc(32, 2)) };
const KNOWN = createCheckedKey({ id: 7, owner: null, ...NO_RULES });

const key = createKey();
let clock = 0;
let asked: (readonly Buffer[])[] = [];
let answer: () => Promise<ValidKey | null>;
let checkKey: KeyCheck;

beforeEach(() => {
  asked = [];
  answer = async () => KNOWN;
  checkKey = create([OLD, NEW]);
});

function create(peppers: readonly Pepper[]): KeyCheck {
  const findValid = (digests: readonly Buffer[]) => {
    asked.push(digests);
    return answer();
  };
  return createKeyCheck({ findValid, peppers, now: () => clock });
}

const away = async () => {
  throw new UnavailableError('away');
};

/** A question that is answered when the test says so. */
function hold(): (found: ValidKey | null) => void {
  const { promise, resolve } = Promise.withResolvers<ValidKey | null>();
  answer = () => promise;
  return resolve;
}

describe('what is asked', () => {
  test('the newest digest first, then those of older peppers', async () => {
    await checkKey(key);
    expect(asked).toEqual([[digestOf(key, NEW), digestOf(key, OLD)]]);
  });

  test('nothing, if it cannot be a key or there are no peppers', async () => {
    expect(await checkKey(`${key}x`)).toBeNull();
    expect(await checkKey('')).toBeNull();
    expect(await create([])(key)).toBeNull();
    expect(asked).toEqual([]);
  });

  test.each([
    ['valid', KNOWN],
    ['not valid', null],
  ])('once in two seconds, for a key that is %s', async (_, found) => {
    answer = async () => found;
    for (let ms = 0; ms < 10_000; ms += 100) {
      clock += 100;
      expect(await checkKey(key)).toEqual(found);
    }
    expect(asked.length).toBeLessThanOrEqual(6);
  });

  test('once at a time, by however many', async () => {
    const release = hold();
    const all = Promise.all(Array.from({ length: 100 }, () => checkKey(key)));
    release(KNOWN);
    expect(new Set(await all)).toEqual(new Set([KNOWN]));
    expect(asked).toHaveLength(1);
  });

  test('not too much at once about keys that may not be any; those that are known are still asked for', async () => {
    await checkKey(key);
    clock += 5_000;
    const release = hold();
    const flood = Array.from({ length: 500 }, () => checkKey(createKey()));
    await expect(checkKey(createKey())).rejects.toMatchObject({ code: 'overloaded' });
    const known = checkKey(key);
    release(null);
    expect(await known).toBeNull();
    await Promise.all(flood);
    expect(asked).toHaveLength(502);
  });
});

describe('a revocation', () => {
  test('is felt by the second request after two seconds, without one that waits', async () => {
    await checkKey(key);
    answer = async () => null;
    clock += 2_001;
    expect(await checkKey(key)).toEqual(KNOWN);
    await Promise.resolve();
    expect(await checkKey(key)).toBeNull();
  });

  test('is felt after four seconds however slow the database is: requests wait for it', async () => {
    await checkKey(key);
    const release = hold();
    clock += 3_999;
    expect(await checkKey(key)).toEqual(KNOWN);
    clock += 2;
    const waiting = checkKey(key);
    release(null);
    expect(await waiting).toBeNull();
  });

  test('counts from when it was asked, not from when it was answered', async () => {
    const release = hold();
    const first = checkKey(key);
    clock += 3_000;
    release(KNOWN);
    await first;
    answer = async () => null;
    clock += 1_001;
    expect(await checkKey(key)).toBeNull();
  });
});

describe('without the database', () => {
  test('a key that was valid goes on for five minutes, and is not kept waiting', async () => {
    await checkKey(key);
    answer = away;
    for (const end = clock + 299_000; clock < end; clock += 1_000) expect(await checkKey(key)).toEqual(KNOWN);
    // The database does not even refuse now: nobody waits for it.
    hold();
    expect(await checkKey(key)).toEqual(KNOWN);
  });

  test('after five minutes nothing is known of it', async () => {
    await checkKey(key);
    answer = away;
    clock += 300_001;
    await expect(checkKey(key)).rejects.toThrow(UnavailableError);
  });

  test('of a key that was not valid, or never seen, nothing is known', async () => {
    answer = async () => null;
    await checkKey(key);
    answer = away;
    clock += 4_001;
    await expect(checkKey(key)).rejects.toThrow(UnavailableError);
    await expect(checkKey(createKey())).rejects.toThrow(UnavailableError);
  });

  test('when it is back, it is asked again', async () => {
    await checkKey(key);
    answer = away;
    clock += 60_000;
    expect(await checkKey(key)).toEqual(KNOWN);
    answer = async () => null;
    expect(await checkKey(key)).toEqual(KNOWN);
    expect(await checkKey(key)).toBeNull();
  });

  test('a fault of our own is no outage: it is not covered up', async () => {
    await checkKey(key);
    answer = async () => {
      throw new Error('a bug');
    };
    clock += 4_001;
    await expect(checkKey(key)).rejects.toThrow('a bug');
  });
});

test('a flood of wrong keys does not push out a right one', async () => {
  await checkKey(key);
  answer = async () => null;
  for (let i = 0; i < 11_000; i++) await checkKey(createKey());
  expect(await checkKey(key)).toEqual(KNOWN);
  expect(asked).toHaveLength(11_001);
});
