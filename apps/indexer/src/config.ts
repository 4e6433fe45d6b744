/** Reads the settings of the indexer from the environment. No other file reads the environment. */
import {
  type ConfiguredChain,
  getChains,
  getTracing,
  hostName,
  port,
  readSettings,
  type Settings,
  SHARED_SETTINGS,
} from '@mandate/config';
import type { TracingSettings } from '@mandate/tracing';

export interface Config {
  readonly databaseUrl: string;
  readonly chains: readonly ConfiguredChain[];
  /** The address of `/health`, `/ready` and `/metrics`. */
  readonly admin: { readonly host: string; readonly port: number };
  readonly logLevel: string;
  /** `null` if nothing is traced. */
  readonly tracing: TracingSettings | null;
  /** To be logged at the start. */
  readonly warnings: readonly string[];
}

/** The indexer's own settings, in addition to those of every app. */
export const INDEXER_SETTINGS = {
  INDEXER_HOST: {
    about:
      'the address of the [admin listener](operations.md#the-admin-listeners), with `/health`, `/ready` and `/metrics`; choose one that only your Prometheus can reach',
    example: '10.0.0.5',
    type: hostName,
    default: '127.0.0.1',
  },
  INDEXER_PORT: {
    about: 'the port of the admin listener; 0 lets the system choose',
    example: '9464',
    type: port,
    default: '9464',
  },
} satisfies Settings;

export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const { values, warnings } = readSettings({ ...SHARED_SETTINGS, ...INDEXER_SETTINGS }, environment);
  return {
    databaseUrl: values.DATABASE_URL,
    chains: getChains(values),
    admin: { host: values.INDEXER_HOST, port: values.INDEXER_PORT },
    logLevel: values.LOG_LEVEL,
    tracing: getTracing(values),
    warnings,
  };
}
