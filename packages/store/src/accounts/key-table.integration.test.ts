import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Address } from '@mandate/core';
import { createTestDatabase, wallets } from '@mandate/testing/ledger/database';
import { afterAll, describe, expect, test } from 'vitest';
import { connect, UnavailableError } from '../database/database.ts';
import type { NewKey } from './key-changes.ts';
import { NO_RULES } from './key-rules.ts';
import { createKeyStore } from './key-table.ts';

const db = await createTestDatabase();
const keys = createKeyStore(db.database);
afterAll(() => db.drop());

const make = (fields: Partial<NewKey> = {}): NewKey => ({
  digest: randomBytes(32),
  pepper: 1,
  prefix: 'mdt_live_Ab3d',
  name: 'a key',
  owner: wallets.vault,
  expiresAt: null,
  ...fields,
});
const inMs = (ms: number) => new Date(Date.now() + ms);
const idsOf = async (owner?: Address) =>
  (await keys.list(owner === undefined ? {} : { owner })).map(({ id }) => id);

describe('a key', () => {
  test('is kept as it was made, and found by its digest', async () => {
    const fields = make({ name: 'ключ 🔑', expiresAt: inMs(60_000) });
    const record = await keys.create(fields);
    const { prefix, name, owner, expiresAt } = fields;
    expect(record).toEqual({
      id: expect.any(Number),
      prefix,
      name,
      owner,
      expiresAt,
      createdAt: expect.any(Date),
      lastUsedAt: null,
      revokedAt: null,
      rotatedTo: null,
      browserSeenAt: null,
      browserOrigin: null,
      ...NO_RULES,
    });
    expect(await keys.list({ owner: wallets.vault })).toContainEqual(record);
    const valid = { id: record.id, owner, ...NO_RULES };
    expect(await keys.findValid([fields.digest])).toEqual(valid);
    expect(await keys.findValid([randomBytes(32), fields.digest])).toEqual(valid);
  });

  test('of the operator has no owner', async () => {
    const fields = make({ owner: null });
    const { id } = await keys.create(fields);
    expect(await keys.findValid([fields.digest])).toEqual({ id, owner: null, ...NO_RULES });
    expect(await idsOf()).toContain(id);
  });

  test('that is unknown, revoked or expired is not found', async () => {
    const [revoked, expiring] = [make(), make({ expiresAt: inMs(300) })];
    const { id } = await keys.create(revoked);
    await keys.create(expiring);
    expect(await keys.findValid([expiring.digest])).not.toBeNull();
    expect(await keys.revoke(id)).toBe(true);
    await delay(400);
    for (const { digest } of [make(), revoked, expiring]) expect(await keys.findValid([digest])).toBeNull();
    expect(await keys.findValid([])).toBeNull();
  });

  test('is revoked once', async () => {
    const { id } = await keys.create(make());
    expect(await keys.revoke(id, wallets.vault)).toBe(true);
    expect(await keys.revoke(id, wallets.vault)).toBe(false);
    expect(await keys.revoke(id)).toBe(false);
  });
});

describe("another owner's key", () => {
  test('is not listed, not revoked, not rotated', async () => {
    const theirs = make({ owner: wallets.hot });
    const { id } = await keys.create(theirs);
    const operators = make({ owner: null });
    const { id: operatorsId } = await keys.create(operators);
    for (const found of [await idsOf(wallets.vault), await idsOf(wallets.other)])
      expect(found).not.toContain(id);
    for (const other of [wallets.vault, wallets.other]) {
      for (const of of [id, operatorsId]) {
        expect(await keys.revoke(of, other)).toBe(false);
        const next = make();
        expect(await keys.rotate(of, other, next)).toBeNull();
        expect(await keys.findValid([next.digest])).toBeNull();
      }
    }
    expect(await keys.findValid([theirs.digest])).toEqual({ id, owner: wallets.hot, ...NO_RULES });
    expect(await keys.findValid([operators.digest])).not.toBeNull();
  });
});

describe('rotated', () => {
  test('a key ends, and the next has its name and its expiry', async () => {
    const expiresAt = inMs(60_000);
    const [old, next] = [make({ name: 'mine', expiresAt }), make({ prefix: 'mdt_live_Next', pepper: 2 })];
    const { id } = await keys.create(old);
    const rotated = await keys.rotate(id, wallets.vault, next);
    const expected = { prefix: 'mdt_live_Next', name: 'mine', owner: wallets.vault, expiresAt };
    expect(rotated).toMatchObject({ ...expected, revokedAt: null, lastUsedAt: null });
    expect(await keys.findValid([old.digest])).toBeNull();
    expect(await keys.findValid([next.digest])).toMatchObject({ id: rotated?.id, owner: wallets.vault });
    expect(await keys.rotate(id, wallets.vault, make())).toBeNull();
  });

  test('both keys change, or neither', async () => {
    const [first, second] = [make(), make()];
    const { id } = await keys.create(first);
    await keys.create(second);
    // A key with this digest exists: the new one is refused, so the old one stays.
    await expect(keys.rotate(id, wallets.vault, second)).rejects.toThrow(/duplicate/);
    expect(await keys.findValid([first.digest])).toMatchObject({ id, owner: wallets.vault });
  });

  test('by many at once, it has one successor', async () => {
    const { id } = await keys.create(make({ owner: wallets.other }));
    const all = await Promise.all(
      Array.from({ length: 20 }, () => keys.rotate(id, wallets.other, make({ owner: wallets.other }))),
    );
    expect(all.filter((record) => record !== null)).toHaveLength(1);
    expect((await keys.list({ owner: wallets.other })).filter(({ revokedAt }) => !revokedAt)).toHaveLength(1);
  });
});

describe('last used', () => {
  test('only moves forward, whatever the number and the order of the writers', async () => {
    const records = await Promise.all(Array.from({ length: 50 }, () => keys.create(make())));
    const ids = records.map(({ id }) => id);
    const at = (round: number) => new Date(1_800_000_000_000 + round);
    await Promise.all(
      Array.from({ length: 40 }, (_, round) => {
        const order = round % 2 === 0 ? ids : ids.toReversed();
        return keys.touch(new Map(order.map((id) => [id, at(round)])));
      }),
    );
    const found = (await keys.list({ owner: wallets.vault })).filter(({ id }) => ids.includes(id));
    expect(found.map(({ lastUsedAt }) => lastUsedAt)).toEqual(ids.map(() => at(39)));
    await keys.touch(new Map([[2 ** 40, at(0)]]));
    await keys.touch(new Map());
  });
});

test('finding a key among a hundred thousand is one probe of an index without revoked keys', async () => {
  await db.database.query(`
    insert into api_key (digest, pepper, prefix, name, revoked_at)
    select sha256(n::text::bytea), 1, 'p', 'n', case when n % 2 = 0 then now() end from generate_series(1, 100000) n`);
  await db.database.query('analyze api_key');
  const connection = await db.database.connect();
  try {
    await connection.query(
      `prepare find (bytea, bytea) as select id, owner from api_key
       where digest in ($1, $2) and revoked_at is null and (expires_at is null or expires_at > now())`,
    );
    const { rows } = await connection.query("explain execute find ('\\x00', '\\x01')");
    expect(JSON.stringify(rows)).toContain('api_key_digest');
    expect(JSON.stringify(rows)).not.toContain('Seq Scan');
  } finally {
    connection.release();
  }
});

test('an unavailable database throws an UnavailableError', async () => {
  const database = connect({ url: 'postgres://postgres@127.0.0.1:1/postgres' });
  const elsewhere = createKeyStore(database);
  await expect(elsewhere.findValid([randomBytes(32)])).rejects.toThrow(UnavailableError);
  await expect(elsewhere.revoke(1)).rejects.toThrow(UnavailableError);
  await expect(elsewhere.rotate(1, wallets.vault, make())).rejects.toThrow(UnavailableError);
  await database.end();
});
