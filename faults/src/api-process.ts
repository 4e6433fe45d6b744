/** The API as an operator runs it, with or without its read model. */
import { type AppProcess, startApp } from '@mandate/testing/app-process';

export interface ApiOptions {
  readonly databaseUrl: string;
  /** The value of `CHAINS`. */
  readonly chains: string;
  /** Null runs it without a read model. */
  readonly readModelDir: string | null;
  readonly environment?: NodeJS.ProcessEnv;
}

export interface ApiProcess extends AppProcess {
  /** Returns how many checks about now the read model has answered. */
  countRead(): Promise<number>;
  /** Returns true when the read model answers the checks of all these chains. */
  isReading(chainIds: readonly number[]): Promise<boolean>;
}

/**
 * Resolves when the process reports that it has started. Rate limits are off unless the environment sets
 * them.
 */
export async function startApi({
  databaseUrl,
  chains,
  readModelDir,
  environment = { RATE_LIMIT: 'off' },
}: ApiOptions): Promise<ApiProcess> {
  const app = await startApp('api', {
    DATABASE_URL: databaseUrl,
    CHAINS: chains,
    API_HOST: '127.0.0.1',
    API_PORT: '0',
    API_ADMIN_PORT: '0',
    WEB_DIR: 'off',
    DOCS_DIR: 'off',
    ...(readModelDir === null ? {} : { READ_MODEL_DIR: readModelDir }),
    ...environment,
  });
  const readMetric = async (name: string) => {
    const metrics = await (await fetch(`${app.adminUrl}/metrics`)).text();
    const line = metrics.split('\n').find((each) => each.startsWith(`${name} `));
    return Number(line?.slice(name.length + 1));
  };
  return {
    ...app,
    countRead: () => readMetric('mandate_api_checks_total{source="read_model"}'),
    async isReading(chainIds) {
      const ready = chainIds.map((chainId) => readMetric(`mandate_api_read_model_ready{chain="${chainId}"}`));
      return (await Promise.all(ready)).every((value) => value === 1);
    },
  };
}
