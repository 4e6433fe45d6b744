/** Parses the command line. */
import { parseArgs } from 'node:util';
import { type Hex, rightsFromText } from '@mandate/sdk';
import { isSpelledRight, rightsIdentifierFromText } from '@mandate/sdk/proof';

/** The command line is invalid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An option with a value. `hint` stands for the value in the help. */
const text = (hint: string, about: string) => ({ type: 'string', hint, about }) as const;
const flag = (about: string) => ({ type: 'boolean', hint: '', about }) as const;

export const OPTIONS = {
  to: text('<wallet>', 'hot wallet, which wants to act (also --delegate)'),
  from: text('<wallet>', 'cold wallet, which issued the delegation (also --vault)'),
  wallet: text('<wallet>', 'wallet that is asked about'),
  contract: text('<address>', 'contract of the token or collection'),
  token: text('<id>', 'token id, decimal or 0x-hex'),
  min: text('<n>', 'how many tokens are needed (default: 1)'),
  standard: text('<standard>', 'ERC721, ERC1155 or ERC20 (default: what the contract says)'),
  rights: text(
    '<right>',
    'name of a right, e.g. vote, or its 32 bytes; with --exclusive 24 (default: full rights)',
  ),
  chain: text('<id>', 'chain id (default: 1); resolve and watch take several, e.g. 1,8453 (default: all)'),
  registry: text(
    '<registry>',
    'v1 or v2 (default: v2); list also takes all; resolve and snapshot (default: all)',
  ),
  day: text('<day>', 'report of this day (UTC), e.g. 2026-01-31 (default: the newest)'),
  'audit-key': text('<key>', 'public key that must have signed the report: 0x and 64 hex digits'),
  block: text('<n>', 'finalized block of the snapshot or allowlist'),
  holders: text('<file>', 'CSV file with a line address,amount for each holder'),
  exclusive: flag('only exclusive delegates count: one wallet for each vault or token'),
  merkle: flag('write JSON with a Merkle root, and a proof for each row'),
  out: text('<file>', 'write the list to this file'),
  'at-block': text('<n>', 'answer for the end of this block'),
  'at-time': text('<time>', 'answer for this time: seconds since 1970, or e.g. 2026-01-31T12:00:00Z'),
  'block-tag': text('<tag>', 'answer for the safe or finalized block'),
  strict: flag('count only grants in force without interruption since the safe block'),
  explain: flag('show the delegations behind the answer, with their transactions'),
  verify: flag('check the proof of the answer with --rpc, and trust only that node'),
  rpc: text('<url>', 'node that you trust, for block hashes; several, separated by commas, must agree'),
  'max-age': text(
    '<seconds>',
    'how old a verified block may be (default: 300 s older than the newest of --rpc)',
  ),
  count: text('<n>', 'how many questions (default: 200)'),
  seed: text('<n>', 'asks the same questions as an earlier run'),
  limit: text('<n>', 'records per page, up to 1000'),
  cursor: text(
    '<cursor>',
    'continue after this cursor; watch also takes start, time:<time> and block:<chain>:<number>',
  ),
  forward: text('<url>', 'URL of your server, which events are posted to'),
  name: text('<name>', 'name of the endpoint'),
  mark: text(
    '<mark>',
    'send changes at once (latest, the default), or once their block is safe or finalized',
  ),
  alive: text('<minutes>', 'minutes between heartbeats, from 1 to 60; 0 for none (default: 10)'),
  event: text('<id>', 'event that fails and is skipped'),
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

/** Other names of options: the words of the v1 registry for the two wallets, and the plural of the service. */
const ALIASES = { delegate: 'to', vault: 'from', registries: 'registry' } as const;
type Alias = keyof typeof ALIASES;

export type Values = ReturnType<typeof readOptions>['values'];

export function readOptions(args: readonly string[]) {
  const { positionals, values } = parse(args);
  const { delegate, vault, registries, ...rest } = values;
  const named: { to?: string; from?: string; registry?: string } = {};
  for (const [alias, name] of Object.entries(ALIASES) as [Alias, (typeof ALIASES)[Alias]][]) {
    const given = { delegate, vault, registries }[alias];
    if (given === undefined) continue;
    if (rest[name] !== undefined && rest[name] !== given)
      throw new UsageError(`--${alias} and --${name} mean the same: send one of them.`);
    named[name] = given;
  }
  const all = { ...rest, ...named };
  for (const name of ADDRESS_OPTIONS) assertSpelling(`--${name}`, all[name]);
  for (const text of positionals) assertSpelling('The wallet', text);
  return { positionals, values: all };
}

const ADDRESS_OPTIONS = ['to', 'from', 'wallet', 'contract'] as const satisfies readonly OptionName[];
/** Says what to do about an address that was probably mistyped. */
export const MISSPELT =
  'has a wrong checksum (EIP-55), so a character is probably wrong. Copy the address again, or write it in lower case.';

function assertSpelling(name: string, text: string | undefined): void {
  if (text !== undefined && /^0x[0-9a-f]{40}$/i.test(text) && !isSpelledRight(text))
    throw new UsageError(`${name} ${MISSPELT}`);
}

function parse(args: readonly string[]) {
  const options = { ...OPTIONS, delegate: OPTIONS.to, vault: OPTIONS.from, registries: OPTIONS.registry };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    // Keeps only the first sentence: the rest of Node's message is about its own options.
    throw new UsageError(`${(error as Error).message.split('. ')[0]}.`);
  }
}

/** Returns the key of the command line or of the environment, if there is one. */
export function readKey({ key }: Values, environment: Readonly<Record<string, string | undefined>>) {
  return key ?? (environment['MANDATE_API_KEY'] || undefined);
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

/** Returns the registries that `--registry` names. `undefined` for all. */
export function readRegistries({ registry, ...values }: Values): ('v1' | 'v2')[] | undefined {
  const isBoth = registry !== undefined && /^(?:v1,v2|v2,v1)$/.test(registry);
  const name = readRegistry({ ...values, ...(registry && !isBoth ? { registry } : {}) }, ['all', 'v1', 'v2']);
  return name === 'all' ? undefined : [name];
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

/** Reads a count that may be as large as a token id. */
export function readMin(value: string): bigint {
  if (!/^0*[1-9]\d{0,77}$/.test(value))
    throw new UsageError(`--min must be a whole number, 1 or more, not "${value}".`);
  return BigInt(value);
}

/** Accepts the 24 bytes that name a right of exclusive delegates, or a name, whose hash begins with them. */
export function readRightsIdentifier(value: string): Hex {
  if (value.startsWith('0x')) return value as Hex;
  if (value === '') throw new UsageError('--rights is empty: leave it out for delegations of every right.');
  return rightsIdentifierFromText(value);
}

/** Describes a right of exclusive delegates by its name and its bytes. */
export function describeRightsIdentifier(value: string): string {
  const bytes = readRightsIdentifier(value);
  return bytes === value ? bytes : `${value} (${bytes})`;
}

/** Accepts 32 bytes, or the name of a right. */
export function readRights(value: string): Hex {
  return value.startsWith('0x') ? (value as Hex) : rightsFromText(value);
}
