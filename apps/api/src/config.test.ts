import { createSecretKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError } from '@mandate/config';
import { describe, expect, test } from 'vitest';
import { API_SETTINGS, readConfig, readKeyConfig } from './config.ts';

const DATABASE_URL = 'postgres://postgres@127.0.0.1/postgres';
const [A, B] = ['a1'.repeat(32), 'B2'.repeat(40)];
const read = (KEY_PEPPERS?: string) => readKeyConfig({ DATABASE_URL, KEY_PEPPERS }).peppers;

describe('KEY_PEPPERS', () => {
  test.each([undefined, ''])('none: %s', (text) => {
    expect(read(text)).toEqual([]);
  });

  test('the newest is last, in whatever order they come', () => {
    const first = { version: 1, secret: createSecretKey(Buffer.alloc(32, 0xa1)) };
    const second = { version: 12, secret: createSecretKey(Buffer.alloc(40, 0xb2)) };
    expect(read(`1:${A}`)).toEqual([first]);
    expect(read(`12:${B},1:${A}`)).toEqual([first, second]);
  });

  test.each([
    ['too short', `1:${A.slice(2)}`],
    ['an odd number of digits', `1:${A}a`],
    ['no version', A],
    ['version 0', `0:${A}`],
    ['not hex', `1:${A.replace('a', 'g')}`],
    ['a comma too much', `1:${A},`],
    ['a space', `1:${A}, 2:${A}`],
    ['a version twice', `1:${A},1:${B}`],
  ])('refused: %s', (_, text) => {
    expect(() => read(text)).toThrow(ConfigError);
  });

  test('what is wrong with it is said without it', () => {
    const text = `1:${A},1:${B}`;
    expect(() => read(text)).toThrow(/KEY_PEPPERS/);
    expect(() => read(text)).not.toThrow(new RegExp(`${A}|${B}`));
  });
});

const CHAINS = '{"1": {"nodes": ["https://node.example/key"]}}';
const readAll = (environment: NodeJS.ProcessEnv) => readConfig({ DATABASE_URL, CHAINS, ...environment });

describe('origins of pages that use the tools', () => {
  test('they have the rules of the origins of keys', () => {
    const MCP_ORIGINS = 'https://Inspector.example:443,http://localhost:6274,https://*.example.com';
    const written = ['https://inspector.example', 'http://localhost:6274', 'https://*.example.com'];
    expect(readAll({ MCP_ORIGINS }).mcpOrigins).toEqual(written);
  });

  test.each([
    '*',
    'inspector.example',
    'https://*.com',
    'http://*.example.com',
    'https://inspector.example/',
    'https://a.example, https://b.example',
    'https://a.example,',
    'null',
    'file:///a',
  ])('%s is refused', (MCP_ORIGINS) => {
    expect(() => readAll({ MCP_ORIGINS })).toThrow('MCP_ORIGINS must be origins like');
  });
});

describe('origins that may frame the site', () => {
  test('they are exact https origins', () => {
    const SAFE_APP_ORIGINS = 'https://App.safe.global:443,https://safe.example:8443';
    const written = ['https://app.safe.global', 'https://safe.example:8443'];
    expect(readAll({ SAFE_APP_ORIGINS }).safeAppOrigins).toEqual(written);
  });

  test.each(['*', 'https://*.safe.global', 'http://app.safe.global', 'https://app.safe.global/', "'self'"])(
    '%s is refused',
    (SAFE_APP_ORIGINS) => {
      expect(() => readAll({ SAFE_APP_ORIGINS })).toThrow('SAFE_APP_ORIGINS must be https origins like');
    },
  );
});

describe('what holds without a word', () => {
  test('nothing but a database and chains is required', () => {
    const { chains, webDir, docsDir, ...rest } = readAll({});
    expect(chains.map(({ chainId }) => chainId)).toEqual([1]);
    expect(rest).toEqual({
      databaseUrl: DATABASE_URL,
      ledgerRole: 'primary',
      host: '0.0.0.0',
      port: 8080,
      admin: { host: '127.0.0.1', port: 9465 },
      publicUrl: '',
      logLevel: 'info',
      drainMs: 0,
      reusePort: false,
      readModelDir: null,
      mcpOrigins: [],
      safeAppOrigins: [],
      showUsage: true,
      limit: { redisUrl: null, trustedHops: 0, ceilings: { key: null, owner: null } },
      peppers: [],
      webhooks: { keys: [], privateHosts: [] },
      tracing: null,
      warnings: [],
    });
  });

  test('what is empty is not set: port 0 would be any', () => {
    const empty = Object.fromEntries(Object.keys(API_SETTINGS).map((name) => [name, '']));
    expect(readAll(empty)).toEqual(readAll({}));
  });

  test('the example file is right as it is, and so is what it has as comments, but for secrets', () => {
    const text = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
    expect(readConfig(parseEnv(text)).port).toBe(8080);
    const { CHAIN_IDS, KEY_PEPPERS, WEBHOOK_KEYS, ...all } = parseEnv(text.replaceAll(/^#(?=[A-Z])/gm, ''));
    const limit = { trustedHops: 1, ceilings: { key: 1_000, owner: 2_000 } };
    expect(readConfig(all)).toMatchObject({
      host: '127.0.0.1',
      drainMs: 5_000,
      limit,
      webDir: null,
      docsDir: null,
    });
    expect(CHAIN_IDS).toBe('1,8453');
    expect(() => readConfig({ ...all, KEY_PEPPERS })).toThrow('KEY_PEPPERS must be like 1:<64');
    expect(() => readConfig({ ...all, WEBHOOK_KEYS })).toThrow('WEBHOOK_KEYS must be like 1:<64');
  });
});

test('what is set', () => {
  expect(
    readAll({ API_HOST: '::1', API_PORT: '0', PUBLIC_URL: 'https://mandate.example//', TRUSTED_HOPS: '2' }),
  ).toMatchObject({ host: '::1', port: 0, publicUrl: 'https://mandate.example', limit: { trustedHops: 2 } });
  expect(readAll({ READ_MODEL_DIR: '/var/cache/mandate/' }).readModelDir).toBe('/var/cache/mandate');
  expect(readAll({ API_HOST: 'localhost' }).host).toBe('localhost');
  expect(readAll({ RATE_LIMIT: 'off', REDIS_URL: 'redis://localhost' }).limit).toBeNull();
  expect(readAll({ REDIS_URL: 'rediss://localhost' }).limit?.redisUrl).toBe('rediss://localhost');
});

test('ceilings of keys need a limit for requests without a key', () => {
  const ceilings = { KEY_CEILING: '1000', OWNER_CEILING: '2000' };
  expect(readAll(ceilings).limit?.ceilings).toEqual({ key: 1_000, owner: 2_000 });
  expect(() => readAll({ ...ceilings, RATE_LIMIT: 'off' })).toThrow(
    'Set RATE_LIMIT=on, or remove both ceilings.',
  );
});

describe('several processes at one port', () => {
  test('count together, or not at all', () => {
    expect(readAll({ API_REUSE_PORT: 'on', REDIS_URL: 'redis://localhost' }).reusePort).toBe(true);
    expect(readAll({ API_REUSE_PORT: 'on', RATE_LIMIT: 'off' }).limit).toBeNull();
    expect(readAll({}).reusePort).toBe(false);
  });

  test('are refused if each would count alone', () => {
    expect(() => readAll({ API_REUSE_PORT: 'on' })).toThrow(
      new ConfigError(
        'These settings are not valid:\n  With API_REUSE_PORT=on, several processes share a port, and each would count requests ' +
          'and event streams alone. Set REDIS_URL, or RATE_LIMIT=off.',
      ),
    );
  });
});

test.each([
  ['WEB_DIR', 'webDir'],
  ['DOCS_DIR', 'docsDir'],
] as const)('%s: a folder that has a site, or none', (name, property) => {
  const folder = mkdtempSync(join(tmpdir(), 'site-'));
  try {
    expect(() => readAll({ [name]: folder })).toThrow(`${name} must be a folder with an index.html, or off.`);
    writeFileSync(join(folder, 'index.html'), '');
    expect(readAll({ [name]: folder })[property]).toBe(folder);
    expect(readAll({ [name]: 'off' })[property]).toBeNull();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each([
  ['DATABASE_URL', 'localhost/hidden', 'must be a URL like postgres://user@host/database.'],
  [
    'DATABASE_URL',
    'postgres://user:hidden@127.0.0.1:port/a',
    'must be a URL like postgres://user@host/database.',
  ],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must be a URL like http://localhost:4318.'],
  ['OTEL_TRACES_SAMPLER_ARG', 'always', 'must be a share from 0 to 1, like 0.01.'],
  ['API_HOST', 'http://hidden', 'must be an address or a host name, like 0.0.0.0, :: or localhost.'],
  ['API_HOST', '0.0.0.0:8080', 'must be an address or a host name, like 0.0.0.0, :: or localhost.'],
  ['KEY_CEILING', '24', 'must be a whole number from 25 to 10000.'],
  ['OWNER_CEILING', '1000/10s', 'must be a whole number from 25 to 10000.'],
  ['API_PORT', 'tcp://hidden:80', 'must be a whole number from 0 to 65535.'],
  ['PUBLIC_URL', 'hidden.example', 'must be a URL like https://mandate.example.'],
  ['PUBLIC_URL', 'ftp://hidden.example', 'must be a URL like https://mandate.example.'],
  ['LOG_LEVEL', 'hidden', 'must be one of trace, debug, info, warn, error, silent.'],
  ['RATE_LIMIT', 'false', 'must be one of on, off.'],
  ['REDIS_URL', 'localhost:6379', 'must be a URL like redis://host:6379.'],
  ['REDIS_URL', 'http://:hidden@localhost', 'must be a URL like redis://host:6379.'],
  ['TRUSTED_HOPS', '11', 'must be a whole number from 0 to 10.'],
  ['TRUSTED_HOPS', '-1', 'must be a whole number from 0 to 10.'],
  ['API_DRAIN_MS', '600001', 'must be a whole number from 0 to 600000.'],
  ['API_REUSE_PORT', 'yes', 'must be one of on, off.'],
  ['API_DRAIN_MS', '5s', 'must be a whole number from 0 to 600000.'],
  [
    'WEB_DIR',
    '/hidden',
    'must be a folder with an index.html, or off. npm run build:web creates apps/web/dist.',
  ],
])('refused: %s=%s', (name, text, message) => {
  expect(() => readAll({ [name]: text })).toThrow(
    new ConfigError(`These settings are not valid:\n  ${name} ${message}`),
  );
});

test('every secret may come from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  const secrets = { DATABASE_URL, CHAINS, KEY_PEPPERS: `1:${A}`, REDIS_URL: 'redis://:hidden@localhost' };
  const files = Object.entries(secrets).map(([name, text]) => {
    const path = join(folder, name);
    writeFileSync(path, `${text}\n`);
    return [`${name}_FILE`, path];
  });
  expect(readConfig(Object.fromEntries(files))).toEqual(readConfig(secrets));
  rmSync(folder, { recursive: true });
});

test('a slip that would change nothing is told', () => {
  expect(readAll({ TRUSTED_HOP: '1', KEY_PEPPER: `1:${A}` }).warnings).toEqual([
    'TRUSTED_HOP is set but is not a setting. Did you mean TRUSTED_HOPS?',
    'KEY_PEPPER is set but is not a setting. Did you mean KEY_PEPPERS?',
  ]);
});
