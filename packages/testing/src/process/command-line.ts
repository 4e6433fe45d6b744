/** Reads the command line of a run. */

import { type ParseArgsConfig, parseArgs } from 'node:util';
import { messageOf } from '@mandate/core';

type Options = NonNullable<ParseArgsConfig['options']>;
export type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>['values'];

const MAX = 2 ** 31 - 1;

/** The same seed repeats a run. */
export const SEED = { type: 'string', default: String(Math.floor(Math.random() * MAX)) } as const;

/** Returns what is read from the options. Prints the usage and ends the process for `--help`, and for an error. */
export function readCommandLine<const O extends Options, T>(
  usage: string,
  options: O,
  read: (values: Values<O>) => T,
): T {
  try {
    if (process.argv.slice(2).includes('--help')) {
      process.stdout.write(`${usage}\n`);
      process.exit(0);
    }
    return read(parseArgs({ options }).values);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n\n${usage}\n`);
    process.exit(2);
  }
}

export function readCount(name: string, text: string, least: number, most = MAX): number {
  const value = Number(text);
  if (!/^\d{1,10}$/.test(text) || value < least || value > most)
    throw new RangeError(`${name} must be a whole number from ${least} to ${most}, not "${text}".`);
  return value;
}

/** Ends the process at a signal, so that everything that it started ends with it. */
export function endWithSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
}
