/** Tells at the start of a process whether the server has enough connections for it. */
import { ask, type Database } from './database.ts';

const QUESTION = `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
  (select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()) as open`;

/** Returns a warning if this many connections may be more than the server has left. `null` if not, or if it does not answer. */
export async function findConnectionShortage(database: Database, wanted: number): Promise<string | null> {
  const [found] = await ask<{ most: number; open: number }>(database, { text: QUESTION }).catch(() => []);
  if (!found || found.open + wanted <= found.most) return null;
  return (
    `This process opens up to ${wanted} connections to the database, which has ${found.most} in all, and ${found.open} of them are open. ` +
    'Raise max_connections, or run fewer processes.'
  );
}
