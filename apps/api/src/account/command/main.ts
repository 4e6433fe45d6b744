/** The operator's command line for keys. A key is printed once, to the terminal of its creator, and stored nowhere. */

import { parseArgs } from 'node:util';
import { ConfigError } from '@mandate/config';
import { codeOf, messageOf } from '@mandate/core';
import { connect, createKeyStore, UnavailableError } from '@mandate/store';
import { readKeyConfig } from '../../config.ts';
import { ProblemError } from '../../http/problems.ts';
import { readCommand } from './read-command.ts';
import { OPTIONS } from './read-options.ts';

const USAGE = `Usage: mandate-server keys <command>

  create --name NAME [--owner 0x…] [--expires 2027-01-31] [rules]  create a key, and show it once
  list [--owner 0x…]                   list all keys, or those of one wallet
  change ID [--name NAME] [rules]      change the rules of a key; "all" or "default" lifts one
  rotate ID [--overlap HOURS]          create the successor of a key; the old one works for so long
  revoke ID                            revoke a key: everywhere, within five seconds
  log [--owner 0x…]                    list the newest changes to keys

Rules:
  --publishable --origin ORIGIN        for web pages of this origin (create only); repeat --origin for more
  --publishable --operations scoreVotes
                                       for the URL in the settings of a Snapshot space (create only)
  --operations ID,ID                   only these operations, e.g. v2CheckAll,resolve
  --chains ID,ID                       only these chains, e.g. 1,8453
  --ceiling NUMBER                     requests in 10 seconds
  --visitor-ceiling NUMBER             requests in 10 seconds of one visitor of a page

--expires is the last day of a key, in UTC.
Settings (docs/operating/configuration.md): DATABASE_URL, and KEY_PEPPERS for create and rotate`;

/** PostgreSQL's code for a missing table. */
const NO_TABLE = '42P01';

const write = (text: string) => void process.stdout.write(`${text}\n`);

try {
  await main();
} catch (error) {
  // `parseArgs` throws a TypeError with a code.
  const expected =
    error instanceof ConfigError ||
    error instanceof ProblemError ||
    (error instanceof TypeError && 'code' in error);
  process.stderr.write(`${expected ? `${error.message}\n\n${USAGE}` : describe(error)}\n`);
  process.exitCode = expected ? 2 : 1;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  if (values.help) return write(USAGE);
  const work = readCommand(positionals, values);
  const { databaseUrl, peppers, warnings } = readKeyConfig(process.env);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  const database = connect({ url: databaseUrl, maxConnections: 1 });
  try {
    write(await work(createKeyStore(database), peppers));
  } finally {
    await database.end();
  }
}

function describe(error: unknown): string {
  if (error instanceof UnavailableError) {
    const { message: why } = error.cause instanceof Error ? error.cause : { message: '' };
    return `${error.message} Check DATABASE_URL.${why ? ` The error: ${why}` : ''}`;
  }
  if (codeOf(error) === NO_TABLE)
    return 'The database has no tables for keys yet. Run: mandate-server migrate';
  return messageOf(error);
}
