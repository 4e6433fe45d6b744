import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTestDatabase } from '@mandate/testing/ledger/database';
import { createFolder } from '@mandate/testing/process/folder';
import { expect, test } from 'vitest';
import { connect } from './database.ts';
import { listPending, migrate } from './migrate.ts';

test('it is safe to run again, and by many at once', async () => {
  const fresh = await createTestDatabase({ migrated: false });
  const pools = [1, 2, 3, 4, 5].map(() => connect({ url: fresh.url }));
  const names = await listPending(fresh.database);
  expect(names).toContain('0001-ledger.sql');
  const ran = await Promise.all(pools.map((pool) => migrate(pool)));
  expect(ran.filter(({ length }) => length > 0)).toEqual([names]);
  expect([await migrate(fresh.database), await listPending(fresh.database)]).toEqual([[], []]);
  await Promise.all(pools.map((pool) => pool.end()));
  await fresh.drop();
});

test('it refuses a database of a newer version, unless that says that this one runs with it', async () => {
  const newer = await createTestDatabase();
  await newer.database.query("insert into migration (name) values ('9999-later.sql')");
  await expect(migrate(newer.database)).rejects.toThrow('newer version (9999-later.sql)');
  const said: string[] = [];
  const say = (text: string) => said.push(text);
  await newer.database.query(
    "update migration set runs_with = '0001', warnings = '{Something is lost.}' where name like '9999%'",
  );
  expect(await migrate(newer.database, { say })).toEqual([]);
  expect(said).toEqual(['This version runs with 9999-later.sql of a newer one. Something is lost.']);
  await newer.drop();
});

test('it lets readers pass while another one holds a table, and builds an index again whose making was cut off', async () => {
  const { path, remove } = createFolder('migrations');
  cpSync(new URL('../../migrations', import.meta.url), path, { recursive: true });
  writeFileSync(join(path, '9998-column.sql'), 'alter table chain add column made_up integer;');
  const index = 'create index concurrently if not exists made_up on chain (made_up);';
  writeFileSync(join(path, '9999-index.sql'), `-- concurrently\n${index}\n`);
  const held = await createTestDatabase();
  await held.database.query('create index made_up on chain (block_number)');
  await held.database.query("update pg_index set indisvalid = false where indexrelid = 'made_up'::regclass");
  const dump = await held.database.connect();
  await dump.query('begin; select from chain');
  const said = Promise.withResolvers<string>();
  const migrated = migrate(held.database, { say: said.resolve, folder: pathToFileURL(`${path}/`) });
  expect(await said.promise).toMatch('trying again');
  await held.database.query('select from chain');
  await dump.query('commit');
  dump.release();
  expect(await migrated).toEqual(['9998-column.sql', '9999-index.sql']);
  const { rows } = await held.database.query("select pg_get_indexdef('made_up'::regclass) as built");
  expect(rows[0].built).toMatch('(made_up)');
  await held.drop();
  remove();
});
