import { FROM, TO } from '@mandate/testing/ledger/sample-grant';
import {
  answer,
  type MisbehavingServer,
  startMisbehavingServer,
} from '@mandate/testing/service/misbehaving-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { typeCommand } from './testing/type-command.ts';

let server: MisbehavingServer;
beforeAll(async () => {
  server = await startMisbehavingServer();
});
afterAll(() => server.close());

test.each([
  [{ name: 'mira.eth', address: FROM, known: true }, 0, `mira.eth leads to ${FROM}`],
  [{ name: 'mira.eth', address: null, known: true }, 3, 'mira.eth leads to no address.'],
  [{ name: 'mira.eth', address: null, known: false }, 2, 'mira.eth cannot be looked up right now.'],
])('a name is resolved first: %j', async (resolved, code, said) => {
  const names = answer(JSON.stringify({ addresses: [], resolved }));
  server.behave((request, ...rest) =>
    (request.url?.startsWith('/names') ? names : answer('true'))(request, ...rest),
  );
  const typed = await typeCommand(server.url, `check all --to ${TO} --from mira.eth`);
  expect(typed.code).toBe(code);
  expect(typed.err).toContain(said);
  if (code === 0) expect(typed.out).toContain(`from      ${FROM}`);
});
