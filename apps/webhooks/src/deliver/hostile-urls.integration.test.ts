/** No URL and no answer of a name server leads to a connection behind this machine. Listeners there count. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { findUrlProblem } from '@mandate/config';
import { size, TIMEOUT_MS } from '@mandate/testing/size';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGuardedLookup } from './guarded-lookup.ts';
import { createSender } from './send.ts';

const PORT = 8_443;
const URLS = size(500, 10_000);
const PRIVATE = [
  ...[
    '127.0.0.1',
    '127.0.0.2',
    '127.255.255.254',
    '0.0.0.0',
    '10.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.0.1',
  ],
  ...[
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    'fd00:ec2::254',
  ],
];
/** Other ways to write 127.0.0.1, which URLs turn into addresses. */
const WRITTEN = [
  '127.1',
  '0x7f.1',
  '0x7f000001',
  '2130706433',
  '0177.0.0.1',
  '127.0.1',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
];
const PUBLIC = '93.184.215.14';

let connections = 0;
const servers: Server[] = [];
beforeAll(async () => {
  for (const host of ['127.0.0.1', '127.0.0.2', '::1']) {
    const server = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    server.listen(PORT, host);
    servers.push(server);
    await once(server, 'listening');
  }
});
afterAll(() => servers.forEach((server) => void server.close()));

test(
  `of ${URLS} hostile URLs, none is connected to`,
  async () => {
    const answers = new Map<string, readonly string[]>();
    let asked = 0;
    const resolve = async (host: string) => {
      // Every name has two answers in turns, and the first may look public.
      const found = answers.get(host) ?? [];
      return asked++ % 2 === 0 ? found : found.toReversed();
    };
    const { send, close } = createSender({ resolve, privateHosts: [], timeLimitMs: 2_000 });
    const urls = Array.from({ length: URLS }, (_, index) => {
      const written = WRITTEN[index % (3 * WRITTEN.length)];
      if (written) return `https://${written}:${PORT}/${index}`;
      const host = `host-${index}.example`;
      const address = PRIVATE[index % PRIVATE.length] ?? '';
      answers.set(host, index % 2 === 0 ? [address] : [PUBLIC, address]);
      return `https://${host}:${PORT}/`;
    });
    for (const url of urls) {
      const { status, error } = await send({ url, headers: {}, body: Buffer.from('{}') });
      expect({ url, status, error }).toEqual({
        url,
        status: null,
        error: expect.stringMatching(/not a host of the public/),
      });
    }
    close();
    expect(connections).toBe(0);
  },
  TIMEOUT_MS,
);

test('a plain URL, another port, and a name with public addresses only', async () => {
  const { send, close } = createSender({ resolve: async () => ['127.0.0.1'], privateHosts: [] });
  const body = Buffer.from('{}');
  expect((await send({ url: `http://127.0.0.1:${PORT}`, headers: {}, body })).error).toContain('public');
  close();
  expect(connections).toBe(0);
  expect(findUrlProblem(`http://a.example:${PORT}`)).not.toBe(null);
  for (let index = 0; index < 100; index++) {
    const lookup = createGuardedLookup(async () => [PUBLIC, '2606:2800:21f:cb07:6820:80da:af6b:8b2c']);
    const found = await new Promise((done) =>
      lookup(`host-${index}.example`, { all: true }, (_, all) => done(all)),
    );
    expect(found).toHaveLength(2);
  }
});
