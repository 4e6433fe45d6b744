/** The options of a command, from text to values. */
import { ConfigError } from '@mandate/config';
import { type Address, messageOf, parseAddress } from '@mandate/core';
import type { KeyChange } from '@mandate/store';
import { MAX_PATTERNS, parseOriginPattern } from '../../access/keys/origins.ts';
import { MAX_CEILING, MIN_CEILING } from '../../access/limit/window.ts';
import { KEYED_OPERATIONS } from '../key-fields.ts';

export const OPTIONS = {
  name: { type: 'string' },
  owner: { type: 'string' },
  expires: { type: 'string' },
  publishable: { type: 'boolean', default: false },
  origin: { type: 'string', multiple: true },
  operations: { type: 'string' },
  chains: { type: 'string' },
  ceiling: { type: 'string' },
  'visitor-ceiling': { type: 'string' },
  overlap: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

export interface Options {
  readonly name?: string | undefined;
  readonly owner?: string | undefined;
  readonly expires?: string | undefined;
  readonly publishable?: boolean | undefined;
  readonly origin?: readonly string[] | undefined;
  readonly operations?: string | undefined;
  readonly chains?: string | undefined;
  readonly ceiling?: string | undefined;
  readonly 'visitor-ceiling'?: string | undefined;
  readonly overlap?: string | undefined;
}

const MAX_NAME_LENGTH = 100;
const MAX_OVERLAP_HOURS = 168;
const HOUR_MS = 60 * 60 * 1000;
const DATE = /^\d{4}-\d\d-\d\d$/;
const END_OF_DAY = 'T23:59:59.999Z';
/** Lifts a restriction. */
const LIFTED = new Set(['all', 'default']);

export function readName(name: string | undefined): string {
  if (!name?.trim()) throw new ConfigError('--name is missing: name the owner or the purpose of the key.');
  // PostgreSQL counts characters as people do, JavaScript counts some of them twice.
  if ([...name].length > MAX_NAME_LENGTH)
    throw new ConfigError(`--name must have at most ${MAX_NAME_LENGTH} characters.`);
  return name;
}

export function readOwner(text: string): Address {
  try {
    return parseAddress(text);
  } catch (error) {
    throw new ConfigError(`--owner: ${messageOf(error)}`);
  }
}

export function readExpiry(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const expiresAt = new Date(text + END_OF_DAY);
  // The 31st of February is read as a day in March.
  if (!DATE.test(text) || Number.isNaN(expiresAt.getTime()) || !expiresAt.toISOString().startsWith(text))
    throw new ConfigError(`--expires must be a day, e.g. 2027-01-31, not "${text}".`);
  if (expiresAt <= new Date()) throw new ConfigError(`--expires must be in the future; ${text} is over.`);
  return expiresAt;
}

export function readId(text: string | undefined, command: string): number {
  if (!text || !/^[1-9]\d{0,14}$/.test(text))
    throw new ConfigError(`${command} needs the id of a key, as list shows it, not "${text ?? ''}".`);
  return Number(text);
}

export function readOverlap(text = '0'): { readonly ms: number; readonly text: string } {
  const hours = Number(text);
  if (!/^\d{1,3}$/.test(text) || hours > MAX_OVERLAP_HOURS)
    throw new ConfigError(`--overlap must be a number of hours from 0 to ${MAX_OVERLAP_HOURS}.`);
  return { ms: hours * HOUR_MS, text: hours === 1 ? '1 hour' : `${hours} hours` };
}

/** Returns only rules that are given. */
export function readRules(options: Options): Omit<KeyChange, 'name'> {
  const { origin, operations, chains, ceiling } = options;
  const visitorCeiling = options['visitor-ceiling'];
  return {
    ...(origin === undefined ? {} : { origins: readOrigins(origin) }),
    ...(operations === undefined ? {} : { operations: readList('--operations', operations, readOperation) }),
    ...(chains === undefined ? {} : { chains: readList('--chains', chains, readChain) }),
    ...(ceiling === undefined ? {} : { ceiling: readCeiling('--ceiling', ceiling) }),
    ...(visitorCeiling === undefined
      ? {}
      : { visitorCeiling: readCeiling('--visitor-ceiling', visitorCeiling) }),
  };
}

function readOrigins(texts: readonly string[]): string[] {
  if (texts.length > MAX_PATTERNS) throw new ConfigError(`A key has at most ${MAX_PATTERNS} origins.`);
  try {
    return [...new Set(texts.map((text) => parseOriginPattern(text).text))];
  } catch (error) {
    throw new ConfigError(`--origin: ${messageOf(error)}`);
  }
}

/** `null` for all of them. */
function readList<T>(option: string, text: string, read: (part: string) => T): T[] | null {
  if (LIFTED.has(text)) return null;
  const parts = text.split(',').map((part) => part.trim());
  if (parts.some((part) => part === ''))
    throw new ConfigError(`${option} must be a list with commas, or "all".`);
  return [...new Set(parts.map(read))];
}

function readOperation(id: string): string {
  if (KEYED_OPERATIONS.some((operation) => operation.id === id)) return id;
  const known = KEYED_OPERATIONS.map((operation) => operation.id).join(', ');
  throw new ConfigError(`--operations: "${id}" takes no keys. These do: ${known}.`);
}

function readChain(id: string): number {
  if (/^[1-9]\d{0,14}$/.test(id)) return Number(id);
  throw new ConfigError(`--chains must be ids of chains, e.g. 1,8453, not "${id}".`);
}

function readCeiling(option: string, text: string): number | null {
  if (LIFTED.has(text)) return null;
  const count = Number(text);
  if (!/^\d{1,6}$/.test(text) || count < MIN_CEILING || count > MAX_CEILING)
    throw new ConfigError(
      `${option} must be a whole number from ${MIN_CEILING} to ${MAX_CEILING}, or "default".`,
    );
  return count;
}
