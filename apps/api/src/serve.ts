/** One process that answers. */
import type { AdminAnswers } from '@mandate/config';
import type { Logger } from 'pino';
import type { HostReadModel } from './answers/read-model.ts';
import { createApi } from './app.ts';
import type { Config } from './config.ts';
import type { Tracing } from './observe/tracing.ts';

export interface Serving {
  readonly port: number;
  readonly admin: AdminAnswers;
  /** Ends when everything that was begun is answered. */
  close(): Promise<void>;
  /** Waits for nothing. */
  closeNow(): void;
}

export interface ServeOptions {
  readonly log: Logger;
  readonly readModel: HostReadModel | null;
}

export async function serve(config: Config, { log, readModel }: ServeOptions): Promise<Serving> {
  const { host, port, tracing: settings, ...options } = config;
  const tracing = await findTracing(settings, log);
  const api = await createApi({ ...options, tracing, readModel, log });
  await api.app.listen({ host, port });
  const address = api.app.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    admin: api.admin,
    async close() {
      await api.close();
      await tracing?.close();
    },
    closeNow: () => process.exit(1),
  };
}

/** OpenTelemetry is loaded only where there is a collector to send to. */
async function findTracing(settings: Config['tracing'], log: Logger): Promise<Tracing | null> {
  if (!settings) return null;
  const { startTracing } = await import('./observe/tracing.ts');
  return startTracing(settings, log);
}
