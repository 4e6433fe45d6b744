/** Runs an app as an operator does: as a process that is configured by its environment. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BARE_ENVIRONMENT } from './bare-environment.ts';
import { findService, ROOT } from './service-bundle.ts';

const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 30_000;
const LINES_KEPT = 12;

export interface AppProcess {
  readonly url: string;
  /** The address of `/ready` and `/metrics`. */
  readonly adminUrl: string;
  readonly pid: number;
  /** Throws if the process has ended unexpectedly. */
  assertAlive(): void;
  /** Sends SIGKILL, so that the process cannot clean up. */
  kill(): Promise<void>;
  /** Sends SIGTERM. The process must end by itself, in time and without an error. */
  stop(): Promise<void>;
}

/**
 * Resolves once the process logs that it has started. `root` is the folder of its code: another version runs from its source.
 */
export async function startApp(
  name: 'api' | 'indexer' | 'auditor',
  environment: NodeJS.ProcessEnv,
  root = ROOT,
): Promise<AppProcess> {
  const main = root === ROOT ? await findService(name) : join(root, 'apps', name, 'src/main.ts');
  const child = spawn(process.execPath, [main], {
    env: { ...BARE_ENVIRONMENT, LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  const exited = once(child, 'exit').finally(() => process.off('exit', killWithUs));
  const said: string[] = [];
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  const lastWords = () => `It said:\n${said.join('\n')}`;

  async function kill(): Promise<void> {
    if (!ended()) child.kill('SIGKILL');
    await exited;
  }

  const { port, adminPort } = await readPorts(name, child, said).catch(async (error: unknown) => {
    await kill();
    throw new Error(`${error instanceof Error ? error.message : error} ${lastWords()}`);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    // The process has a pid, because it has logged its port.
    pid: child.pid ?? 0,
    assertAlive() {
      if (ended())
        throw new Error(`The ${name} ended with ${child.exitCode ?? child.signalCode}. ${lastWords()}`);
    },
    kill,
    async stop() {
      if (ended()) throw new Error(`The ${name} ended before it was stopped. ${lastWords()}`);
      const timer = setTimeout(killWithUs, STOP_TIMEOUT_MS);
      child.kill('SIGTERM');
      await exited;
      clearTimeout(timer);
      if (child.signalCode)
        throw new Error(`The ${name} did not stop within ${STOP_TIMEOUT_MS} ms. ${lastWords()}`);
      if (child.exitCode !== 0)
        throw new Error(`The ${name} stopped with exit code ${child.exitCode}. ${lastWords()}`);
    },
  };
}

interface Ports {
  readonly port: number;
  /** For the indexer and the auditor, which have no other port, the same as `port`. */
  readonly adminPort: number;
}

function readPorts(name: string, child: ChildProcess, said: string[]): Promise<Ports> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The ${name} did not start.`)), START_TIMEOUT_MS);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The ${name} ended before it started.`)));
    const listen = (line: string) => {
      said.push(line);
      if (said.length > LINES_KEPT) said.shift();
      const ports = findPorts(line);
      if (ports === null) return;
      clearTimeout(timer);
      resolve(ports);
    };
    for (const output of [child.stdout, child.stderr]) {
      if (output) createInterface(output).on('line', listen);
    }
  });
}

function findPorts(line: string): Ports | null {
  if (!line.includes('"started"')) return null;
  const { msg, port, adminPort } = JSON.parse(line) as { msg?: unknown; port?: unknown; adminPort?: unknown };
  if (msg !== 'started' || typeof port !== 'number') return null;
  return { port, adminPort: typeof adminPort === 'number' ? adminPort : port };
}
