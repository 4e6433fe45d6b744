/** The indexer as an operator runs it: a process of its own, told what to do by its environment. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { writeChains } from '@mandate/contracts';
import type { LivelyChain } from './lively-chain.ts';

const MAIN = fileURLToPath(new URL('../../apps/indexer/src/main.ts', import.meta.url));
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;
const LINES_KEPT = 12;
export const POLL_MS = 100;

/** A chain, and the address under which the indexer finds its node: the node's own, or a proxy's. */
export interface Followed {
  readonly chain: LivelyChain;
  readonly url: string;
}

export interface IndexerOptions {
  readonly databaseUrl: string;
  readonly followed: readonly Followed[];
  readonly pollMs?: number;
}

export interface ChainStatus {
  readonly chainId: number;
  readonly state: string;
}

export interface IndexerProcess {
  /** Throws when the process has ended without being told to. */
  assertAlive(): void;
  /** What `/ready` says. */
  listChains(): Promise<readonly ChainStatus[]>;
  /** SIGKILL: it gets no chance to tidy up. */
  kill(): Promise<void>;
  /** SIGTERM: it must end by itself, in time and without an error. */
  stop(): Promise<void>;
}

/** Resolves when the process says that it has started. */
export async function startIndexer(options: IndexerOptions): Promise<IndexerProcess> {
  const child = spawn(process.execPath, [MAIN, 'run'], {
    env: environmentOf(options),
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

  const port = await readPort(child, said).catch(async (error: unknown) => {
    await kill();
    throw new Error(`${error instanceof Error ? error.message : error} ${lastWords()}`);
  });
  return {
    assertAlive() {
      if (ended())
        throw new Error(`The indexer ended with ${child.exitCode ?? child.signalCode}. ${lastWords()}`);
    },
    async listChains() {
      const response = await fetch(`http://127.0.0.1:${port}/ready`);
      const { chains } = (await response.json()) as { chains: ChainStatus[] };
      return chains;
    },
    kill,
    async stop() {
      if (ended()) throw new Error(`The indexer had ended before it was told to. ${lastWords()}`);
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

function environmentOf({ databaseUrl, followed, pollMs = POLL_MS }: IndexerOptions): NodeJS.ProcessEnv {
  const chains = followed.map(({ chain: { local }, url }) => ({ ...local, url }));
  return {
    PATH: process.env['PATH'],
    DATABASE_URL: databaseUrl,
    CHAINS: writeChains(chains, pollMs),
    INDEXER_PORT: '0',
    LOG_LEVEL: 'info',
  };
}

function readPort(child: ChildProcess, said: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The indexer did not start.')), START_TIMEOUT_MS);
    child.once('error', reject);
    child.once('exit', () => reject(new Error('The indexer ended before it started.')));
    const listen = (line: string) => {
      said.push(line);
      if (said.length > LINES_KEPT) said.shift();
      const port = findPort(line);
      if (port === null) return;
      clearTimeout(timer);
      resolve(port);
    };
    for (const output of [child.stdout, child.stderr]) {
      if (output) createInterface(output).on('line', listen);
    }
  });
}

function findPort(line: string): number | null {
  if (!line.startsWith('{')) return null;
  const { msg, port } = JSON.parse(line) as { msg?: unknown; port?: unknown };
  return msg === 'started' && typeof port === 'number' ? port : null;
}
