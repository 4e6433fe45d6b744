/** Load on one URL by wrk, a program in C: one in JavaScript would take the processor from what it measures. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface Load {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failed: number;
}

const run = promisify(execFile);

/** What wrk calls at its end: one line that a program can read. */
const REPORT = `
function done(summary, latency, requests)
  local e = summary.errors
  io.write(string.format("RESULT %d %d %d %d %d\\n", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99), e.connect + e.read + e.write + e.status + e.timeout))
end`;

/** The body of wrk's \`request\` in Lua, which returns the path of the next request. */
export async function loadUrl(url: string, path: string, options: LoadOptions): Promise<Load> {
  const folder = mkdtempSync(join(tmpdir(), 'load-'));
  const script = join(folder, 'load.lua');
  writeFileSync(
    script,
    `math.randomseed(${options.seed ?? 1})\nfunction request()\n${path}\nend\n${REPORT}\n`,
  );
  try {
    const { connections, seconds } = options;
    const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, url];
    const { stdout } = await run('wrk', args).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new Error('wrk is not installed: apt-get install wrk') : error;
    });
    const [count = 0, us = 1, p50 = 0, p99 = 0, failed = 0] =
      /RESULT (.*)/.exec(stdout)?.[1]?.split(' ').map(Number) ?? [];
    return { perSecond: Math.round((count / us) * 1e6), p50Ms: p50 / 1000, p99Ms: p99 / 1000, failed };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export interface LoadOptions {
  readonly connections: number;
  readonly seconds: number;
  readonly seed?: number;
}

export interface Child {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** A server as a process of its own, which says its port in a line of JSON. */
export async function startChild(file: string, env: NodeJS.ProcessEnv, flags: string[] = []): Promise<Child> {
  const child = spawn(process.execPath, [...flags, file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  let said = '';
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${file} ended: ${said}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      if (said.length < 10_000) said += chunk;
      const found = /"port":(\d+)/.exec(said)?.[1];
      if (found) resolve(Number(found));
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
