/** Starts a server as processes of its own, on its own cores: the service, or a bare one beside it. */
import { findFreePorts } from '@mandate/testing/process/find-free-port';
import { listMemoryFlags } from '@mandate/testing/process/memory-flags';
import { type Program, startProgram } from '@mandate/testing/process/program';
import { until } from '@mandate/testing/until';
import { pinned } from './cores.ts';

export interface Server {
  readonly url: string;
  /** The addresses of `/metrics`, one for each process. */
  readonly adminUrls: readonly string[];
  readonly pids: readonly number[];
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** The processes share a port: the kernel divides the connections among them. */
  readonly processes?: number;
  /** Null leaves it to the kernel. */
  readonly cores?: readonly number[] | null;
}

const MEMORY_FLAGS = listMemoryFlags('start:api');

/**
 * The file listens on `API_PORT`, and answers on `API_ADMIN_PORT` once it does. Its log is written but not read, because
 * a reader would use processor time.
 */
export async function startServer(
  file: string,
  { env = {}, processes = 1, cores = null }: ServerOptions = {},
): Promise<Server> {
  const [port, ...adminPorts] = await findFreePorts(1 + processes);
  const all = { ...process.env, ...env, API_PORT: String(port) };
  const shared = processes > 1 ? { ...all, API_REUSE_PORT: 'on' } : all;
  const { program, args } = pinned(cores, process.execPath, [...MEMORY_FLAGS, file]);
  const children: Program[] = [];
  for (const adminPort of adminPorts) {
    const own = { ...shared, API_ADMIN_PORT: String(adminPort) };
    children.push(await startProgram(program, args, { port: adminPort, env: own, stderr: 'inherit' }));
  }
  const adminUrls = adminPorts.map((adminPort) => `http://127.0.0.1:${adminPort}`);
  for (const url of adminUrls) await until(`${file} listens`, () => readMetrics(url));
  return {
    url: `http://127.0.0.1:${port}`,
    adminUrls,
    pids: children.map(({ pid }) => pid),
    async stop() {
      await Promise.all(children.map((child) => child.stop()));
    },
  };
}

/** Empty until the process listens. */
async function readMetrics(adminUrl: string): Promise<string> {
  return (await fetch(`${adminUrl}/metrics`)).text();
}
