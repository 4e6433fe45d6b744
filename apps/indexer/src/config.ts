/** The one place that reads the environment. */
import {
  type ConfiguredChain,
  databaseUrl,
  logLevel,
  port,
  readChains,
  readEnvironment,
} from '@mandate/config';
import { z } from 'zod';

export interface Config {
  readonly databaseUrl: string;
  readonly chains: readonly ConfiguredChain[];
  readonly port: number;
  readonly logLevel: string;
}

const environmentSchema = z.object({
  DATABASE_URL: databaseUrl,
  INDEXER_PORT: port.default(9464),
  LOG_LEVEL: logLevel,
});

export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const { DATABASE_URL, INDEXER_PORT, LOG_LEVEL } = readEnvironment(environmentSchema, environment);
  return {
    databaseUrl: DATABASE_URL,
    chains: readChains(environment),
    port: INDEXER_PORT,
    logLevel: LOG_LEVEL,
  };
}
