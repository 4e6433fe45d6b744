import { CONFIGURED } from '@mandate/testing/service/ledger-api';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createApi } from '../../app.ts';
import { postBatch } from './testing/post-batch.ts';

const [from, to] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`];

test('without its database a batch is refused whole, never answered with a no', async () => {
  const nobody = 'postgres://postgres@127.0.0.1:1/nothing';
  const api = await createApi({ databaseUrl: nobody, chains: CONFIGURED, log: pino({ level: 'silent' }) });
  try {
    const checks = [{ registry: 'v2', kind: 'all', from, to }];
    for (const when of [{}, { blockTag: 'safe' }]) {
      const answered = await postBatch(api.app, { checks, ...when });
      expect([answered.statusCode, answered.json().code]).toEqual([503, 'database_unavailable']);
    }
  } finally {
    await api.close();
  }
});
