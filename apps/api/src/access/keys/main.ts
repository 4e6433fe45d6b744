/** The operator's command line for keys. A key is printed once, to the terminal of its creator, and stored nowhere. */
import { parseArgs } from 'node:util';
import { ConfigError } from '@mandate/config';
import { type Address, parseAddress } from '@mandate/core';
import { connect, createKeyStore, type KeyStore, UnavailableError } from '@mandate/store';
import { type Pepper, readKeyConfig } from '../../config.ts';
import { issueKey } from './issue-key.ts';
import { presentKeys } from './key-list.ts';

const USAGE = `Usage: npm run keys -- command

  create --name NAME [--owner 0x…] [--expires 2027-01-31]  create a key, and show it once
  list [--owner 0x…]                                       list all keys, or those of one wallet
  revoke ID                                                revoke a key: everywhere, within five seconds

--expires is the last day of a key, in UTC.
Settings (docs/configuration.md): DATABASE_URL, and KEY_PEPPERS for create`;

const MAX_NAME_LENGTH = 100;
const DATE = /^\d{4}-\d\d-\d\d$/;
/** PostgreSQL's code for a missing table. */
const NO_TABLE = '42P01';
const END_OF_DAY = 'T23:59:59.999Z';

const write = (text: string) => void process.stdout.write(`${text}\n`);

try {
  await main();
} catch (error) {
  // `parseArgs` throws a TypeError with a code.
  const expected = error instanceof ConfigError || (error instanceof TypeError && 'code' in error);
  process.stderr.write(`${expected ? `${error.message}\n\n${USAGE}` : describe(error)}\n`);
  process.exitCode = expected ? 2 : 1;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      owner: { type: 'string' },
      expires: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return write(USAGE);
  const work = readCommand(positionals, values);
  const { databaseUrl, peppers, warnings } = readKeyConfig(process.env);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  const database = connect({ url: databaseUrl, maxConnections: 1 });
  try {
    await work(createKeyStore(database), peppers);
  } finally {
    await database.end();
  }
}

type Work = (keys: KeyStore, peppers: readonly Pepper[]) => Promise<void>;

/** Reads the command, and reports everything wrong with it before the database is asked. */
function readCommand(
  [command, ...rest]: readonly string[],
  { name, owner: ownerText, expires }: { name?: string; owner?: string; expires?: string },
): Work {
  const owner = ownerText === undefined ? undefined : readOwner(ownerText);
  const [first, ...surplus] = rest;
  if (surplus.length > 0 || (first !== undefined && command !== 'revoke'))
    throw new ConfigError(`"${surplus[0] ?? first}" is not expected. Leave it out.`);
  switch (command) {
    case 'create': {
      const details = { name: readName(name), owner: owner ?? null, expiresAt: readExpiry(expires) };
      return async (keys, peppers) => {
        const { key, ...fields } = issueKey(peppers);
        const { id } = await keys.create({ ...fields, ...details });
        write(`${key}\n\nThis is key ${id}. It is shown only this once: store it now.`);
      };
    }
    case 'list':
      return async (keys) => {
        const found = await keys.list(owner === undefined ? {} : { owner });
        write(found.length > 0 ? presentKeys(found, new Date()) : 'There are no keys.');
      };
    case 'revoke': {
      const id = readId(first);
      return async (keys) => {
        if (!(await keys.revoke(id)))
          throw new Error(`There is no active key ${id}. Run list to see the keys.`);
        write(`Key ${id} is revoked. Every process refuses it within five seconds.`);
      };
    }
    default:
      throw new ConfigError(command ? `There is no command "${command}".` : 'The command is missing.');
  }
}

function readName(name: string | undefined): string {
  if (!name?.trim()) throw new ConfigError('--name is missing: name the owner or the purpose of the key.');
  // PostgreSQL counts characters as people do, JavaScript counts some of them twice.
  if ([...name].length > MAX_NAME_LENGTH)
    throw new ConfigError(`--name must have at most ${MAX_NAME_LENGTH} characters.`);
  return name;
}

function readOwner(text: string): Address {
  try {
    return parseAddress(text);
  } catch (error) {
    throw new ConfigError(`--owner: ${describe(error)}`);
  }
}

function readExpiry(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const expiresAt = new Date(text + END_OF_DAY);
  // The 31st of February is read as a day in March.
  if (!DATE.test(text) || Number.isNaN(expiresAt.getTime()) || !expiresAt.toISOString().startsWith(text))
    throw new ConfigError(`--expires must be a day, e.g. 2027-01-31, not "${text}".`);
  if (expiresAt <= new Date()) throw new ConfigError(`--expires must be in the future; ${text} is over.`);
  return expiresAt;
}

function readId(text: string | undefined): number {
  if (!text || !/^[1-9]\d{0,14}$/.test(text))
    throw new ConfigError(`revoke needs the id of a key, as list shows it, not "${text ?? ''}".`);
  return Number(text);
}

function describe(error: unknown): string {
  if (error instanceof UnavailableError) {
    const { message: why } = error.cause instanceof Error ? error.cause : { message: '' };
    return `${error.message} Check DATABASE_URL.${why ? ` The error: ${why}` : ''}`;
  }
  if (error instanceof Error && 'code' in error && error.code === NO_TABLE)
    return 'The database has no tables for keys yet. Run: npm run start:indexer -- migrate';
  return error instanceof Error ? error.message : String(error);
}
