/** The one place that reads the environment. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  ConfigError,
  getChains,
  getTracing,
  hostName,
  oneOf,
  port,
  readSettings,
  type Settings,
  SHARED_SETTINGS,
  urlOf,
  type VersionedSecret,
  versionedSecrets,
  WEBHOOK_SETTINGS,
  wholeNumber,
} from '@mandate/config';
import { z } from 'zod';
import { parseOriginPattern } from './access/keys/origins.ts';
import type { Pepper } from './access/keys/pepper.ts';
import { type Ceilings, hasCeilings, type LimitConfig } from './access/limit/ceilings.ts';
import { MAX_CEILING, MIN_CEILING } from './access/limit/window.ts';

export type Config = ReturnType<typeof readConfig>;

/** `npm run build` writes the sites there. */
const BUILT_WEB_DIR = fileURLToPath(new URL('../../web/dist', import.meta.url));
const BUILT_DOCS_DIR = fileURLToPath(new URL('../../docs/dist', import.meta.url));
const OFF = 'off';
const COUNTED_APART =
  'These settings are not valid:\n  With API_REUSE_PORT=on, several processes share a port, and each would count requests and event streams alone. Set REDIS_URL, or RATE_LIMIT=off.';

const CEILINGS_ALONE =
  'These settings are not valid:\n  KEY_CEILING and OWNER_CEILING need RATE_LIMIT=on: with RATE_LIMIT=off, requests without a key have no limit. Set RATE_LIMIT=on, or remove both ceilings.';

const ceiling = wholeNumber(MIN_CEILING, MAX_CEILING);

const hasSite = (folder: string) => existsSync(join(folder, 'index.html'));
const siteFolder = (script: string, folder: string) =>
  z
    .string()
    .refine(
      (text) => text === OFF || hasSite(resolve(text)),
      `must be a folder with an index.html, or off. npm run ${script} creates ${folder}.`,
    );

/** Besides those that every app has. */
export const API_SETTINGS = {
  DATABASE_READ: {
    about:
      'if `DATABASE_URL` names several servers, which of them the ledger is read from: the `primary`, or `any`, preferably a standby ([surviving](surviving.md#reading-from-standbys))',
    example: 'any',
    type: oneOf('primary', 'any'),
    default: 'primary',
  },
  API_HOST: {
    about: 'the address to listen on',
    example: '127.0.0.1',
    type: hostName,
    default: '0.0.0.0',
  },
  API_PORT: {
    about: 'the port to listen on; 0 lets the system choose',
    example: '8080',
    type: port,
    default: '8080',
  },
  API_ADMIN_HOST: {
    about:
      'the address of the [admin listener](operations.md#the-admin-listeners), with `/ready` and `/metrics`; choose one that only your balancer and your Prometheus can reach',
    example: '10.0.0.5',
    type: hostName,
    default: '127.0.0.1',
  },
  API_ADMIN_PORT: {
    about:
      'the port of the admin listener, a different one for each process on a machine; 0 lets the system choose',
    example: '9465',
    type: port,
    default: '9465',
  },
  PUBLIC_URL: {
    about:
      'the URL at which clients reach the service, as browsers show it; used for links in errors and descriptions, and for [signing in](serving.md#signing-in)',
    example: 'https://mandate.example',
    type: urlOf(/^https?$/, 'https://mandate.example').transform((url) => url.replace(/\/+$/, '')),
    without: { value: '', means: 'links are relative, and nobody signs in' },
  },
  API_DRAIN_MS: {
    about:
      'how long a process that is stopping still answers while `/ready` is 503, so that balancers stop sending to it',
    example: '5000',
    type: wholeNumber(0, 600_000),
    default: '0',
  },
  API_REUSE_PORT: {
    about:
      'whether [several processes](serving.md#all-cores) may listen on the port, `on` or `off`; the kernel divides connections among them; needs `REDIS_URL`, or `RATE_LIMIT=off`',
    example: 'on',
    type: oneOf('on', OFF),
    default: OFF,
  },
  READ_MODEL_DIR: {
    about:
      'a folder on a local disk for the [read model](serving.md#the-read-model), created if missing; checks and lists about now are then answered without the database',
    example: '/var/cache/mandate/read-model',
    type: z.string().transform((path) => resolve(path)),
    without: { value: null, means: 'no read model: every check asks the database' },
  },
  KEY_PEPPERS: {
    about:
      'the secrets that [keys](serving.md#keys) are hashed with: `<version>:<64 or more hex digits>`, separated by commas',
    // Nothing that could be left as it is.
    example: '1:<openssl rand -hex 32>',
    type: versionedSecrets,
    without: { value: [], means: 'no keys: every key is refused' },
    secret: true,
  },
  ...WEBHOOK_SETTINGS,
  RATE_LIMIT: {
    about: 'whether [requests without a key](serving.md#requests-without-a-key) are limited: `on` or `off`',
    example: 'on',
    type: oneOf('on', OFF),
    default: 'on',
  },
  KEY_CEILING: {
    about:
      'how many requests in 10 seconds are answered with one [key](serving.md#ceilings-of-keys), from 25 to 10000; needs `RATE_LIMIT=on`',
    example: '1000',
    type: ceiling,
    without: { value: null, means: 'no limit' },
  },
  OWNER_CEILING: {
    about: 'the same for all keys of one wallet together',
    example: '2000',
    type: ceiling,
    without: { value: null, means: 'no limit' },
  },
  REDIS_URL: {
    about: 'counts requests and event streams for all processes',
    example: 'redis://localhost:6379',
    type: urlOf(/^rediss?$/, 'redis://host:6379'),
    without: { value: null, means: 'each process counts alone' },
    secret: true,
  },
  TRUSTED_HOPS: {
    about:
      'how many of your proxies stand in front of the service and add to `X-Forwarded-For`; the number must be [exact](serving.md#requests-without-a-key)',
    example: '1',
    type: wholeNumber(0, 10),
    default: '0',
  },
  MCP_ORIGINS: {
    about:
      "the origins whose pages may use [the tools of assistants](../guides/assistants.md#for-operators) at `/mcp`, besides the service's own, separated by commas; assistants that are not pages need no entry",
    example: 'https://inspector.example',
    type: z.string().transform((text, context) => {
      try {
        return text.split(',').map((origin) => parseOriginPattern(origin).text);
      } catch {
        const message =
          'must be origins like https://inspector.example or https://*.example.com, without a path; separate several with commas.';
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      }
    }),
    without: { value: [], means: "only the service's own, that of `PUBLIC_URL`" },
  },
  SAFE_APP_ORIGINS: {
    about:
      'the origins that may show the site in a frame, as an [app inside Safe](serving.md#inside-safe), separated by commas; only https, and no wildcards',
    example: 'https://app.safe.global',
    type: z.string().transform((text, context) => {
      const origins = text.split(',').map(findHttpsOrigin);
      if (origins.every((origin) => origin !== null)) return origins;
      const message =
        'must be https origins like https://app.safe.global, without a path or *; separate several with commas.';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }),
    without: { value: [], means: 'no page may show it in a frame' },
  },
  STATUS_COSTS: {
    about:
      'whether `/status` and the status page show everyone how many [calls](operations.md#nodes-and-what-they-cost) each node got today, and their cost if its price is known: `on` or `off`',
    example: OFF,
    type: oneOf('on', OFF),
    default: 'on',
  },
  WEB_DIR: {
    about: 'the built [site](serving.md#the-site), a folder with an `index.html`; `off`: it is not served',
    example: OFF,
    type: siteFolder('build:web', 'apps/web/dist'),
    without: { value: null, means: '`apps/web/dist`, if it was built' },
  },
  DOCS_DIR: {
    about:
      'the built [documentation](serving.md#the-site), a folder with an `index.html`, served under `/docs`; `off`: it is not served',
    example: OFF,
    type: siteFolder('build:site', 'apps/docs/dist'),
    without: { value: null, means: '`apps/docs/dist`, if it was built' },
  },
} satisfies Settings;

/** `null` if it is not exactly one https origin. */
function findHttpsOrigin(text: string): string | null {
  try {
    const { text: origin, below } = parseOriginPattern(text);
    return below === null && origin.startsWith('https://') ? origin : null;
  } catch {
    return null;
  }
}

function findSite(given: string | null, built: string): string | null {
  if (given === null) return hasSite(built) ? built : null;
  return given === OFF ? null : resolve(given);
}

export function readConfig(environment: NodeJS.ProcessEnv) {
  const { values, warnings } = readSettings({ ...SHARED_SETTINGS, ...API_SETTINGS }, environment);
  if (values.API_REUSE_PORT === 'on' && values.RATE_LIMIT === 'on' && values.REDIS_URL === null)
    throw new ConfigError(COUNTED_APART);
  const ceilings: Ceilings = { key: values.KEY_CEILING, owner: values.OWNER_CEILING };
  if (values.RATE_LIMIT === OFF && hasCeilings(ceilings)) throw new ConfigError(CEILINGS_ALONE);
  const limit: LimitConfig = { redisUrl: values.REDIS_URL, trustedHops: values.TRUSTED_HOPS, ceilings };
  return {
    databaseUrl: values.DATABASE_URL,
    ledgerRole: values.DATABASE_READ,
    chains: getChains(values),
    host: values.API_HOST,
    port: values.API_PORT,
    /** The address of `/ready` and `/metrics`. */
    admin: { host: values.API_ADMIN_HOST, port: values.API_ADMIN_PORT },
    publicUrl: values.PUBLIC_URL,
    logLevel: values.LOG_LEVEL,
    drainMs: values.API_DRAIN_MS,
    reusePort: values.API_REUSE_PORT === 'on',
    readModelDir: values.READ_MODEL_DIR,
    limit: values.RATE_LIMIT === 'on' ? limit : null,
    /** The newest last. None: there are no keys. */
    peppers: values.KEY_PEPPERS as readonly Pepper[],
    /** Without keys there are no webhooks. The newest key comes last. */
    webhooks: {
      keys: values.WEBHOOK_KEYS as readonly VersionedSecret[],
      privateHosts: values.WEBHOOK_PRIVATE_HOSTS as readonly string[],
    },
    mcpOrigins: values.MCP_ORIGINS as readonly string[],
    safeAppOrigins: values.SAFE_APP_ORIGINS as readonly string[],
    showUsage: values.STATUS_COSTS === 'on',
    webDir: findSite(values.WEB_DIR, BUILT_WEB_DIR),
    docsDir: findSite(values.DOCS_DIR, BUILT_DOCS_DIR),
    tracing: getTracing(values),
    warnings,
  };
}

/** Reads the settings of the command line for keys, which asks no chain. */
export function readKeyConfig(environment: NodeJS.ProcessEnv) {
  const { DATABASE_URL } = SHARED_SETTINGS;
  const { KEY_PEPPERS } = API_SETTINGS;
  const { values, warnings } = readSettings({ DATABASE_URL, KEY_PEPPERS }, environment);
  return { databaseUrl: values.DATABASE_URL, peppers: values.KEY_PEPPERS, warnings };
}
