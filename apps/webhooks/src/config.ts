/** Reads the settings of the workers of webhooks from the environment. No other file reads the environment. */
import {
  ConfigError,
  type ConfiguredChain,
  getChains,
  hostName,
  port,
  readSettings,
  type Settings,
  SHARED_SETTINGS,
  urlOf,
  type VersionedSecret,
  WEBHOOK_SETTINGS,
  wholeNumber,
} from '@mandate/config';

export interface Config {
  readonly databaseUrl: string;
  readonly chains: readonly ConfiguredChain[];
  /** The address of `/health`, `/ready` and `/metrics`. */
  readonly admin: { readonly host: string; readonly port: number };
  readonly logLevel: string;
  readonly keys: readonly VersionedSecret[];
  readonly privateHosts: readonly string[];
  /** The URL of the API. Empty: events have no link to a check. */
  readonly publicUrl: string;
  readonly maxRequests: number;
  readonly ceilings: { readonly eventsPerMinute: number; readonly bytesPerMinute: number };
  /** To be logged at the start. */
  readonly warnings: readonly string[];
}

const KILOBYTE = 1_000;
const NO_KEYS =
  'These settings are not valid:\n  WEBHOOK_KEYS is not set. Write it like 1:<openssl rand -hex 32>, the same as for the API.';

/** The workers' own settings, in addition to those of every app. */
export const WORKER_SETTINGS = {
  WEBHOOKS_HOST: {
    about:
      'the address of the [admin listener](operations.md#the-admin-listeners), with `/health`, `/ready` and `/metrics`; choose one that only your Prometheus can reach',
    example: '10.0.0.5',
    type: hostName,
    default: '127.0.0.1',
  },
  WEBHOOKS_PORT: {
    about: 'the port of the admin listener; 0 lets the system choose',
    example: '9467',
    type: port,
    default: '9467',
  },
  WEBHOOK_REQUESTS: {
    about:
      'the most requests that a worker has open at the same time; endpoints that fail or are slow share a quarter, and an owner has at most a quarter',
    example: '500',
    type: wholeNumber(4, 10_000),
    default: '256',
  },
  WEBHOOK_EVENTS_PER_MINUTE: {
    about: 'the most events that all endpoints of an owner are sent in a minute; more wait',
    example: '1000',
    type: wholeNumber(10, 10_000_000),
    default: '6000',
  },
  WEBHOOK_KILOBYTES_PER_MINUTE: {
    about: 'the most kilobytes that all endpoints of an owner are sent in a minute; more wait',
    example: '1000',
    type: wholeNumber(10, 10_000_000),
    default: '12000',
  },
} satisfies Settings;

/** The one setting of the API that the workers need as well. */
const LINK_SETTINGS = {
  PUBLIC_URL: {
    about: 'the URL at which clients reach the API',
    example: 'https://mandate.example',
    type: urlOf(/^https?$/, 'https://mandate.example').transform((url) => url.replace(/\/+$/, '')),
    without: { value: '', means: 'events have no link to a check' },
  },
} satisfies Settings;

export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const settings = { ...SHARED_SETTINGS, ...WEBHOOK_SETTINGS, ...WORKER_SETTINGS, ...LINK_SETTINGS };
  const { values, warnings } = readSettings(settings, environment);
  if (values.WEBHOOK_KEYS.length === 0) throw new ConfigError(NO_KEYS);
  return {
    databaseUrl: values.DATABASE_URL,
    chains: getChains(values),
    admin: { host: values.WEBHOOKS_HOST, port: values.WEBHOOKS_PORT },
    logLevel: values.LOG_LEVEL,
    keys: values.WEBHOOK_KEYS as readonly VersionedSecret[],
    privateHosts: values.WEBHOOK_PRIVATE_HOSTS as readonly string[],
    publicUrl: values.PUBLIC_URL,
    maxRequests: values.WEBHOOK_REQUESTS,
    ceilings: {
      eventsPerMinute: values.WEBHOOK_EVENTS_PER_MINUTE,
      bytesPerMinute: values.WEBHOOK_KILOBYTES_PER_MINUTE * KILOBYTE,
    },
    warnings,
  };
}
