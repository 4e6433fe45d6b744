/** Parses the command line. */

import { parseArgs } from 'node:util';
import { messageOf } from '@mandate/core';
import { MIN_ROWS } from './serving/data.ts';

/** By name: what the help prints, and the default. A boolean needs no value. */
const OPTIONS = {
  only: { value: 'PARTS', about: 'run only these parts, e.g. "serving,batch"' },
  rows: {
    ...{ value: 'N,N', default: '1000000,10000000' },
    about: 'delegations in the ledgers of serving and writes; the other parts use the first number',
  },
  rounds: { value: 'N', about: 'number of rounds', default: '5' },
  seconds: { value: 'N', about: 'seconds of load per measurement', default: '4' },
  'warm-up': {
    ...{ value: 'N', default: '6' },
    about: 'turns of that length before the first measurement, over all questions',
  },
  events: {
    ...{ value: 'N', default: '200000' },
    about:
      'registry events on indexer’s busy chain; bootstrap has five times as many rows, but at most --rows',
  },
  chains: { value: 'N', about: 'number of chains when memory is measured', default: '40' },
  'node-seconds': { value: 'N', about: 'seconds in which nodes counts calls', default: '180' },
  'growth-rows': {
    ...{ value: 'N,N', default: '1000000,10000000,30000000' },
    about: 'the sizes of growth’s ledger',
  },
  wallets: { value: 'N', about: 'growth: wallets that ask now and then', default: '100000' },
  'idle-connections': { value: 'N', about: 'growth: connections that are mostly idle', default: '10000' },
  questions: {
    value: 'A,B',
    about: 'serving and profile: only questions whose names contain one of these, e.g. "erc721,list"',
  },
  keep: { about: 'keep serving’s ledgers in the database for the next run' },
  json: { about: 'print one JSON object at the end and nothing else to standard output' },
  from: { value: 'FILE', about: 'measure nothing; read the results from the JSON of an earlier run' },
  'write-docs': {
    about: 'write the tables and charts of docs/operating/performance.md and docs/operating/scale.md',
  },
  help: { about: 'print this' },
} as const;

type OptionName = keyof typeof OPTIONS;
type Option = { readonly about: string; readonly value?: string; readonly default?: string };
const ALL = Object.entries<Option>(OPTIONS);

export const FLAGS = ALL.map(([name, { value = '', about, default: usual }]) => {
  const flag = `  --${name} ${value}`.padEnd(26);
  return `${flag} ${about}${usual ? ` (${usual})` : ''}`;
}).join('\n');

/** They ask the same ledger. */
const PARTS_WITH_LISTS = ['serving', 'profile', 'batch'];

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export type Options = ReturnType<typeof readCommandLine>;

/** `usual` are the parts that run without `--only`. */
export function readCommandLine(
  args: readonly string[],
  parts: readonly string[],
  usual: readonly string[] = parts,
) {
  const values = parse(args);
  const list = (name: OptionName) => values[name]?.split(',').map((word) => word.trim());
  const count = (name: OptionName) => readCount(name, values[name] ?? '');
  const sizesOf = (name: OptionName) =>
    (list(name) ?? []).map((size) => readCount(name, size)).toSorted((a, b) => a - b);
  const sizes = sizesOf('rows');
  const only = list('only') ?? usual;
  const unknown = only.find((name) => !parts.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`Unknown part "${unknown}". Choose from: ${parts.join(', ')}.`);
  const ofLists = only.find((name) => PARTS_WITH_LISTS.includes(name));
  if (ofLists && Math.min(...sizes) < MIN_ROWS)
    throw new UsageError(`--rows must be at least ${MIN_ROWS}: ${ofLists} needs that many for its lists.`);
  return {
    only,
    /** The delegations in each ledger of the parts that compare sizes, the smallest first. */
    sizes,
    /** The delegations in the ledger of the other parts. */
    rows: Math.min(...sizes),
    growthSizes: sizesOf('growth-rows'),
    wallets: count('wallets'),
    idleConnections: count('idle-connections'),
    rounds: count('rounds'),
    seconds: count('seconds'),
    warmUp: count('warm-up'),
    events: count('events'),
    chains: count('chains'),
    nodeSeconds: count('node-seconds'),
    questions: list('questions') ?? [''],
    /** The JSON file of an earlier run to write the docs from. */
    from: values.from ?? null,
    keep: values.keep !== undefined,
    json: values.json !== undefined,
    writeDocs: values['write-docs'] !== undefined,
    help: values.help !== undefined,
  };
}

function parse(args: readonly string[]): Partial<Record<OptionName, string>> {
  const options = ALL.map(([name, { value, default: usual }]) => [
    name,
    value ? { type: 'string', ...(usual ? { default: usual } : {}) } : { type: 'boolean' },
  ]);
  try {
    return parseArgs({ args: [...args], options: Object.fromEntries(options) }).values;
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

function readCount(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new UsageError(`--${name} must be a whole number above 0, not "${text}".`);
  return Number(text);
}
