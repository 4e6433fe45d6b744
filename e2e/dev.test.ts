/** `npm run dev` that cannot start, or is stopped before it has. `first-page.test.ts` runs it. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { exists, LAST_LINE, START_MS, startDev, stopDev, stopDevs, waitFor } from './dev-process.ts';

afterEach(stopDevs);

test('Ctrl-C while it starts leaves nothing behind', async () => {
  const { dev, lines } = startDev();
  const made = () => lines.map((line) => /database +(mandate_test_\w+)$/.exec(line)?.[1]).find(Boolean);
  const name = await waitFor(made, START_MS, { lines });
  await stopDev({ dev, lines });
  expect(lines.some((line) => LAST_LINE.test(line))).toBe(false);
  const server = process.env['DATABASE_URL'] || process.env['TEST_DATABASE_URL'];
  const url = new URL(server || 'postgres://postgres@127.0.0.1:5432/postgres');
  url.pathname = `/${name}`;
  expect(await exists(url.href)).toBe(false);
});

test('a named PostgreSQL that does not answer is an error, with what to do', async () => {
  const { dev, lines } = startDev({
    environment: { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/postgres' },
  });
  await once(dev, 'close');
  expect(dev.exitCode).toBe(1);
  const said = lines.join('\n');
  expect(said).toContain('No database could be created at postgres://me@127.0.0.1:1/postgres');
  expect(said).toContain('name none');
  expect(said).toContain('DATABASE_URL=');
  expect(said).not.toContain('secret');
});

test.each(['API_PORT', 'BASE_PORT'])(
  '%s in use is named before anything starts, with what to do',
  async (setting) => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : null;
    const { dev, lines } = startDev({ environment: { [setting]: String(port) } });
    await once(dev, 'close');
    server.close();
    expect(dev.exitCode).toBe(1);
    expect(lines.join('\n')).toContain(`Port ${port} is in use.`);
    expect(lines.join('\n')).toContain(`${setting}=${Number(port) + 10} npm run dev`);
    expect(lines.join('\n')).not.toContain('✓');
  },
);

test('an unknown option is an error with the usage', async () => {
  const { dev, lines } = startDev({ options: ['--no-limit'] });
  await once(dev, 'close');
  expect(dev.exitCode).toBe(2);
  expect(lines.join('\n')).toContain("Unknown option '--no-limit'");
  expect(lines.join('\n')).toContain('Usage: npm run dev');
});
