/** The workers of a service, seen from outside: which there are, and which of them has a connection. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiProcess } from '@mandate/testing/api-process';

const PATIENCE_MS = 15_000;

/** Their process ids. */
export function listWorkers({ pid }: Pick<ApiProcess, 'pid'>): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.trim().split(' ').filter(Boolean).map(Number);
}

/** One that has ended and that nobody has asked about yet is listed, too. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await delay(20)) if (await isSo()) return;
  throw new Error(`It never came to that: ${what}.`);
}

/** The worker at the other end of a connection. */
export function ownerOf(service: ApiProcess, { socket }: IncomingMessage): number {
  const inode = findInode(service.port, socket.localPort ?? 0);
  const owner = listWorkers(service).find((pid) => listSockets(pid).includes(`socket:[${inode}]`));
  if (owner === undefined) throw new Error('No worker has that connection.');
  return owner;
}

/** Of the socket at the service's end, as the system lists it. */
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

/** Over a connection of its own, so that it is the next worker's turn. */
export const askAnew = (url: string, headers: Record<string, string> = {}): Promise<Answered> =>
  ask(url, new Agent({ keepAlive: false }), headers);

export function ask(url: string, agent: Agent, headers: Record<string, string> = {}): Promise<Answered> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, async (response) => {
      try {
        resolve({ status: response.statusCode ?? 0, body: await readText(response) });
      } catch (error) {
        reject(error);
      }
    }).on('error', reject);
  });
}

export async function readText(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return text;
}

/** The value of a metric, added up over all labels in which the text is found. */
export async function readMetric(
  { adminUrl }: Pick<ApiProcess, 'adminUrl'>,
  name: string,
  labels = '',
): Promise<number> {
  const { status, body } = await askAnew(`${adminUrl}/metrics`);
  if (status !== 200) throw new Error(`/metrics: ${status} ${body}`);
  const lines = body.split('\n').filter((line) => line.startsWith(name) && line.includes(labels));
  const values = lines.filter((line) => /^[ {]/.test(line.slice(name.length)));
  if (values.length === 0) throw new Error(`There is no ${name}.`);
  return values.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
