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
  /** Null: requests without a key are not limited. */
  readonly limit: LimitConfig | null;
  /** Versions of the secret that keys are stored under, the newest last. None: there are no keys. */
  readonly peppers: readonly Pepper[];
}

export interface LimitConfig {
  /** Null: each process counts alone. */
  readonly redisUrl: string | null;
  /** How many proxies stand before us, each of which adds the address it was asked from. */
  readonly trustedHops: number;
}

export interface Pepper {
  readonly version: number;
  readonly secret: Buffer;
}

const PEPPERS = /^[1-9]\d{0,3}:(?:[0-9a-f]{2}){32,}(?:,[1-9]\d{0,3}:(?:[0-9a-f]{2}){32,})*$/i;

function readPeppers(text: string): Pepper[] {
  const peppers = text.split(',').map((entry) => {
    const [version, secret = ''] = entry.split(':');
    return { version: Number(version), secret: Buffer.from(secret, 'hex') };
  });
  return peppers.toSorted((a, b) => a.version - b.version);
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
  RATE_LIMIT: z.enum(['on', 'off']).default('on'),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a URL like redis://host:6379' }).optional(),
  TRUSTED_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  /** As `1:…` or `1:…,2:…`, each at least 32 bytes in hex. */
  KEY_PEPPERS: z
    .string()
    .regex(PEPPERS, 'must be like 1:<64 or more hex digits>, several with a comma between them')
    .transform(readPeppers)
    .default([]),
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
    limit:
      parsed.RATE_LIMIT === 'on'
        ? { redisUrl: parsed.REDIS_URL ?? null, trustedHops: parsed.TRUSTED_HOPS }
        : null,
    peppers: parsed.KEY_PEPPERS,
  };
}
