/** Reads the settings of the auditor from the environment. No other file reads the environment. */
import { resolve } from 'node:path';
import {
  type ConfiguredChain,
  getChains,
  hostName,
  port,
  readSettings,
  type Settings,
  SHARED_SETTINGS,
  wholeNumber,
} from '@mandate/config';
import { z } from 'zod';

export interface Config {
  readonly databaseUrl: string;
  readonly chains: readonly ConfiguredChain[];
  /** The address of `/health`, `/ready` and `/metrics`. */
  readonly admin: { readonly host: string; readonly port: number };
  readonly logLevel: string;
  /** The file of the key that signs reports. */
  readonly keyFile: string;
  /** The most calls that each chain's nodes get. */
  readonly limits: { readonly callsPerDay: number; readonly callsPerSecond: number };
  /** The least time from the start of one pass to the start of the next. */
  readonly passMs: number;
  /** To be logged at the start. */
  readonly warnings: readonly string[];
}

const HOUR_MS = 3_600_000;

/** The auditor's own settings, in addition to those of every app. */
export const AUDITOR_SETTINGS = {
  AUDITOR_HOST: {
    about:
      'the address of the [admin listener](operations.md#the-admin-listeners), with `/health`, `/ready` and `/metrics`; choose one that only your Prometheus can reach',
    example: '10.0.0.5',
    type: hostName,
    default: '127.0.0.1',
  },
  AUDITOR_PORT: {
    about: 'the port of the admin listener; 0 lets the system choose',
    example: '9466',
    type: port,
    default: '9466',
  },
  AUDITOR_KEY_FILE: {
    about:
      'the file of the Ed25519 key that signs the daily reports, in PEM; the first start creates it, readable by its user alone. Keep it: a new key is a new signer',
    example: '/var/lib/mandate/auditor.pem',
    type: z.string().transform((path) => resolve(path)),
    default: 'auditor.pem',
  },
  AUDITOR_CALLS_PER_DAY: {
    about: 'the most calls that the auditor makes to the nodes of each chain in a day, spread over the day',
    example: '60000',
    type: wholeNumber(100, 1_000_000_000),
    default: '100000',
  },
  AUDITOR_CALLS_PER_SECOND: {
    about: 'the most calls that the auditor makes to the nodes of each chain in a second',
    example: '20',
    type: wholeNumber(1, 100_000),
    default: '10',
  },
  AUDITOR_PASS_HOURS: {
    about: 'the least time from the start of one pass over a chain to the start of the next, in hours',
    example: '12',
    type: wholeNumber(1, 8_760),
    default: '24',
  },
} satisfies Settings;

export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const { values, warnings } = readSettings({ ...SHARED_SETTINGS, ...AUDITOR_SETTINGS }, environment);
  return {
    databaseUrl: values.DATABASE_URL,
    chains: getChains(values),
    admin: { host: values.AUDITOR_HOST, port: values.AUDITOR_PORT },
    logLevel: values.LOG_LEVEL,
    keyFile: values.AUDITOR_KEY_FILE,
    limits: { callsPerDay: values.AUDITOR_CALLS_PER_DAY, callsPerSecond: values.AUDITOR_CALLS_PER_SECOND },
    passMs: values.AUDITOR_PASS_HOURS * HOUR_MS,
    warnings,
  };
}
