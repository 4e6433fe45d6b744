/** Upgrades with a migration: the previous version keeps answering before, during and after it. */
import { execFile, execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  encodeGrant,
  encodeRevoke,
  type LocalChain,
  startLocalChain,
  type writeChains,
} from '@mandate/contracts';
import { createDelegation, type Delegation, FULL_RIGHTS, grantOf, parseAddress } from '@mandate/core';
import { migrate } from '@mandate/store';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/ledger/database';
import { type AppProcess, startApp } from '@mandate/testing/process/app-process';
import { extractVersion } from '@mandate/testing/process/extract-version';
import type { Folder } from '@mandate/testing/process/folder';
import { ROOT } from '@mandate/testing/process/service-bundle';
import { until } from '@mandate/testing/until';
import { afterAll, beforeAll, expect, test } from 'vitest';

const MIGRATIONS = 'packages/store/migrations';

const address = (end: string) => parseAddress(`0x${end.padStart(40, '0')}`);
const [vault, hot, contract] = [address('aa'), address('bb'), address('cc')];
const shared = { registry: 'v2', from: vault, to: hot, contract, rights: FULL_RIGHTS } as const;
const nft = createDelegation({ ...shared, kind: 'erc721', tokenId: 7n });
const coins = createDelegation({ ...shared, kind: 'erc20', amount: 500n });
const NFT = `/registry/v2/check/erc721?from=${vault}&to=${hot}&contract=${contract}&tokenId=7`;
const COINS = `/registry/v2/check/erc20?from=${vault}&to=${hot}&contract=${contract}`;
const LIST = `/registry/v2/${vault}`;

let old: Folder;
let chain: LocalChain;
let db: TestDatabase;
let environment: NodeJS.ProcessEnv;
const running: AppProcess[] = [];

beforeAll(async () => {
  old = extractVersion(findCommitBefore());
  chain = await startLocalChain({ chainId: 1 });
  db = await createTestDatabase({ migrated: false });
  // The previous version rejects unknown settings, so it writes them itself.
  const before = (await import(join(old.path, 'contracts/src/index.ts'))) as {
    writeChains: typeof writeChains;
  };
  environment = {
    DATABASE_URL: db.url,
    CHAINS: before.writeChains([chain], 100),
    INDEXER_PORT: '0',
    API_HOST: '127.0.0.1',
    API_PORT: '0',
    API_ADMIN_PORT: '0',
    RATE_LIMIT: 'off',
  };
});
afterAll(async () => {
  for (const app of running) await app.kill();
  await db?.drop();
  await chain?.stop();
  old?.remove();
});

const newestMigration = () => readdirSync(join(ROOT, MIGRATIONS)).sort().at(-1);

/** Returns the commit before the one that added the newest migration. */
function findCommitBefore(): string {
  const brought = execFileSync(
    'git',
    // Git must not take a new migration that resembles an old one for a rename.
    [
      'log',
      '-1',
      '--no-renames',
      '--diff-filter=A',
      '--format=%H',
      '--',
      `${MIGRATIONS}/${newestMigration()}`,
    ],
    { cwd: ROOT, encoding: 'utf8' },
  ).trim();
  if (!brought) throw new Error('The history does not say when the newest migration came. Clone it whole.');
  return `${brought}^`;
}

async function start(name: 'api' | 'indexer', root: string): Promise<AppProcess> {
  const app = await startApp(name, environment, root);
  running.push(app);
  return app;
}

async function migrateOld(): Promise<void> {
  const main = join(old.path, 'apps/indexer/src/main.ts');
  const env = { ...process.env, ...environment };
  await promisify(execFile)(process.execPath, [main, 'migrate'], { env });
}

async function write(delegation: Delegation, revoke = false): Promise<void> {
  const data = revoke ? encodeRevoke(grantOf(delegation)) : encodeGrant(delegation);
  await chain.send({ from: delegation.from, to: chain.registries.v2, data });
  await chain.mine();
}

/** Returns the answers to all questions, once the ledger has the chain's newest block. */
async function askAll({ url }: AppProcess): Promise<unknown[]> {
  const head = String(await chain.client.getBlockNumber());
  return until(`block ${head} is answered for`, async () => {
    const answers = await Promise.all([NFT, COINS, LIST].map((path) => fetch(url + path)));
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as [
      boolean,
      number,
      unknown[],
    ];
    const isThere = answers.every((answer) => answer.ok && answer.headers.get('x-block-number') === head);
    return isThere && [bodies[0], bodies[1], bodies[2].length];
  });
}

test('the version before the newest migration answers correctly with it', async () => {
  await migrateOld();
  const oldIndexer = await start('indexer', old.path);
  await write(nft);
  await write(coins);
  const oldApi = await start('api', old.path);
  expect(await askAll(oldApi)).toEqual([true, 500, 2]);
  await oldIndexer.stop();

  // While the schema changes, every answer must be correct.
  let isOver = false;
  const asked: string[] = [];
  const asking = (async () => {
    while (!isOver) asked.push(await (await fetch(oldApi.url + NFT)).text());
  })();
  const ask = () => {
    const before = asked.length;
    return until('another answer', () => asked.length > before + 1);
  };
  await ask();
  const ran = await migrate(db.database);
  await ask();
  isOver = true;
  await asking;
  expect(ran).toContain(newestMigration());
  expect(new Set(asked)).toEqual(new Set(['true']));

  await start('indexer', ROOT);
  expect(await askAll(oldApi)).toEqual([true, 500, 2]);
  await write(nft, true);
  await write(createDelegation({ ...shared, kind: 'erc20', amount: 700n }));
  expect(await askAll(oldApi)).toEqual([false, 700, 1]);
  // A process started now must answer, too: a balancer may start one during an upgrade.
  const another = await start('api', old.path);
  const newApi = await start('api', ROOT);
  for (const api of [another, newApi]) expect(await askAll(api)).toEqual([false, 700, 1]);
}, 180_000);
