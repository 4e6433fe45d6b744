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
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  readonly logLevel: string;
  readonly drainMs: number;
}

const environmentSchema = z.object({
  DATABASE_URL: databaseUrl,
  API_HOST: z.string().min(1).default('0.0.0.0'),
  API_PORT: port.default(8080),
  /** Under which clients reach the service; without it, links are relative. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .transform((url) => url.replace(/\/+$/, ''))
    .or(z.literal(''))
    .default(''),
  LOG_LEVEL: logLevel,
  /** How long a process that was told to end still answers, so that balancers can turn away. */
  API_DRAIN_MS: z.coerce.number().int().min(0).max(600_000).default(0),
});

export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = readEnvironment(environmentSchema, environment);
  return {
    databaseUrl: parsed.DATABASE_URL,
    chains: readChains(environment),
    host: parsed.API_HOST,
    port: parsed.API_PORT,
    publicUrl: parsed.PUBLIC_URL,
    logLevel: parsed.LOG_LEVEL,
    drainMs: parsed.API_DRAIN_MS,
  };
}
