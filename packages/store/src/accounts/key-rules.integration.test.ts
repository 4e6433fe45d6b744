/** Rules, changes, overlaps and events of keys, and the origins that they were refused for. */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase, wallets } from '@mandate/testing/ledger/database';
import { afterAll, describe, expect, test } from 'vitest';
import type { NewKey } from './key-changes.ts';
import { NO_RULES } from './key-rules.ts';
import { createKeyStore } from './key-table.ts';

const db = await createTestDatabase();
const keys = createKeyStore(db.database);
afterAll(() => db.drop());

const make = (fields: Partial<NewKey> = {}) => ({
  digest: randomBytes(32),
  pepper: 1,
  prefix: 'mdt_live_Ab3d',
  name: 'a key',
  expiresAt: null,
  ...fields,
  owner: fields.owner ?? wallets.vault,
});
const RULES = {
  kind: 'publishable',
  origins: ['https://app.example.com', 'https://*.example.com'],
  operations: ['v2CheckAll', 'changes'],
  chains: [1, 8453, 2 ** 40],
  ceiling: 500,
  visitorCeiling: 50,
} as const;

describe('rules', () => {
  test('are kept as they were made', async () => {
    const fields = make(RULES);
    const record = await keys.createOwned(fields, 50);
    expect(record).toMatchObject(RULES);
    expect(await keys.findValid([fields.digest])).toEqual({ id: record?.id, owner: wallets.vault, ...RULES });
  });

  test('change one by one; the kind and the other rules stay', async () => {
    const fields = make(RULES);
    const { id } = await keys.create(fields);
    expect(await keys.change(id, wallets.vault, { chains: null })).toMatchObject({ ...RULES, chains: null });
    const origins = ['https://b.example'];
    const changed = await keys.change(id, wallets.vault, { origins, ceiling: 25, name: 'b' });
    const expected = { ...RULES, chains: null, origins, ceiling: 25 };
    expect(changed).toMatchObject({ ...expected, name: 'b' });
    expect(await keys.findValid([fields.digest])).toEqual({ id, owner: wallets.vault, ...expected });
    const hostile = { kind: 'secret' } as object;
    expect(await keys.change(id, wallets.vault, hostile)).toMatchObject({ kind: 'publishable' });
  });

  test("of another owner's key, a revoked one and an expired one do not change", async () => {
    const { id } = await keys.create(make({ owner: wallets.hot }));
    const revoked = await keys.create(make());
    await keys.revoke(revoked.id);
    const expired = await keys.create(make({ expiresAt: new Date(0) }));
    for (const each of [id, revoked.id, expired.id])
      expect(await keys.change(each, wallets.vault, { ceiling: 25 })).toBeNull();
    expect(await keys.change(id, undefined, { ceiling: 25 })).toMatchObject({ ceiling: 25 });
  });

  test('outside what the table takes are refused', async () => {
    const origins = Array.from({ length: 51 }, (_, i) => `https://${i}.example`);
    await expect(keys.create(make({ origins }))).rejects.toThrow(/check/);
    await expect(keys.create(make({ ceiling: 0 }))).rejects.toThrow(/check/);
  });
});

describe('rotated with an overlap', () => {
  const HOUR_MS = 3_600_000;

  test('both keys are valid until it ends, and the next has the rules and the expiry', async () => {
    const [old, next] = [make(RULES), make()];
    const { id } = await keys.create(old);
    const rotated = await keys.rotate(id, wallets.vault, next, 500);
    expect(rotated).toMatchObject({ ...RULES, name: 'a key', expiresAt: null, rotatedTo: null });
    expect(await keys.findValid([old.digest])).toMatchObject({ id });
    expect(await keys.findValid([next.digest])).toMatchObject({ id: rotated?.id });
    const [listed] = (await keys.list({ owner: wallets.vault })).filter((key) => key.id === id);
    expect(listed).toMatchObject({ rotatedTo: rotated?.id, revokedAt: null });
    await delay(700);
    expect(await keys.findValid([old.digest])).toBeNull();
    expect(await keys.findValid([next.digest])).not.toBeNull();
  });

  test('an overlap never makes a key live longer', async () => {
    const expiresAt = new Date(Date.now() + HOUR_MS);
    const { id } = await keys.create(make({ expiresAt }));
    const next = await keys.rotate(id, wallets.vault, make(), 7 * 24 * HOUR_MS);
    const ends = (await keys.list()).filter((key) => [id, next?.id].includes(key.id));
    expect(ends.map((key) => key.expiresAt)).toEqual([expiresAt, expiresAt]);
  });

  test('a rotated key has one successor, and rotating that one ends it', async () => {
    const [first, second, third] = [make(), make(), make()];
    const { id } = await keys.create(first);
    const next = await keys.rotate(id, wallets.vault, second, HOUR_MS);
    expect(await keys.rotate(id, wallets.vault, make(), HOUR_MS)).toBeNull();
    await keys.rotate(next?.id ?? 0, wallets.vault, third, HOUR_MS);
    expect(await keys.findValid([first.digest])).toBeNull();
    for (const { digest } of [second, third]) expect(await keys.findValid([digest])).not.toBeNull();
  });

  test('a wallet never has more than twice its maximum', async () => {
    const owner = wallets.other;
    const create = () => keys.createOwned(make({ owner }), 3);
    for (let round = 0; round < 4; round++) {
      while (await create());
      for (const key of await keys.list({ owner })) await keys.rotate(key.id, owner, make(), HOUR_MS);
      const now = new Date();
      const isLive = (key: { revokedAt: Date | null; expiresAt: Date | null }) =>
        key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now);
      const live = (await keys.list({ owner })).filter(isLive);
      if (round === 0) expect(live).toHaveLength(6);
      expect(live.length).toBeLessThanOrEqual(6);
      for (const key of live.filter(({ rotatedTo }) => rotatedTo === null)) await keys.revoke(key.id, owner);
    }
  });
});

describe('events', () => {
  test('tell who did what, the newest first, page by page', async () => {
    const owner = wallets.hot;
    const { id } = await keys.create(make({ owner, name: 'mine' }));
    await keys.change(id, owner, { chains: [1] });
    await keys.change(id, owner, { chains: [1] });
    const next = await keys.rotate(id, owner, make({ prefix: 'mdt_live_Next' }), 60_000);
    await keys.revoke(id, owner);
    await keys.revoke(id, owner);
    await keys.revoke(next?.id ?? 0);
    const about = { key: { id, name: 'mine', prefix: 'mdt_live_Ab3d' }, owner };
    const all = (await keys.listEvents({ owner }, 50)).slice(0, 5);
    expect(all).toMatchObject([
      { key: { id: next?.id }, actor: 'operator', event: 'revoked', detail: {} },
      { ...about, actor: 'owner', event: 'revoked', detail: {} },
      {
        ...{ ...about, actor: 'owner', event: 'rotated' },
        detail: { to: next?.id, prefix: 'mdt_live_Next', overlapMs: 60_000 },
      },
      { ...about, actor: 'owner', event: 'changed', detail: { chains: { from: null, to: [1] } } },
      { ...about, actor: 'operator', event: 'created', detail: { name: 'mine', ...NO_RULES } },
    ]);
    const [first, second] = [
      await keys.listEvents({ owner }, 2),
      await keys.listEvents({ owner }, 2, all[1]?.id),
    ];
    expect([...first, ...second]).toEqual(all.slice(0, 4));
    for (const event of await keys.listEvents({ owner: wallets.vault }, 1_000))
      expect(event.owner).toBe(wallets.vault);
    expect((await keys.listEvents({}, 1))[0]).toEqual(all[0]);
  });

  test('are written with their change, or not at all', async () => {
    const { digest } = make();
    await keys.create(make({ digest }));
    const before = await keys.listEvents({}, 1_000);
    await expect(keys.create(make({ digest }))).rejects.toThrow(/duplicate/);
    const { id } = await keys.create(make());
    await expect(keys.rotate(id, wallets.vault, make({ digest }))).rejects.toThrow(/duplicate/);
    expect(await keys.listEvents({}, 1_000)).toHaveLength(before.length + 1);
  });

  test('are deleted after a year', async () => {
    await db.database.query(
      "update key_event set at = now() - interval '366 days' where id = (select min(id) from key_event)",
    );
    const before = (await keys.listEvents({}, 1_000)).length;
    await keys.purgeEvents();
    expect(await keys.listEvents({}, 1_000)).toHaveLength(before - 1);
  });
});

describe('refused origins', () => {
  const at = (s: number) => new Date(1_800_000_000_000 + s * 1_000);

  test('add up, and the newest twenty of each key stay', async () => {
    const [first, second] = [(await keys.create(make())).id, (await keys.create(make())).id];
    const refuse = (keyId: number, origin: string, s: number, requests = 1) => {
      return { keyId, origin, requests, lastAt: at(s) };
    };
    await keys.addRefusedOrigins([refuse(first, 'https://a', 5, 3), refuse(second, 'null', 1)]);
    await keys.addRefusedOrigins([refuse(first, 'https://a', 4), refuse(first, 'x'.repeat(300), 6)]);
    expect(await keys.listRefusedOrigins([first, second])).toEqual([
      refuse(first, 'x'.repeat(255), 6),
      refuse(first, 'https://a', 5, 4),
      refuse(second, 'null', 1),
    ]);
    await keys.addRefusedOrigins(Array.from({ length: 30 }, (_, i) => refuse(first, `https://${i}`, 10 + i)));
    const kept = await keys.listRefusedOrigins([first]);
    expect(kept.map(({ origin }) => origin)).toEqual(
      Array.from({ length: 20 }, (_, i) => `https://${29 - i}`),
    );
    expect(await keys.listRefusedOrigins([second])).toHaveLength(1);
    expect(await keys.listRefusedOrigins([])).toEqual([]);
  });

  test('of many processes at once are the newest, and never deadlock', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, async () => (await keys.create(make())).id));
    await Promise.all(
      Array.from({ length: 40 }, (_, round) => {
        const order = round % 2 === 0 ? ids : ids.toReversed();
        const rows = order.flatMap((keyId) =>
          Array.from({ length: 25 }, (_, i) => {
            return { keyId, origin: `https://${(i * 7 + round) % 40}`, requests: 1, lastAt: at(round) };
          }),
        );
        return keys.addRefusedOrigins(rows);
      }),
    );
    const kept = await keys.listRefusedOrigins(ids);
    for (const id of ids) {
      const own = kept.filter(({ keyId }) => keyId === id);
      expect(own.map(({ lastAt }) => lastAt)).toEqual(new Array(20).fill(at(39)));
    }
  });
});

test('a secret key that came from a page is flagged with its newest origin', async () => {
  const { id } = await keys.create(make());
  const at = (s: number) => new Date(1_800_000_000_000 + s * 1_000);
  await keys.flagBrowsers([{ keyId: id, origin: 'https://b', at: at(2) }]);
  await keys.flagBrowsers([{ keyId: id, origin: 'https://a', at: at(1) }]);
  await keys.flagBrowsers([]);
  const [key] = (await keys.list()).filter((each) => each.id === id);
  expect(key).toMatchObject({ browserSeenAt: at(2), browserOrigin: 'https://b' });
});
