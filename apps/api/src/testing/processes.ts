/** Several API processes as a client and an operator see them: which of them has a connection, and what they count together. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ApiProcess } from '@mandate/testing/process/api-process';
import { readMetric } from '@mandate/testing/process/app-process';

const REUSE = { API_REUSE_PORT: 'on' };

/** Starts processes that share a port, as a supervisor does. */
export async function startAtOnePort(
  count: number,
  start: (environment: NodeJS.ProcessEnv) => Promise<ApiProcess>,
): Promise<ApiProcess[]> {
  const first = await start(REUSE);
  const others = Array.from({ length: count - 1 }, () => start({ ...REUSE, API_PORT: `${first.port}` }));
  return [first, ...(await Promise.all(others))];
}

/** Finds the process at the other end of a connection. */
export function ownerOf(services: readonly ApiProcess[], { socket }: IncomingMessage): ApiProcess {
  const inode = findInode(socket.remotePort ?? 0, socket.localPort ?? 0);
  const owner = services.find(({ pid }) => listSockets(pid).includes(`socket:[${inode}]`));
  if (owner === undefined) throw new Error('No process has that connection.');
  return owner;
}

/** The socket at the service's end, as the system lists it. */
function findInode(port: number, clientPort: number): string {
  const hex = (number: number) => number.toString(16).toUpperCase().padStart(4, '0');
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  const found = lines
    .map((line) => line.trim().split(/\s+/))
    .find(([, local, remote]) => local?.endsWith(`:${hex(port)}`) && remote?.endsWith(`:${hex(clientPort)}`));
  return found?.[9] ?? '';
}

function listSockets(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      return '';
    }
  });
}

export interface Answered {
  readonly status: number;
  readonly body: string;
}

/** Asks over a connection of its own, which any of the processes may get. */
export const askAnew = (url: string, headers: Record<string, string> = {}): Promise<Answered> =>
  ask(url, new Agent({ keepAlive: false }), headers);

export function ask(url: string, agent: Agent, headers: Record<string, string> = {}): Promise<Answered> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, async (response) => {
      try {
        resolve({ status: response.statusCode ?? 0, body: await text(response) });
      } catch (error) {
        reject(error);
      }
    }).on('error', reject);
  });
}

/** Reads a metric of each process. */
export const readMetrics = (services: readonly ApiProcess[], name: string, labels = ''): Promise<number[]> =>
  Promise.all(services.map((service) => readMetric(service, name, labels)));

export async function sumMetric(services: readonly ApiProcess[], name: string, labels = ''): Promise<number> {
  return (await readMetrics(services, name, labels)).reduce((sum, value) => sum + value, 0);
}
