/** The API over ledgers of several chains that a test writes itself. */
import { readChains } from '@mandate/config';
import { createTestDatabase, createTestLedger } from '@mandate/testing/database';
import { UNFOLLOWED } from '@mandate/testing/ledger-api';
import { pino } from 'pino';
import { createApi } from '../../../app.ts';

const [v1, v2] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`];

/** Chains 1 to `opened` are in the ledger, at block 0; of those that are `served`, the last has no v1. */
export async function startStage({ served, opened }: { served: number; opened: number }) {
  const db = await createTestDatabase();
  const ledger = createTestLedger(db.database);
  for (let i = 0; i < opened; i++) {
    const chainId = await ledger.openChain();
    await ledger.write(chainId, 1);
  }
  const entries = Array.from({ length: served }, (_, i) => {
    return [i + 1, { ...UNFOLLOWED, registries: i + 1 < served ? { v1, v2 } : { v2 } }];
  });
  const chains = readChains({ CHAINS: JSON.stringify(Object.fromEntries(entries)) });
  const api = await createApi({ databaseUrl: db.url, chains, log: pino({ level: 'silent' }) });

  async function get(path: string) {
    const { statusCode: status, headers, body } = await api.app.inject(path);
    return { status, headers, body: JSON.parse(body) as unknown };
  }

  return {
    api,
    ledger,
    database: db.database,
    databaseUrl: db.url,
    get,
    async close() {
      await api.close();
      await db.drop();
    },
  };
}

export type Stage = Awaited<ReturnType<typeof startStage>>;

export interface Answer {
  readonly wallets: {
    address: string;
    grants: { chainId: number; broadest: unknown; narrowest: unknown }[];
  }[];
  readonly chains: Record<string, unknown>[];
  readonly next: string | null;
}
