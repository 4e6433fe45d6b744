/** Many connections that are open and nearly always idle: their memory, and how they slow down everybody else. */

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '@mandate/contracts';
import { count } from '../report/table.ts';
import { type Sample, toSamples } from '../sample.ts';
import type { Server } from '../server.ts';
import { readMemory } from '../usage.ts';
import { addressOf, type CrowdOptions, measureCrowd, writeRequest } from './crowd.ts';
import { CHECK } from './questions.ts';

const OPEN_AT_ONCE = 100;
/** Files that both processes need besides. */
const OTHER_FILES = 500;
const SETTLE_MS = 2_000;

export const IDLE = 'an idle connection';

/** Asks the same crowd first without the connections, then beside them. */
export async function measureIdle(api: Server, connections: number, crowd: CrowdOptions): Promise<Sample[]> {
  assertFiles(connections);
  const without = await measureCrowd(api, crowd, `the same again, ${count(crowd.perSecond)}/s`);
  await delay(SETTLE_MS);
  const before = readMemory(api.pids).anonymousMb;
  const open = await openConnections(api, connections, crowd.rows);
  await delay(SETTLE_MS);
  const kb = ((readMemory(api.pids).anonymousMb - before) * 2 ** 10) / connections;
  const beside = await measureCrowd(api, crowd, `beside ${count(connections)} idle connections`);
  const own = toSamples({ name: IDLE }, { kB: kb, 'closed by the server': open.countClosed() });
  open.end();
  return [...without, ...beside, ...own];
}

/** Opens them, and asks once on each. The server closes a connection after 75 idle seconds. */
async function openConnections({ url }: Server, wanted: number, rows: number) {
  const { port, hostname } = new URL(url);
  const random = createRandom(1);
  const sockets: Socket[] = [];
  let closed = 0;
  const ask = (socket: Socket, i: number) =>
    socket.write(writeRequest(CHECK.choose(rows, random).path, addressOf(i)));
  const open = async (i: number) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {}).once('close', () => closed++);
    sockets.push(socket);
    ask(socket, i);
    await once(socket, 'data');
    socket.resume();
  };
  for (let i = 0; i < wanted; i += OPEN_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(OPEN_AT_ONCE, wanted - i) }, (_, n) => i + n);
    await Promise.all(numbers.map(open));
  }
  return {
    countClosed: () => closed,
    end() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Node raises its own limit as far as it may. The API's process has the same one. */
function assertFiles(connections: number): void {
  const limit = /Max open files\s+\d+\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  const needed = connections + OTHER_FILES;
  if (limit && Number(limit) < needed)
    throw new Error(
      `A process may open ${limit} files. Run "ulimit -n ${needed}" first, or choose fewer --idle-connections.`,
    );
}
