/** Parses the command line. */
import { parseArgs } from 'node:util';
import type { Hex } from '../hex.ts';
import { rightsFromText } from '../rights-from-text.ts';

/** The command line is invalid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const OPTIONS = {
  to: text,
  from: text,
  contract: text,
  token: text,
  rights: text,
  chain: text,
  block: text,
  'at-block': text,
  'at-time': text,
  'block-tag': text,
  strict: flag,
  explain: flag,
  limit: text,
  cursor: text,
  url: text,
  key: text,
  v1: flag,
  json: flag,
  version: flag,
  help: { type: 'boolean', short: 'h' },
} as const;

export type Values = ReturnType<typeof readOptions>['values'];
/** The options that hold text. */
export type TextOption = {
  [Name in keyof typeof OPTIONS]: (typeof OPTIONS)[Name] extends typeof text ? Name : never;
}[keyof typeof OPTIONS];

export function readOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    // Keeps only the first sentence: the rest of Node's message is about its own options.
    throw new UsageError(`${(error as Error).message.split('. ')[0]}.`);
  }
}

/** Options that every command takes. */
const EVERYWHERE = ['url', 'key', 'json', 'version', 'help'];

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
  const known = [...EVERYWHERE, ...required, ...optional];
  const unknown = Object.keys(values).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new UsageError(`${command} does not take ${unknown.map((name) => `--${name}`).join(', ')}.`);
  }
}

export function readWhole(option: string, value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new UsageError(`--${option} must be a whole number, not "${value}".`);
  return Number(value);
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
