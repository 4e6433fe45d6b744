/** Load on one server by wrk, a program in C: one in JavaScript would take the processor from what it measures. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createFolder } from './at-exit.ts';
import { pinned } from './cores.ts';

/** Those that are kept of a distribution, the last being the slowest of all. */
export const PERCENTILES = [10, 25, 50, 75, 90, 95, 99, 99.5, 99.9, 99.99, 100] as const;

export interface Load {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  /** One for each of `PERCENTILES`. */
  readonly percentilesMs: readonly number[];
  readonly failed: number;
  /** How much of a core the load itself took, and how much processor time with all that it prepared. */
  readonly ownCores: number;
  readonly ownSeconds: number;
}

export interface Request {
  readonly path: string;
  readonly header?: readonly [name: string, value: string];
}

export interface LoadOptions {
  readonly connections: number;
  readonly seconds: number;
  readonly cores?: readonly number[] | null;
}

/** Enough that no cache of a database has all of what they ask for. */
const REQUESTS = 100_000;

/** Requests that are written once and sent again and again, in their order. */
export interface Requests {
  readonly file: string;
  remove(): void;
}

export function writeRequests(next: () => Request, count = REQUESTS): Requests {
  const folder = createFolder('load');
  const file = join(folder.path, 'requests');
  const lines = Array.from({ length: count }, () => {
    const { path, header } = next();
    return header ? `${path}\t${header.join('\t')}\n` : `${path}\n`;
  });
  writeFileSync(file, lines.join(''));
  return { file, remove: folder.remove };
}

/**
 * Everything is made before the first request goes out: what is left to do for each is to take the next. The last
 * line is one that a program can read.
 */
const scriptOf = (file: string) => `
local requests, count, last = {}, 0, 0
function init()
  for line in io.lines("${file}") do
    local path, name, value = line:match("^([^\\t]+)\\t([^\\t]+)\\t(.*)$")
    count = count + 1
    requests[count] = wrk.format("GET", path or line, name and {Host = wrk.headers.Host, [name] = value})
  end
  collectgarbage()
  io.write(string.format("BEGAN %.6f\\n", os.clock()))
end
function request()
  last = last % count + 1
  return requests[last]
end
function done(summary, latency)
  local e = summary.errors
  io.write(string.format("RESULT %.6f %d %d %d", os.clock(), summary.requests, summary.duration,
    e.connect + e.read + e.write + e.status + e.timeout))
  for _, percentile in ipairs({${PERCENTILES.join(', ')}}) do io.write(" ", latency:percentile(percentile)) end
  io.write("\\n")
end`;

const run = promisify(execFile);

export async function loadRequests(url: string, { file }: Requests, options: LoadOptions): Promise<Load> {
  const script = `${file}.lua`;
  writeFileSync(script, scriptOf(file));
  const { connections, seconds, cores = null } = options;
  const wrk = pinned(cores, 'wrk', [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--timeout',
    '20s',
    '-s',
    script,
    url,
  ]);
  const { stdout } = await run(wrk.program, wrk.args).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' || /wrk: No such file/.test(error.message)
      ? new Error('wrk is not installed: apt-get install wrk')
      : error;
  });
  return readLoad(stdout);
}

/** What the script of a load wrote at its beginning and at its end. */
export function readLoad(stdout: string): Load {
  const began = Number(/BEGAN (.*)/.exec(stdout)?.[1]);
  const [ended = 0, requests = 0, us = 1, failed = 0, ...latenciesUs] =
    /RESULT (.*)/.exec(stdout)?.[1]?.split(' ').map(Number) ?? [];
  if (requests === 0) throw new Error(`Nothing was answered: ${stdout.slice(-500)}`);
  const percentilesMs = latenciesUs.map((latency) => latency / 1000);
  const at = (percentile: (typeof PERCENTILES)[number]) =>
    percentilesMs[PERCENTILES.indexOf(percentile)] ?? Number.NaN;
  return {
    requests,
    failed,
    percentilesMs,
    perSecond: Math.round((requests / us) * 1e6),
    p50Ms: at(50),
    p99Ms: at(99),
    p999Ms: at(99.9),
    ownCores: (ended - began) / (us / 1e6),
    ownSeconds: ended,
  };
}

/** The same for requests that are needed once. */
export async function loadUrl(url: string, next: () => Request, options: LoadOptions): Promise<Load> {
  const requests = writeRequests(next);
  try {
    return await loadRequests(url, requests, options);
  } finally {
    requests.remove();
  }
}
