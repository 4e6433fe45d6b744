/** Runs an app as an operator does: as a process that is configured by its environment. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { BARE_ENVIRONMENT } from './bare-environment.ts';
import { findService, ROOT } from './service-bundle.ts';

const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 50_000;
const LAST_WORDS = 12;
/** Collects garbage on a signal, so that a measurement shows only memory in use. */
const COLLECT = 'data:text/javascript,process.on("SIGUSR2",()=>globalThis.gc())';
const COLLECT_MS = 1_500;

export type AppProcess = Awaited<ReturnType<typeof startApp>>;

/**
 * Resolves once the process logs that it has started. `root` is the folder of its code: another version runs from its source.
 */
export async function startApp(
  name: 'api' | 'indexer' | 'auditor' | 'webhooks',
  environment: NodeJS.ProcessEnv,
  root = ROOT,
) {
  const main = root === ROOT ? await findService(name) : join(root, 'apps', name, 'src/main.ts');
  const child = spawn(process.execPath, ['--expose-gc', '--import', COLLECT, main], {
    env: { ...BARE_ENVIRONMENT, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  const closed = once(child, 'close').finally(() => process.off('exit', killWithUs));
  const lines: string[] = [];
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const fail = (what: string) =>
    new Error(`The ${name} ${what}. It said:\n${lines.slice(-LAST_WORDS).join('\n')}`);

  async function kill(): Promise<void> {
    if (!hasEnded()) child.kill('SIGKILL');
    await closed;
  }

  const started = new Promise<Ports>((resolve, reject) => {
    const timer = setTimeout(() => reject(fail('did not start')), START_TIMEOUT_MS);
    child.once('close', () => {
      clearTimeout(timer);
      reject(fail('ended before it started'));
    });
    let isStarting = true;
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
  const { port, adminPort = port } = await started.catch(async (error: unknown) => {
    await kill();
    throw error;
  });
  const adminUrl = `http://127.0.0.1:${adminPort}`;
  return {
    url: `http://127.0.0.1:${port}`,
    /** The address of `/ready` and `/metrics`. */
    adminUrl,
    port,
    // The process has a pid, because it has logged its port.
    pid: child.pid ?? 0,
    /** The output so far, line by line. */
    lines,
    /** Throws if the process has ended unexpectedly. */
    assertAlive() {
      if (hasEnded()) throw fail(`ended with ${child.exitCode ?? child.signalCode}`);
    },
    /** Sends SIGKILL if the process is still running, so that it cannot clean up. */
    kill,
    /**
     * Sends SIGTERM. Resolves with the exit code once the process has ended and all its lines are read. Throws unless it
     * ends by itself, in time and with this code.
     */
    async stop(exitCode = 0) {
      const timer = setTimeout(killWithUs, STOP_TIMEOUT_MS);
      child.kill('SIGTERM');
      await closed;
      clearTimeout(timer);
      if (child.exitCode !== exitCode)
        throw fail(`stopped with ${child.exitCode ?? child.signalCode}, not ${exitCode}`);
      return exitCode;
    },
    /** Measures the memory in use after garbage collection. */
    async measure() {
      child.kill('SIGUSR2');
      await delay(COLLECT_MS);
      const heap = await readMetric({ adminUrl }, 'nodejs_heap_size_used_bytes');
      return { residentMb: readResidentMb(child.pid ?? 0), heapMb: heap / 1024 ** 2 };
    },
  };
}

interface Ports {
  readonly port: number;
  /** Only the API has another port. */
  readonly adminPort?: number;
}

function findPorts(line: string): Ports | null {
  if (!line.includes('"started"')) return null;
  const { msg, ...ports } = JSON.parse(line) as Ports & { readonly msg?: unknown };
  return msg === 'started' && typeof ports.port === 'number' ? ports : null;
}

/** Reads it from Linux's /proc. */
export function readResidentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** Reads a metric, added up over all labels in which the text is found. */
export async function readMetric(
  { adminUrl }: Pick<AppProcess, 'adminUrl'>,
  name: string,
  labels = '',
): Promise<number> {
  const response = await fetch(`${adminUrl}/metrics`);
  const text = await response.text();
  if (!response.ok) throw new Error(`/metrics: ${response.status} ${text}`);
  const lines = text.split('\n').filter((line) => line.startsWith(name) && line.includes(labels));
  const values = lines.filter((line) => /^[ {]/.test(line.slice(name.length)));
  if (values.length === 0) throw new Error(`There is no ${name}.`);
  return values.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
