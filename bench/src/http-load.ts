/**
 * Puts load on a server with wrk, which is written in C: a JavaScript program would compete for the processor
 * it measures.
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pinned } from './cores.ts';
import { createFolder } from './folder.ts';

/** The percentiles to keep. The last one is the slowest request. */
export const PERCENTILES = [10, 25, 50, 75, 90, 95, 99, 99.5, 99.9, 99.99, 100] as const;

export interface Load {
  readonly requests: number;
  readonly perSecond: number;
  /** By unit: "p50 ms" and so on, for each of `PERCENTILES`. */
  readonly latencies: Latencies;
  readonly failed: number;
  /** The cores that the load itself used. */
  readonly ownCores: number;
}

type Latencies = Readonly<Record<`p${(typeof PERCENTILES)[number]} ms`, number>>;

export interface Request {
  readonly path: string;
  readonly headers?: readonly Header[];
  /** Without tabs and line ends. With a body the method is POST. */
  readonly body?: string;
}

export type Header = readonly [name: string, value: string];

export interface LoadOptions {
  readonly connections: number;
  readonly seconds: number;
  readonly cores?: readonly number[] | null;
  /** The requests to send in a second, at random times. Without it, each connection sends its next one at once. */
  readonly perSecond?: number;
}

/** Enough to exceed every database cache. */
const REQUESTS = 100_000;

/** Requests that are written once and sent repeatedly, in order. */
export interface Requests {
  readonly file: string;
  remove(): void;
}

export function writeRequests(next: () => Request, count = REQUESTS): Requests {
  const folder = createFolder('load');
  const file = join(folder.path, 'requests');
  const lines = Array.from({ length: count }, () => {
    const { path, headers = [], body = '' } = next();
    return `${[path, body, ...headers.flat()].join('\t')}\n`;
  });
  writeFileSync(file, lines.join(''));
  return { file, remove: folder.remove };
}

/**
 * Prepares everything before the first request, so that each one only takes the next entry. The last line of
 * output is machine-readable.
 */
const scriptOf = (file: string, delayMs: number | null) => `
${delayMs === null ? '' : delayOf(delayMs)}
local requests, count, last = {}, 0, 0
function init()
  for line in io.lines("${file}") do
    local path, body, rest = line:match("^([^\\t]*)\\t([^\\t]*)(.*)$")
    local headers = {Host = wrk.headers.Host}
    for name, value in rest:gmatch("\\t([^\\t]+)\\t([^\\t]+)") do headers[name] = value end
    count = count + 1
    requests[count] = body == "" and wrk.format("GET", path, headers) or wrk.format("POST", path, headers, body)
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

/** wrk waits for whole milliseconds. */
const delayOf = (meanMs: number) => `
function delay()
  return math.floor(math.random() - ${meanMs} * math.log(1 - math.random()))
end`;

const run = promisify(execFile);

export async function loadRequests(url: string, { file }: Requests, options: LoadOptions): Promise<Load> {
  const script = `${file}.lua`;
  const { connections, seconds, cores = null, perSecond } = options;
  writeFileSync(script, scriptOf(file, perSecond ? (1_000 * connections) / perSecond : null));
  const flags = `-t1 -c${connections} -d${seconds}s --timeout 20s -s`.split(' ');
  const wrk = pinned(cores, 'wrk', [...flags, script, url]);
  const { stdout } = await run(wrk.program, wrk.args).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' || /wrk: No such file/.test(error.message)
      ? new Error('wrk is not installed: apt-get install wrk')
      : error;
  });
  const load = readLoad(stdout);
  if (load.failed > 0) throw new Error(`${load.failed} of ${load.requests} requests failed.`);
  return load;
}

/** Parses what the load script printed at its start and end. */
export function readLoad(stdout: string): Load {
  const began = Number(/BEGAN (.*)/.exec(stdout)?.[1]);
  const [ended = 0, requests = 0, us = 1, failed = 0, ...latenciesUs] =
    /RESULT (.*)/.exec(stdout)?.[1]?.split(' ').map(Number) ?? [];
  if (requests === 0) throw new Error(`Nothing was answered: ${stdout.slice(-500)}`);
  const latencies = PERCENTILES.map((percentile, i) => [
    `p${percentile} ms`,
    (latenciesUs[i] ?? Number.NaN) / 1000,
  ]);
  return {
    requests,
    failed,
    latencies: Object.fromEntries(latencies) as Latencies,
    perSecond: Math.round((requests / us) * 1e6),
    ownCores: (ended - began) / (us / 1e6),
  };
}

/** Does the same for requests that are used once. */
export async function loadUrl(url: string, next: () => Request, options: LoadOptions): Promise<Load> {
  const requests = writeRequests(next);
  return loadRequests(url, requests, options).finally(requests.remove);
}
