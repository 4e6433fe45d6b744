/** The processes of a version, with the database alone, with a read model, or with a read model and limits. */
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

export type Setup = 'database' | 'read model' | 'limits';

export type Version = Awaited<ReturnType<typeof startVersion>>;

/** Resolves when the read models answer. */
export async function startVersion(root: string, { environment }: Ledger, setups: readonly Setup[]) {
  const folder = createFolder('compare');
  const settings: Readonly<Record<Setup, NodeJS.ProcessEnv>> = {
    database: {},
    'read model': { READ_MODEL_DIR: join(folder.path, 'read-model') },
    limits: { ...LIMITED, READ_MODEL_DIR: join(folder.path, 'limits') },
  };
  const running = new Map<Setup, AppProcess>();
  const stop = async () => {
    await Promise.all([...running.values()].map((app) => app.kill()));
    folder.remove();
  };
  try {
    const started = await Promise.allSettled(
      setups.map(async (setup) => {
        const app = await startApp('api', { ...API_ENVIRONMENT, ...environment, ...settings[setup] }, root);
        running.set(setup, app);
        if (setup !== 'database') await untilReadModelAnswers(app);
      }),
    );
    for (const each of started) if (each.status === 'rejected') throw each.reason;
    return { portOf: (setup: Setup) => running.get(setup)?.port ?? 0, stop };
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
