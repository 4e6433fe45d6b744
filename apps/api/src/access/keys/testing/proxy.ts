/** HAProxy in front of one process, with the configuration that operators get. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ApiProcess } from '@mandate/testing/api-process';
import { findFreePort } from '@mandate/testing/find-free-port';

const CONFIG = fileURLToPath(new URL('../../../../../../deploy/haproxy.cfg', import.meta.url));
const START_TIMEOUT_MS = 10_000;

export interface RunningProxy {
  readonly port: number;
  stop(): void;
}

export async function startProxy({
  port,
  adminUrl,
}: Pick<ApiProcess, 'port' | 'adminUrl'>): Promise<RunningProxy> {
  const listen = await findFreePort();
  const adminPort = new URL(adminUrl).port;
  const api = `127.0.0.1:${port}`;
  const child = spawn('haproxy', ['-db', '-f', CONFIG], {
    env: {
      ...process.env,
      ...{ LISTEN: `127.0.0.1:${listen}`, API_A: api, API_B: api },
      ...{ API_A_ADMIN_PORT: adminPort, API_B_ADMIN_PORT: adminPort },
    },
    stdio: 'ignore',
  });
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  await untilListening(child, listen);
  return {
    port: listen,
    stop() {
      process.off('exit', killWithUs);
      killWithUs();
    },
  };
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  const failed = once(child, 'error').then(() => {
    throw new Error('haproxy is missing. Install it: apt-get install haproxy');
  });
  const listening = async () => {
    for (let waitedMs = 0; waitedMs < START_TIMEOUT_MS; waitedMs += 50, await delay(50)) {
      const socket = connect(port, '127.0.0.1');
      const isOpen = await once(socket, 'connect').then(
        () => true,
        () => false,
      );
      socket.destroy();
      if (isOpen) return;
    }
    throw new Error('haproxy did not listen.');
  };
  await Promise.race([listening(), failed]);
}
