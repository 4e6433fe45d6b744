/** Assigns cores to a server and its load: separate ones if there are enough. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

export interface Cores {
  /** Null leaves it to the kernel. */
  readonly server: readonly number[] | null;
  readonly load: readonly number[] | null;
}

/** Gives each server process one core and the rest to the load. If none would be left, they share all. */
export function shareCores(processes: number, all: readonly number[] = listCores()): Cores {
  if (process.platform !== 'linux' || all.length <= processes) return { server: null, load: null };
  return { server: all.slice(0, processes), load: all.slice(processes) };
}

/**
 * Returns the command that runs a program on these cores. It execs the program, so both have the same process
 * id.
 */
export function pinned(cores: readonly number[] | null, program: string, args: readonly string[]) {
  return cores
    ? { program: 'taskset', args: ['-c', cores.join(','), program, ...args] }
    : { program, args: [...args] };
}

/** Returns the cores that this process may use, parsed from e.g. "0-2,5". */
export function listCores(): number[] {
  if (process.platform !== 'linux') return Array.from({ length: availableParallelism() }, (_, i) => i);
  const list = /Cpus_allowed_list:\s+(\S+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}
