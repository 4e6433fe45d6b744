/** HAProxy in front of one or two processes of the API, with the configuration that operators get. */
import { join } from 'node:path';
import type { AppProcess } from './app-process.ts';
import { findFreePort } from './find-free-port.ts';
import { startProgram } from './program.ts';
import { ROOT } from './service-bundle.ts';

type Behind = Pick<AppProcess, 'port' | 'adminUrl'>;

const adminPortOf = ({ adminUrl }: Behind) => new URL(adminUrl).port;

export type ShippedProxy = Awaited<ReturnType<typeof startShippedProxy>>;

export async function startShippedProxy(a: Behind, b = a) {
  const port = await findFreePort();
  const env = {
    ...process.env,
    ...{ LISTEN: `127.0.0.1:${port}`, API_A: `127.0.0.1:${a.port}`, API_B: `127.0.0.1:${b.port}` },
    ...{ API_A_ADMIN_PORT: adminPortOf(a), API_B_ADMIN_PORT: adminPortOf(b) },
  };
  const { kill } = await startProgram('haproxy', ['-db', '-f', join(ROOT, 'deploy/haproxy.cfg')], {
    port,
    env,
  });
  return { port, url: `http://127.0.0.1:${port}`, stop: kill };
}
