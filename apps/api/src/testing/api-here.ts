/** The API in this process, configured by an environment as a process is: for tests that are not about processes. */
import { startAdminListener } from '@mandate/config';
import { API_ENVIRONMENT, type ApiProcess } from '@mandate/testing/process/api-process';
import { pino } from 'pino';
import { startReadModel } from '../answers/read-model.ts';
import { createApi } from '../app.ts';
import { readConfig } from '../config.ts';

export type ApiHere = Pick<ApiProcess, 'url' | 'adminUrl' | 'port' | 'lines' | 'stop' | 'kill'>;

export async function startApiHere(
  databaseUrl: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<ApiHere> {
  const { host, reusePort, port, ...config } = readConfig({
    ...API_ENVIRONMENT,
    DATABASE_URL: databaseUrl,
    ...environment,
  });
  const lines: string[] = [];
  const requestLines = { write: (line: string) => void lines.push(line) };
  const log = pino({ level: config.logLevel, base: null }, requestLines);
  const readModel = await startReadModel(config, log);
  const api = await createApi({ ...config, tracing: null, readModel, log, requestLines });
  const [url, admin] = await Promise.all([
    api.app.listen({ host, port }),
    startAdminListener(config.admin, api.admin),
  ]);
  let closing: Promise<void> | null = null;
  const close = async () => {
    await api.close();
    await readModel?.close();
    admin.close();
  };
  const end = () => (closing ??= close());
  return {
    url,
    adminUrl: `http://127.0.0.1:${admin.port}`,
    port: Number(new URL(url).port),
    lines,
    stop: () => end().then(() => 0),
    kill: end,
  };
}
