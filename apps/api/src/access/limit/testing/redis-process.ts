/** A Redis of the test's own, to be counted in, killed and stopped. */
import { findFreePort } from '@mandate/testing/process/find-free-port';
import { startProgram } from '@mandate/testing/process/program';

export type RedisProcess = Awaited<ReturnType<typeof startRedis>>;

export async function startRedis() {
  const port = await findFreePort();
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const run = () => startProgram('redis-server', [...args, '--daemonize', 'no'], { port });
  let running = await run();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    /** SIGKILL: it says nothing to anyone. */
    kill: (): Promise<void> => running.kill(),
    /** At the same place, without anything of before. */
    async start(): Promise<void> {
      running = await run();
    },
    /** It hangs: its connections stay open, and nothing comes over them. */
    pause: (): void => running.signal('SIGSTOP'),
    resume: (): void => running.signal('SIGCONT'),
  };
}
