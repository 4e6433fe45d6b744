/** A Redis of the test's own, to be counted in, killed and stopped. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '@mandate/testing/find-free-port';
import { Redis } from 'ioredis';

const START_TIMEOUT_MS = 10_000;

export interface RedisProcess {
  readonly port: number;
  readonly url: string;
  /** SIGKILL: it says nothing to anyone. */
  kill(): Promise<void>;
  /** At the same place, without anything of before. */
  start(): Promise<void>;
  /** It hangs: its connections stay open, and nothing comes over them. */
  pause(): void;
  resume(): void;
}

export async function startRedis(): Promise<RedisProcess> {
  const port = await findFreePort();
  let child: ChildProcess | null = null;
  const killWithUs = () => child?.kill('SIGKILL');
  process.once('exit', killWithUs);

  async function start(): Promise<void> {
    const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const starting = spawn('redis-server', [...args, '--daemonize', 'no'], { stdio: 'ignore' });
    child = starting;
    const failed = once(starting, 'error').then(([error]) => {
      throw new Error(`redis-server could not be started (apt-get install redis-server): ${error}`);
    });
    try {
      await Promise.race([waitUntilReady(port), failed]);
    } catch (error) {
      starting.kill('SIGKILL');
      throw error;
    }
  }

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  }

  await start();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    kill,
    start,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
  };
}

async function waitUntilReady(port: number): Promise<void> {
  const redis = new Redis(port, '127.0.0.1', { lazyConnect: true, retryStrategy: () => 20 });
  redis.on('error', () => {});
  try {
    redis.connect().catch(() => {});
    const ready = new Promise<true>((resolve) => redis.once('ready', () => resolve(true)));
    const isReady = await Promise.race([ready, delay(START_TIMEOUT_MS, false, { ref: false })]);
    if (!isReady) throw new Error(`Redis at port ${port} did not answer.`);
  } finally {
    redis.disconnect();
  }
}
