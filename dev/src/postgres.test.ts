import { expect, test } from 'vitest';
import { choosePostgres } from './postgres.ts';

const NAMED = 'postgres://me:secret@db.example:6432/postgres';
const USUAL = 'postgres://postgres@127.0.0.1:5432/postgres';

test.each([
  { named: NAMED, usable: true, installed: '/installed', uses: { url: NAMED } },
  { named: NAMED, usable: false, installed: null, uses: { url: NAMED } },
  { named: null, usable: true, installed: '/installed', uses: { url: USUAL } },
  { named: null, usable: false, installed: '/installed', uses: { binaries: '/installed' } },
  { named: null, usable: false, installed: null, uses: { binaries: '/fetched' } },
])('$named is named, usable: $usable, installed: $installed', async ({ named, usable, installed, uses }) => {
  const choice = await choosePostgres(named, {
    isUsable: async () => usable,
    findBinaries: () => installed,
    fetchBinaries: async () => '/fetched',
  });
  expect(choice).toMatchObject(uses);
  expect(choice.which).not.toContain('secret');
});
