/** Parses the command line. */
import { parseArgs } from 'node:util';
import type { Hex } from '../hex.ts';
import { rightsFromText } from '../rights-from-text.ts';

/** The command line is invalid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An option with a value. `hint` stands for the value in the help. */
const text = (hint: string, about: string) => ({ type: 'string', hint, about }) as const;
const flag = (about: string) => ({ type: 'boolean', hint: '', about }) as const;

export const OPTIONS = {
  to: text('<address>', 'hot wallet, which wants to act (also --delegate)'),
  from: text('<address>', 'cold wallet, which issued the delegation (also --vault)'),
  contract: text('<address>', 'contract of the token or collection'),
  token: text('<id>', 'token id, decimal or 0x-hex'),
  rights: text('<right>', 'name of a right, e.g. vote, or its 32 bytes (default: full rights)'),
  chain: text('<id>', 'chain id (default: 1); resolve and watch take several, e.g. 1,8453 (default: all)'),
  registry: text(
    '<registry>',
    'v1 or v2 (default: v2); list also takes all; resolve and snapshot (default: all)',
  ),
  block: text('<n>', 'finalized block of the snapshot'),
  'at-block': text('<n>', 'answer for the end of this block'),
  'at-time': text('<time>', 'answer for this time: seconds since 1970, or e.g. 2026-01-31T12:00:00Z'),
  'block-tag': text('<tag>', 'answer for the safe or finalized block'),
  strict: flag('count only grants in force without interruption since the safe block'),
  explain: flag('show the delegations behind the answer, with their transactions'),
  limit: text('<n>', 'records per page, up to 1000'),
  cursor: text('<cursor>', 'continue after this cursor; watch also takes start, the first change ever'),
  url: text('<url>', 'URL of the service (default: MANDATE_URL)'),
  key: text('<key>', 'API key; prefer MANDATE_API_KEY, because other users can see command lines'),
  json: flag('print JSON; always on when the output is piped'),
  help: { ...flag('show the help of a command'), short: 'h' },
  version: flag('show the version'),
} as const;

export type OptionName = keyof typeof OPTIONS;
/** The options that hold text. */
export type TextOption = {
  [Name in OptionName]: (typeof OPTIONS)[Name] extends { type: 'string' } ? Name : never;
}[OptionName];

/** The words of the v1 registry for the two wallets. */
const ALIASES = { delegate: 'to', vault: 'from' } as const;

export type Values = ReturnType<typeof readOptions>['values'];

export function readOptions(args: readonly string[]) {
  const { positionals, values } = parse(args);
  const { delegate, vault, ...rest } = values;
  const named: { to?: string; from?: string } = {};
  for (const [alias, name] of Object.entries(ALIASES) as ['delegate' | 'vault', 'to' | 'from'][]) {
    const given = { delegate, vault }[alias];
    if (given === undefined) continue;
    if (rest[name] !== undefined && rest[name] !== given)
      throw new UsageError(`--${alias} and --${name} mean the same wallet: send one of them.`);
    named[name] = given;
  }
  return { positionals, values: { ...rest, ...named } };
}

function parse(args: readonly string[]) {
  const options = { ...OPTIONS, delegate: OPTIONS.to, vault: OPTIONS.from };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    // Keeps only the first sentence: the rest of Node's message is about its own options.
    throw new UsageError(`${(error as Error).message.split('. ')[0]}.`);
  }
}

/** Options that every command takes. */
export const EVERYWHERE = ['url', 'key', 'json', 'help'] as const satisfies readonly OptionName[];

/** Rejects options the command does not take: ignoring one would answer another question. */
export function assertOptions(
  values: Values,
  command: string,
  required: readonly TextOption[],
  optional: readonly string[],
): void {
  const missing = required.filter((name) => values[name] === undefined);
  if (missing.length > 0) {
    throw new UsageError(`${command} needs ${missing.map((name) => `--${name}`).join(', ')}.`);
  }
  const known: readonly string[] = [...EVERYWHERE, ...required, ...optional];
  const unknown = Object.keys(values).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new UsageError(`${command} does not take ${unknown.map((name) => `--${name}`).join(', ')}.`);
  }
}

export function readWhole(option: string, value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new UsageError(`--${option} must be a whole number, not "${value}".`);
  return Number(value);
}

/** Returns the registry that `--registry` names. The first of these is the default. */
export function readRegistry<const Name extends string>(
  { registry }: Values,
  [first, ...others]: readonly [Name, ...Name[]],
): Name {
  const found = [first, ...others].find((name) => name === (registry ?? first));
  if (found !== undefined) return found;
  throw new UsageError(`--registry must be ${[first, ...others].join(' or ')}, not "${registry}".`);
}

/** Reads chain ids such as `1,8453`. Undefined means all chains. */
export function readChains(value: string | undefined): number[] | undefined {
  return value?.split(',').map((one) => readWhole('chain', one));
}

export function readTokenId(value: string): bigint {
  if (!/^(?:\d+|0x[0-9a-fA-F]+)$/.test(value)) {
    throw new UsageError(`--token must be a whole number, decimal or 0x-hex, not "${value}".`);
  }
  return BigInt(value);
}

/** Accepts 32 bytes, or the name of a right. */
export function readRights(value: string): Hex {
  return value.startsWith('0x') ? (value as Hex) : rightsFromText(value);
}
