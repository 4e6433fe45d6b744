/** The one place that reads the environment. */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  ConfigError,
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
  /** Where the built site is. Null: it is served elsewhere, or not at all. */
  readonly webDir: string | null;
}

export interface LimitConfig {
  /** Null: each process counts alone. */
  readonly redisUrl: string | null;
  /** How many proxies stand before us, each of which adds the address it was asked from. */
  readonly trustedHops: number;
}

export interface Pepper {
  readonly version: number;
  /** As Node keeps keys: five times as fast to use as bytes, and never shown when it is logged. */
  readonly secret: KeyObject;
}

const PEPPERS = /^[1-9]\d{0,3}:(?:[0-9a-f]{2}){32,}(?:,[1-9]\d{0,3}:(?:[0-9a-f]{2}){32,})*$/i;

function readPeppers(text: string): Pepper[] {
  const peppers = text.split(',').map((entry) => {
    const [version, secret = ''] = entry.split(':');
    return { version: Number(version), secret: createSecretKey(secret, 'hex') };
  });
  return peppers.toSorted((a, b) => a.version - b.version);
}

function hasEachOnce(peppers: readonly Pepper[]): boolean {
  return new Set(peppers.map(({ version }) => version)).size === peppers.length;
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
  RATE_LIMIT: z.enum(['on', 'off']).default('on'),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a URL like redis://host:6379' }).optional(),
  TRUSTED_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  /** As `1:…` or `1:…,2:…`, each at least 32 bytes in hex. */
  KEY_PEPPERS: z
    .string()
    .regex(PEPPERS, 'must be like 1:<64 or more hex digits>, several with a comma between them')
    .transform(readPeppers)
    .refine(hasEachOnce, 'names a version twice')
    .or(z.literal('').transform(() => []))
    .default([]),
  /** How long a process that was told to end still answers, so that balancers can turn away. */
  API_DRAIN_MS: z.coerce.number().int().min(0).max(600_000).default(0),
  WEB_DIR: z.string().default(''),
});

/** Where `npm run build:web` puts it. */
const BUILT_WEB_DIR = fileURLToPath(new URL('../../web/dist', import.meta.url));

function findWebDir(given: string): string | null {
  if (given === 'off') return null;
  const folder = given === '' ? BUILT_WEB_DIR : resolve(given);
  if (existsSync(join(folder, 'index.html'))) return folder;
  if (given === '') return null;
  throw new ConfigError(`WEB_DIR is ${given}, and there is no index.html in it. Build it: npm run build:web`);
}

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
    webDir: findWebDir(parsed.WEB_DIR),
  };
}

/** What the command line of keys needs. It asks no chain. */
export function readKeyConfig(environment: NodeJS.ProcessEnv): Pick<Config, 'databaseUrl' | 'peppers'> {
  const schema = environmentSchema.pick({ DATABASE_URL: true, KEY_PEPPERS: true });
  const parsed = readEnvironment(schema, environment);
  return { databaseUrl: parsed.DATABASE_URL, peppers: parsed.KEY_PEPPERS };
}
