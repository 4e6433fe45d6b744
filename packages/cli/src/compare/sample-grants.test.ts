import { createClient } from '@mandate/sdk';
import {
  answer,
  type MisbehavingServer,
  startMisbehavingServer,
} from '@mandate/testing/service/misbehaving-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from './random.ts';
import { sampleGrants } from './sample-grants.ts';

let server: MisbehavingServer;
beforeAll(async () => {
  server = await startMisbehavingServer();
});
afterAll(() => server.close());

async function listCursors(end: string): Promise<(string | null)[]> {
  server.behave(answer(JSON.stringify({ changes: [], cursor: end, more: false, unknown: [] })));
  const client = createClient({ baseUrl: server.url });
  const options = { chainId: 1, registries: ['v2'] as const, signal: new AbortController().signal };
  expect(await sampleGrants(client, createRandom(5), options)).toEqual([]);
  return server.requests.slice(1).map(({ url = '' }) => new URL(url, server.url).searchParams.get('cursor'));
}

test('a long feed is read at random places', async () => {
  const cursors = await listCursors('1-500000-9f86d081');
  expect(cursors).toHaveLength(8);
  const places = cursors.map((cursor) => Number(/^1-(\d+)-9f86d081$/.exec(cursor ?? '')?.[1]));
  expect(Math.min(...places)).toBeLessThan(250_000);
  expect(Math.max(...places)).toBeGreaterThan(250_000);
});

test.each(['1-80-9f86d081', 'another-form'])(
  'the feed that ends at %s is read from its start',
  async (end) => {
    expect(await listCursors(end)).toEqual(['start']);
  },
);
