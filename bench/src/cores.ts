/** Which cores a server and its load run on: apart from each other where there are enough of them. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

export interface Cores {
  /** Null: wherever the kernel puts them. */
  readonly server: readonly number[] | null;
  readonly load: readonly number[] | null;
}

/** A core for each process of the server, the others for the load. Where none would be left, they share all. */
export function shareCores(processes: number, all: readonly number[] = listCores()): Cores {
  if (process.platform !== 'linux' || all.length <= processes) return { server: null, load: null };
  return { server: all.slice(0, processes), load: all.slice(processes) };
}

/** The command that runs a program on these cores. It becomes the program: its id is the program's. */
export function pinned(cores: readonly number[] | null, program: string, args: readonly string[]) {
  return cores
    ? { program: 'taskset', args: ['-c', cores.join(','), program, ...args] }
    : { program, args: [...args] };
}

/** Those that we may use ourselves: "0-2,5". */
export function listCores(): number[] {
  if (process.platform !== 'linux') return Array.from({ length: availableParallelism() }, (_, i) => i);
  const list = /Cpus_allowed_list:\s+(\S+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}
