/** HAProxy in front of one process, with the configuration that operators get. */
import { fileURLToPath } from 'node:url';
import type { ApiProcess } from '@mandate/testing/process/api-process';
import { findFreePort } from '@mandate/testing/process/find-free-port';
import { startProgram } from '@mandate/testing/process/program';

const CONFIG = fileURLToPath(new URL('../../../../../../deploy/haproxy.cfg', import.meta.url));

export type RunningProxy = Awaited<ReturnType<typeof startProxy>>;

export async function startProxy({ port: apiPort, adminUrl }: Pick<ApiProcess, 'port' | 'adminUrl'>) {
  const port = await findFreePort();
  const adminPort = new URL(adminUrl).port;
  const api = `127.0.0.1:${apiPort}`;
  const env = {
    ...process.env,
    ...{ LISTEN: `127.0.0.1:${port}`, API_A: api, API_B: api },
    ...{ API_A_ADMIN_PORT: adminPort, API_B_ADMIN_PORT: adminPort },
  };
  const { kill } = await startProgram('haproxy', ['-db', '-f', CONFIG], { port, env });
  return { port, stop: kill };
}
