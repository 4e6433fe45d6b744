/** Runs the API as a process, over a ledger that a test writes unless its environment names chains. */

import { CHAINS } from '../service/ledger-api.ts';
import { type AppProcess, startApp } from './app-process.ts';

export type { AppProcess as ApiProcess };

/** Tests send more requests than a client without a key may, and must not depend on whether the sites were built. */
export const API_ENVIRONMENT: NodeJS.ProcessEnv = {
  ...{ CHAINS, API_HOST: '127.0.0.1', API_PORT: '0', API_ADMIN_PORT: '0' },
  ...{ RATE_LIMIT: 'off', WEB_DIR: 'off', DOCS_DIR: 'off' },
};

export const startApiProcess = (databaseUrl: string, environment?: NodeJS.ProcessEnv): Promise<AppProcess> =>
  startApp('api', { ...API_ENVIRONMENT, DATABASE_URL: databaseUrl, ...environment });
