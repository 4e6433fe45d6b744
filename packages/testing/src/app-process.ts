/** An app as an operator runs it: a process of its own, told what to do by its environment. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;
const LINES_KEPT = 12;

export interface AppProcess {
  readonly url: string;
  /** The address of `/ready` and `/metrics`. */
  readonly adminUrl: string;
  readonly pid: number;
  /** Throws when the process has ended without being told to. */
  assertAlive(): void;
  /** SIGKILL: it gets no chance to tidy up. */
  kill(): Promise<void>;
  /** SIGTERM: it must end by itself, in time and without an error. */
  stop(): Promise<void>;
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Resolves when the process says that it has started. `root` is where its code is: another version's may be elsewhere. */
export async function startApp(
  name: 'api' | 'indexer',
  environment: NodeJS.ProcessEnv,
  root = ROOT,
): Promise<AppProcess> {
  const child = spawn(process.execPath, [join(root, 'apps', name, 'src/main.ts')], {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'info', ...environment },
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
    // It has one: it said its port.
    pid: child.pid ?? 0,
    assertAlive() {
      if (ended())
        throw new Error(`The ${name} ended with ${child.exitCode ?? child.signalCode}. ${lastWords()}`);
    },
    kill,
    async stop() {
      if (ended()) throw new Error(`The ${name} had ended before it was told to. ${lastWords()}`);
      const timer = setTimeout(killWithUs, STOP_TIMEOUT_MS);
      child.kill('SIGTERM');
      await exited;
      clearTimeout(timer);
      if (child.signalCode)
        throw new Error(`Told to stop, it went on for ${STOP_TIMEOUT_MS} ms. ${lastWords()}`);
      if (child.exitCode !== 0)
        throw new Error(`Told to stop, it ended with ${child.exitCode}. ${lastWords()}`);
    },
  };
}

interface Ports {
  readonly port: number;
  /** The same as `port` where there is no other: the indexer's. */
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
