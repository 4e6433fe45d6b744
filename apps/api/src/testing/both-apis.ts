/** Two services over one ledger in which much happens: one has a read model, the other one asks the database. */

import { integer } from '@mandate/contracts';
import { createMovingLedger } from '@mandate/testing/chain/moving-ledger';
import { createTestDatabase, createTestLedger } from '@mandate/testing/ledger/database';
import { createFolder } from '@mandate/testing/process/folder';
import { CONFIGURED } from '@mandate/testing/service/ledger-api';
import { until } from '@mandate/testing/until';
import { type ReadModelApi, startReadModelApi } from './read-model-api.ts';

const CHAIN_ID = 1;

export interface Tagged {
  readonly status: number;
  readonly body: string;
  readonly block: number;
  readonly tag: string | null;
  readonly next: string | null;
}

export async function getTagged({ url }: ReadModelApi, path: string, tag?: string): Promise<Tagged> {
  const response = await fetch(url + path, tag === undefined ? {} : { headers: { 'If-None-Match': tag } });
  const { headers, status } = response;
  return {
    status,
    body: await response.text(),
    block: Number(headers.get('x-block-number')),
    tag: headers.get('etag'),
    next: /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? null,
  };
}

export async function startBothApis(seed: number) {
  const folder = createFolder();
  const db = await createTestDatabase();
  const moving = createMovingLedger(createTestLedger(db.database), CHAIN_ID, seed);
  await moving.open();
  const { random } = moving;
  const withModel = await startReadModelApi(db.url, folder.path, CONFIGURED);
  const onDatabase = await startReadModelApi(db.url, null, CONFIGURED);

  return {
    moving,
    withModel,
    onDatabase,
    /** Both must give the same answers from then on, until the ledger changes. */
    async untilBothKnow(): Promise<void> {
      const { hash } = moving.blockAt(moving.head());
      const path = `/registry/v2/${moving.wallets[0]}?limit=1`;
      await until('both know the newest block', async () => {
        const hashes = await Promise.all(
          [withModel, onDatabase].map(async ({ url }) =>
            (await fetch(url + path)).headers.get('x-block-hash'),
          ),
        );
        const { tag } = await getTagged(withModel, path);
        return tag !== null && hashes.every((each) => each === hash);
      });
    },
    /** Some blocks with some changes, sometimes in the place of others. */
    async move(): Promise<void> {
      const back = moving.head() > 3 && random() < 0.25 ? integer(random, 1, 3) : 0;
      if (back > 0) await moving.reorg(moving.head() - back);
      for (let blocks = integer(random, back > 0 ? 0 : 1, 3); blocks > 0; blocks--)
        await moving.advance({ changes: integer(random, 0, 6) });
    },
    /** How many pages of lists came from a source. */
    countPages: async (source: string): Promise<number> => (await withModel.countPages())[source] ?? 0,
    async close(): Promise<void> {
      await Promise.all([withModel.close(), onDatabase.close()]);
      await db.drop();
      folder.remove();
    },
  };
}
