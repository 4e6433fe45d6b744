/** Tests what an operator sees when an app starts. The database has no tables, so that the start goes no further. */
import { execFile } from 'node:child_process';
import { createTestDatabase } from '@mandate/testing/ledger/database';
import { BARE_ENVIRONMENT } from '@mandate/testing/process/bare-environment';
import { findService } from '@mandate/testing/process/service-bundle';
import { afterAll, describe, expect, test } from 'vitest';

const db = await createTestDatabase({ migrated: false });
afterAll(() => db.drop());

async function start(
  app: 'api' | 'indexer',
  settings: NodeJS.ProcessEnv,
): Promise<{ code: number; out: string; err: string }> {
  const main = await findService(app);
  const env = { ...BARE_ENVIRONMENT, ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [main], { env, timeout: 30_000 }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

describe.each(['api', 'indexer'] as const)('%s', (app) => {
  test('wrong settings end the start with one message and no stack', async () => {
    const wrong = {
      DATABSE_URL: 'postgres://hidden@localhost/x',
      CHAINS_FILE: '/nowhere.json',
      LOG_LEVEL: 'loud',
    };
    const { code, out, err } = await start(app, wrong);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    const lines = err.split('\n');
    expect(lines.slice(0, 6)).toEqual([
      'These settings are not valid:',
      expect.stringMatching(/^ {2}DATABASE_URL is not set\. Write it like /),
      "  CHAINS_FILE names a file that can't be read, /nowhere.json (ENOENT). Create it, or correct the path.",
      '  LOG_LEVEL must be one of trace, debug, info, warn, error, silent.',
      '  DATABSE_URL is set but is not a setting. Did you mean DATABASE_URL?',
      '',
    ]);
    expect(lines[6]).toMatch(/^Usage: /);
    expect(err).not.toMatch(/hidden|^ +at /m);
  });

  test('public nodes and misspelt names are warnings in the log', async () => {
    const settings = { DATABASE_URL: db.url, CHAIN_IDS: '1,8453', LOGLEVEL: 'debug' };
    const { code, out, err } = await start(app, settings);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^The database lacks /) });
    const logged = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(logged.map(({ level, msg }) => ({ level, msg }))).toEqual([
      {
        level: 40,
        msg: expect.stringMatching(/^CHAIN_IDS uses public nodes for 1 \(Ethereum\), 8453 \(Base\)\. /),
      },
      { level: 40, msg: 'LOGLEVEL is set but is not a setting. Did you mean LOG_LEVEL?' },
    ]);
  });
});
