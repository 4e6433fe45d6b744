import { CHAINS, startLedgerApi } from '@mandate/testing/service/ledger-api';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

/** Hooks that routes add for themselves. */
const OF_ROUTES = ['onRequest()', 'headRouteOnSendHandler()'];

test('every route asks for the key, then for the limits, in the same order', async ({ onTestFinished }) => {
  const { limit } = readConfig({ DATABASE_URL: 'postgres://127.0.0.1/x', CHAINS });
  const { api, close } = await startLedgerApi({ limit });
  onTestFinished(close);
  const routes = api.app.printRoutes({ includeHooks: true, commonPrefix: false });
  const hooks = new Map<string, Set<string>>();
  for (const [, event = '', list = '[]'] of routes.matchAll(/\((on[A-Z]\w+|pre[A-Z]\w+)\) (\[.*\])/g)) {
    const names = (JSON.parse(list) as string[]).filter((name) => !OF_ROUTES.includes(name));
    hooks.set(event, (hooks.get(event) ?? new Set()).add(names.join(' ')));
  }
  expect(Object.fromEntries([...hooks].map(([event, lists]) => [event, [...lists]]))).toEqual({
    onRequest: ['readTarget() checkRequestKey() limitRequests() limitLists()'],
    preParsing: ['limitBodies()'],
    onSend: ['addHeaders() compress()'],
    onResponse: ['countAnswer()'],
  });
});
