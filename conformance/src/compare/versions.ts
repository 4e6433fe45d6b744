/** The processes of one version: with the database alone, with a read model, and with a read model and limits. */
import { join } from 'node:path';
import { API_ENVIRONMENT } from '@mandate/testing/process/api-process';
import { type AppProcess, startApp } from '@mandate/testing/process/app-process';
import { createFolder } from '@mandate/testing/process/folder';
import { until } from '@mandate/testing/until';
import type { Ledger } from './ledger.ts';

const CHECKS_OF_READ_MODEL = /^\w*checks_total\{[^}]*source="read_model"[^}]*\} (\d+)$/m;
const ANY_ADDRESS = '0x00000000000000000000000000000000000000aa';
const ANY_CHECK = `/registry/v2/check/all?from=${ANY_ADDRESS}&to=${ANY_ADDRESS}`;

/** A client is what `X-Forwarded-For` says, so that there can be many. */
const LIMITED = {
  RATE_LIMIT: 'on',
  TRUSTED_HOPS: '1',
  KEY_CEILING: '25',
  PUBLIC_URL: 'https://mandate.example',
};

const SETUPS = ['database', 'read model', 'limits'] as const;
export type Setup = (typeof SETUPS)[number];

export type Version = Awaited<ReturnType<typeof startVersion>>;

/** Resolves when the read models answer. */
export async function startVersion(root: string, { environment }: Ledger) {
  const folder = createFolder('compare');
  const settings: Readonly<Record<Setup, NodeJS.ProcessEnv>> = {
    database: {},
    'read model': { READ_MODEL_DIR: join(folder.path, 'read-model') },
    limits: { ...LIMITED, READ_MODEL_DIR: join(folder.path, 'limits') },
  };
  const started = await Promise.allSettled(
    SETUPS.map((setup) => startApp('api', { ...API_ENVIRONMENT, ...environment, ...settings[setup] }, root)),
  );
  const running = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const stop = async () => {
    await Promise.all(running.map((app) => app.kill()));
    folder.remove();
  };
  try {
    for (const each of started) if (each.status === 'rejected') throw each.reason;
    const [database, readModel, limits] = running as [AppProcess, AppProcess, AppProcess];
    await Promise.all([readModel, limits].map(untilReadModelAnswers));
    return {
      ports: { database: database.port, 'read model': readModel.port, limits: limits.port },
      keepOnly: (kept: Setup) =>
        Promise.all(running.flatMap((app, i) => (SETUPS[i] === kept ? [] : [app.kill()]))),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const untilReadModelAnswers = ({ url, adminUrl }: AppProcess) =>
  until('the read model answers', async () => {
    await (await fetch(url + ANY_CHECK)).text();
    const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
    return Number(CHECKS_OF_READ_MODEL.exec(metrics)?.[1]) > 0;
  });
