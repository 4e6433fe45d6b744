/** Many connections that are open and nearly always idle: their memory, and how they slow down everybody else. */

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '@mandate/contracts';
import { type Child, readMemory } from '../server-process.ts';
import { addressOf, type CrowdOptions, measureCrowd } from './crowd.ts';
import { writeRequest } from './exchange.ts';
import { choosePath } from './questions.ts';
import type { Idle } from './result.ts';

/** Less than the API's keep-alive timeout, which is 75 seconds. */
const ASK_EVERY_S = 60;
const OPEN_AT_ONCE = 100;
/** Files that both processes need besides. */
const OTHER_FILES = 500;
const SETTLE_MS = 2_000;

/** Asks the same crowd first without the connections, then beside them. */
export async function measureIdle(api: Child, connections: number, crowd: CrowdOptions): Promise<Idle> {
  assertFiles(connections);
  const without = await measureCrowd(api, crowd);
  await delay(SETTLE_MS);
  const before = readMemory([api.pid]).anonymousMb;
  const open = await openConnections(api, connections, crowd.rows);
  await delay(SETTLE_MS);
  const bytesPerConnection = ((readMemory([api.pid]).anonymousMb - before) * 2 ** 20) / connections;
  const beside = await measureCrowd(api, crowd);
  const closed = open.countClosed();
  open.end();
  return { connections, closed, bytesPerConnection, without, beside };
}

/** Opens them, asks once on each, and then again once a minute. */
async function openConnections({ url }: Child, count: number, rows: number) {
  const { port, hostname } = new URL(url);
  const random = createRandom(1);
  const sockets: Socket[] = [];
  let closed = 0;
  const ask = (socket: Socket, i: number) =>
    socket.write(writeRequest(choosePath('check', rows, random), addressOf(i)));
  const open = async (i: number) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {}).once('close', () => closed++);
    sockets.push(socket);
    ask(socket, i);
    await once(socket, 'data');
    socket.resume();
  };
  for (let i = 0; i < count; i += OPEN_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(OPEN_AT_ONCE, count - i) }, (_, n) => i + n);
    await Promise.all(numbers.map(open));
  }
  let next = 0;
  const timer = setInterval(
    () => {
      const i = next++ % count;
      const socket = sockets[i];
      if (socket?.writable) ask(socket, i);
    },
    (1000 * ASK_EVERY_S) / count,
  );
  return {
    countClosed: () => closed,
    end() {
      clearInterval(timer);
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
