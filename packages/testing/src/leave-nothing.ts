/**
 * Fails a test file that leaves something behind: a process, a server, a connection, or a timer that keeps the process
 * alive. Files of a worker share it, so what one leaves would run beside the next.
 */
import { ChildProcess } from 'node:child_process';
import { Server, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll } from 'vitest';

/** On a slow machine it takes a while until everything that was closed has ended. */
const END_TIMEOUT_MS = 20_000;
const LOOK_EVERY_MS = 20;
const COLLECT_AFTER_MS = 1_000;

setFlagsFromString('--expose-gc');
/** A connection whose answer nobody read ends when the answer is collected. */
const collectGarbage = runInNewContext('gc') as () => void;

/** `getActiveResourcesInfo` has the names of the same handles only. */
const { _getActiveHandles: listHandles } = process as unknown as { _getActiveHandles(): unknown[] };
const countTimers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

const before = { handles: new Set(listHandles()), timers: countTimers() };

afterAll(async () => {
  const deadline = performance.now() + END_TIMEOUT_MS;
  let collectAt = performance.now() + COLLECT_AFTER_MS;
  for (let left = listLeft(); left.length > 0; left = listLeft()) {
    if (performance.now() > deadline)
      throw new Error(`The file leaves this behind. Stop it in afterAll: ${left.join(', ')}.`);
    if (performance.now() > collectAt) {
      collectGarbage();
      collectAt += COLLECT_AFTER_MS;
    }
    await delay(LOOK_EVERY_MS);
  }
});

function listLeft(): string[] {
  const handles = listHandles().filter((handle) => !before.handles.has(handle));
  const timers = countTimers() - before.timers;
  return [...handles.flatMap(describe), ...(timers > 0 ? [`${timers} timers`] : [])];
}

/** Returns nothing for what is not the file's: the pipes of a process, and the browser that all files of a worker share. */
function describe(handle: unknown): string[] {
  if (handle instanceof ChildProcess)
    return /chrom/.test(handle.spawnfile) ? [] : [`the process ${handle.spawnargs.join(' ').slice(0, 200)}`];
  if (handle instanceof Server) return [`a server at ${JSON.stringify(handle.address())}`];
  if (handle instanceof Socket && handle.remotePort !== undefined)
    return [`a connection from port ${handle.localPort} to port ${handle.remotePort}`];
  return [];
}
