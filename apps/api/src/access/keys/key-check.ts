/**
 * Checks a key, mostly without asking the database: an answer is trusted for two seconds, so that every process feels a
 * revocation within five. A key that is not valid takes one and the same way, whatever the reason.
 */
import { hash, randomBytes } from 'node:crypto';
import { UnavailableError, type ValidKey } from '@mandate/store';
import { createLru } from '../../http/lru.ts';
import { ProblemError } from '../../http/problems.ts';
import { isKey } from './api-key.ts';
import { type CheckedKey, createCheckedKey } from './checked-key.ts';
import { digestOf } from './issue-key.ts';
import type { Pepper } from './pepper.ts';

/** An answer is trusted this long, counted from when it was asked for, since it can't know what happens later. */
const FRESH_MS = 2_000;
/** An old answer still serves this long while the next is on its way. After that, requests wait for the next. */
const STALE_MS = 4_000;
/** A key that was valid stays valid this long while the database is away. */
const OUTAGE_MS = 300_000;
const MAX_KNOWN = 10_000;
/** Apart from those that are known: a flood of wrong keys must not push out a right one. */
const MAX_UNKNOWN = 10_000;
/** Questions about keys that may not be any. Those about known keys are as few as the keys. */
const MAX_ASKED = 500;

interface Entry {
  readonly found: CheckedKey | null;
  readonly askedAt: number;
}

interface Options {
  readonly findValid: (digests: readonly Buffer[]) => Promise<ValidKey | null>;
  /** The newest last. */
  readonly peppers: readonly Pepper[];
  readonly now?: () => number;
}

/** `null` if it is not valid. Rejects if that cannot be known. Returns a promise only if the database is asked. */
export type KeyCheck = (key: string) => CheckedKey | null | Promise<CheckedKey | null>;

export function createKeyCheck({ findValid, peppers, now = () => performance.now() }: Options): KeyCheck {
  // Keys are remembered under a salted hash, which does not reveal them. Every request needs one, and the HMAC that the
  // database knows takes forty times as long.
  const salt = randomBytes(32).toString('hex');
  const known = createLru<Entry>({ maxEntries: MAX_KNOWN });
  const unknown = createLru<Entry>({ maxEntries: MAX_UNKNOWN });
  const asking = new Map<string, Promise<Entry>>();
  let isAway = false;

  return function checkKey(key) {
    if (peppers.length === 0 || !isKey(key)) return null;
    const name = hash('sha256', salt + key, 'base64');
    const entry = known.find(name) ?? unknown.find(name);
    const ageMs = entry ? now() - entry.askedAt : Infinity;
    if (entry && ageMs < FRESH_MS) return entry.found;
    const next = asking.get(name) ?? ask(key, name, entry);
    const maySpeak = entry && (ageMs < STALE_MS || (isAway && isExcused(entry)));
    if (!maySpeak) return next.then(({ found }) => found);
    // Its failure is handled where it is awaited; here nobody waits.
    next.catch(() => {});
    return entry.found;
  };

  /** One question at a time for each key. */
  function ask(key: string, name: string, last: Entry | undefined): Promise<Entry> {
    const tooMany = 'Too many keys are being looked up. Try again shortly.';
    if (!last?.found && asking.size >= MAX_ASKED)
      return Promise.reject(new ProblemError('overloaded', tooMany));
    const question = lookUp(key, name, last).finally(() => asking.delete(name));
    asking.set(name, question);
    return question;
  }

  async function lookUp(key: string, name: string, last: Entry | undefined): Promise<Entry> {
    const askedAt = now();
    try {
      const valid = await findValid(peppers.toReversed().map((pepper) => digestOf(key, pepper)));
      isAway = false;
      const found = valid && createCheckedKey(valid);
      const entry = { found, askedAt };
      const [home, other] = found ? [known, unknown] : [unknown, known];
      other.delete(name);
      home.set(name, entry);
      return entry;
    } catch (error) {
      isAway = error instanceof UnavailableError;
      if (last && isAway && isExcused(last)) return last;
      throw error;
    }
  }

  /** A key that was valid is believed for a while. One that was not may have been made since. */
  function isExcused({ found, askedAt }: Entry): boolean {
    return found !== null && now() - askedAt < OUTAGE_MS;
  }
}
