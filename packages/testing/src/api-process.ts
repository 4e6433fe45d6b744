/** Runs the API as an operator does: as a process that is configured by its environment. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { BARE_ENVIRONMENT } from './bare-environment.ts';
import { CHAINS } from './ledger-api.ts';
import { findService } from './service-bundle.ts';

const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 50_000;
/** Collects garbage on a signal, so that a measurement shows only memory in use. */
const COLLECT = 'data:text/javascript,process.on("SIGUSR2",()=>globalThis.gc())';
const COLLECT_MS = 1_500;

interface Memory {
  readonly residentMb: number;
  readonly heapMb: number;
}

export interface ApiProcess {
  readonly url: string;
  /** The address of `/ready` and `/metrics`. */
  readonly adminUrl: string;
  readonly port: number;
  readonly pid: number;
  /** The output so far, line by line. */
  readonly lines: readonly string[];
  /** Sends SIGTERM. Resolves with the exit code once the process has ended and all its lines are read. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL if the process is still running. */
  kill(): Promise<void>;
  /** Measures the memory in use after garbage collection. */
  measure(): Promise<Memory>;
}

/** Resolves once the process logs that it has started. */
export async function startApiProcess(
  databaseUrl: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<ApiProcess> {
  const child = spawn(process.execPath, ['--expose-gc', '--import', COLLECT, await findService('api')], {
    env: {
      ...BARE_ENVIRONMENT,
      DATABASE_URL: databaseUrl,
      CHAINS,
      API_HOST: '127.0.0.1',
      API_PORT: '0',
      API_ADMIN_PORT: '0',
      // Tests send more requests than a client without a key may.
      RATE_LIMIT: 'off',
      // Tests must not depend on whether the sites were built.
      WEB_DIR: 'off',
      DOCS_DIR: 'off',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  const closed = once(child, 'close').finally(() => process.off('exit', killWithUs));
  const lines: string[] = [];
  let isStarting = true;
  const started = new Promise<Ports>((resolve, reject) => {
    const giveUp = (why: string) => reject(new Error(`${why} It said:\n${lines.join('\n')}`));
    const timer = setTimeout(giveUp, START_TIMEOUT_MS, 'The API did not start.');
    child.once('close', () => giveUp('The API ended before it started.'));
    for (const output of [child.stdout, child.stderr]) {
      createInterface(output).on('line', (line) => {
        lines.push(line);
        const ports = isStarting ? findPorts(line) : null;
        if (ports === null) return;
        isStarting = false;
        clearTimeout(timer);
        resolve(ports);
      });
    }
  });

  async function kill(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await closed;
  }

  const { port, adminPort } = await started.catch(async (error: unknown) => {
    await kill();
    throw error;
  });
  const adminUrl = `http://127.0.0.1:${adminPort}`;
  return {
    url: `http://127.0.0.1:${port}`,
    adminUrl,
    port,
    pid: child.pid ?? 0,
    lines,
    async stop() {
      const timer = setTimeout(killWithUs, STOP_TIMEOUT_MS);
      child.kill('SIGTERM');
      await closed;
      clearTimeout(timer);
      return child.exitCode;
    },
    kill,
    async measure() {
      child.kill('SIGUSR2');
      await delay(COLLECT_MS);
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
      const read = (text: string, line: RegExp) => Number(line.exec(text)?.[1]);
      return {
        residentMb: read(status, /^VmRSS:\s+(\d+) kB$/m) / 1024,
        heapMb: read(metrics, /^nodejs_heap_size_used_bytes (\d+)$/m) / 1024 ** 2,
      };
    },
  };
}

interface Ports {
  readonly port: number;
  readonly adminPort: number;
}

function findPorts(line: string): Ports | null {
  if (!line.startsWith('{')) return null;
  const { msg, port, adminPort } = JSON.parse(line) as { msg?: unknown; port?: unknown; adminPort?: unknown };
  return msg === 'started' && typeof port === 'number' ? { port, adminPort: Number(adminPort) } : null;
}
