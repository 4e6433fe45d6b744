/** Parses the command line. */
import { parseArgs } from 'node:util';
import type { Options } from './part.ts';
import { MIN_ROWS } from './serving/data.ts';
import { CONTENDER_IDS, type ContenderId } from './serving/result.ts';

export interface CommandLine extends Options {
  readonly only: readonly string[];
  readonly json: boolean;
  readonly writeDocs: boolean;
  /** The JSON file of an earlier run to write the docs from. */
  readonly from: string | null;
  readonly help: boolean;
}

export const FLAGS = `  --only PARTS       run only these parts, e.g. "serving,batch"
  --rows N,N         delegations in the ledgers of serving and writes; the other parts use the
                     first number (1000000,10000000)
  --rounds N         number of rounds (5)
  --seconds N        seconds of load per measurement (4)
  --warm-up N        serving and growth: turns of that length before the first measurement (6)
  --events N         registry events on indexer's busy chain; bootstrap has five times as many rows,
                     but at most --rows (200000)
  --chains N         number of chains when memory is measured (40)
  --node-seconds N   seconds in which nodes counts calls (180)
  --growth-rows N,N  the sizes of growth's ledger (1000000,10000000,30000000)
  --wallets N        growth: wallets that ask now and then (100000)
  --idle-connections N  growth: connections that are mostly idle (10000)
  --contenders A,B   serving: measure only these: ${CONTENDER_IDS.join(', ')}
  --questions A,B    serving: only questions whose names contain one of these, e.g. "erc721,list"
  --keep             keep serving's ledgers in the database for the next run
  --json             print one JSON object at the end and nothing else to standard output
  --from FILE        measure nothing; read the results from the JSON of an earlier run
  --write-docs       write the tables and charts of docs/operating/performance.md and docs/operating/scale.md`;

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** `usual` are the parts that run without `--only`. */
export function readCommandLine(
  args: readonly string[],
  parts: readonly string[],
  usual: readonly string[] = parts,
): CommandLine {
  const values = parse(args);
  const list = (text: string | undefined) => text?.split(',').map((word) => word.trim());
  const sizesOf = (name: 'rows' | 'growth-rows') =>
    (list(values[name]) ?? []).map((size) => count(name, size)).toSorted((a, b) => a - b);
  const sizes = sizesOf('rows');
  const only = list(values.only) ?? usual;
  const unknown = only.find((name) => !parts.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`Unknown part "${unknown}". Choose from: ${parts.join(', ')}.`);
  if (only.includes('serving') && Math.min(...sizes) < MIN_ROWS)
    throw new UsageError(
      `--rows must be at least ${MIN_ROWS}, because serving needs that many for its lists.`,
    );
  return {
    only,
    sizes,
    rows: Math.min(...sizes),
    growthSizes: sizesOf('growth-rows'),
    wallets: count('wallets', values.wallets),
    idleConnections: count('idle-connections', values['idle-connections']),
    rounds: count('rounds', values.rounds),
    seconds: count('seconds', values.seconds),
    warmUp: count('warm-up', values['warm-up']),
    events: count('events', values.events),
    chains: count('chains', values.chains),
    nodeSeconds: count('node-seconds', values['node-seconds']),
    contenders: list(values.contenders)?.map(contenderOf) ?? CONTENDER_IDS,
    questions: list(values.questions) ?? [''],
    from: values.from ?? null,
    keep: values.keep,
    json: values.json,
    writeDocs: values['write-docs'],
    help: values.help,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        only: { type: 'string' },
        rows: { type: 'string', default: '1000000,10000000' },
        rounds: { type: 'string', default: '5' },
        seconds: { type: 'string', default: '4' },
        'warm-up': { type: 'string', default: '6' },
        events: { type: 'string', default: '200000' },
        chains: { type: 'string', default: '40' },
        'node-seconds': { type: 'string', default: '180' },
        'growth-rows': { type: 'string', default: '1000000,10000000,30000000' },
        wallets: { type: 'string', default: '100000' },
        'idle-connections': { type: 'string', default: '10000' },
        contenders: { type: 'string' },
        questions: { type: 'string' },
        from: { type: 'string' },
        keep: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        'write-docs': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function count(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new UsageError(`--${name} must be a whole number above 0, not "${text}".`);
  return Number(text);
}

function contenderOf(name: string): ContenderId {
  const found = CONTENDER_IDS.find((id) => id === name);
  if (!found) throw new UsageError(`Unknown contender "${name}". Choose from: ${CONTENDER_IDS.join(', ')}.`);
  return found;
}
