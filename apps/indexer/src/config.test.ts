import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from '@mandate/config';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const DATABASE_URL = 'postgres://mandate@localhost/mandate';
const CHAINS = '{"8453": {"nodes": ["https://node.example/key"]}}';

test('only a database and chains are required', () => {
  const { chains, ...rest } = readConfig({ DATABASE_URL, CHAINS });
  expect(chains.map(({ chainId }) => chainId)).toEqual([8453]);
  expect(rest).toEqual({
    databaseUrl: DATABASE_URL,
    admin: { host: '127.0.0.1', port: 9464 },
    logLevel: 'info',
    tracing: null,
    warnings: [],
  });
});

test('the example file is valid', () => {
  const example = parseEnv(readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8'));
  expect(readConfig(example).chains.map(({ chainId }) => chainId)).toEqual([1]);
});

test.each([
  ['no database', { DATABASE_URL: '' }, 'DATABASE_URL is not set. Write it like postgres://'],
  [
    'another database',
    { DATABASE_URL: 'mysql://x' },
    'DATABASE_URL must be a URL like postgres://user@host/database.',
  ],
  ['no chains', { CHAINS: '' }, 'CHAINS is not set. Write it like {"1": {"nodes": ["https://'],
  ['a port too high', { INDEXER_PORT: '70000' }, 'INDEXER_PORT must be a whole number from 0 to 65535.'],
  [
    'another word',
    { LOG_LEVEL: 'loud' },
    'LOG_LEVEL must be one of trace, debug, info, warn, error, silent.',
  ],
])('refused: %s', (_, environment, message) => {
  const read = () => readConfig({ DATABASE_URL, CHAINS, ...environment });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(message);
});
