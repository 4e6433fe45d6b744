import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '@mandate/config';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const DATABASE_URL = 'postgres://mandate@localhost/mandate';
const read = (chains: unknown, more: NodeJS.ProcessEnv = {}) =>
  readConfig({ DATABASE_URL, CHAINS: JSON.stringify(chains), ...more });
const node = 'https://node.example/key';

test('nothing but nodes is required: all else comes from the catalogue', () => {
  const { chains, port, logLevel } = read({ 1: { nodes: [node] } });
  expect({ port, logLevel }).toEqual({ port: 9464, logLevel: 'info' });
  expect(chains).toEqual([
    {
      chainId: 1,
      name: 'Ethereum',
      explorer: 'https://etherscan.io',
      testnet: false,
      maxLag: { blocks: 10, ms: 120_000 },
      nodes: [node],
      quorum: 1,
      registries: {
        v1: '0x00000000000076a84fef008cdabe6409d2fe638b',
        v2: '0x00000000000000447e69651d841bd8d104bed493',
      },
      evidence: { bloom: true, receipts: true },
      depths: { safe: 32, finalized: 128 },
      startBlock: null,
      pollMs: 4_000,
    },
  ]);
});

test('two nodes have to agree, more only when asked to', () => {
  const [two, three, all] = read({
    1: { nodes: [node, node] },
    10: { nodes: [node, node, node] },
    137: { nodes: [node, node, node], quorum: 3 },
  }).chains;
  expect([two?.quorum, three?.quorum, all?.quorum]).toEqual([2, 2, 3]);
});

test('a chain may be listed in a file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'chains-')), 'chains.json');
  writeFileSync(file, JSON.stringify({ 8453: { nodes: [node], startBlock: 7, pollMs: 100 } }));
  const { chains } = readConfig({ DATABASE_URL, CHAINS_FILE: file });
  expect(chains[0]).toMatchObject({ chainId: 8453, startBlock: 7, pollMs: 100 });
});

test('a chain that nobody knows may be followed when its registries are named', () => {
  const v2 = '0x00000000000000447e69651d841bD8D104Bed493';
  const [chain] = read({ 31337: { nodes: [node], registries: { v2 }, bloom: false } }).chains;
  expect(chain).toMatchObject({
    registries: { v2: v2.toLowerCase() },
    evidence: { bloom: false, receipts: false },
  });
});

describe('what is wrong is said in one message, with what to do', () => {
  test.each([
    ['no database', { CHAINS: '{}' }, 'must be a URL like postgres://'],
    ['no chains', { DATABASE_URL }, 'Set CHAINS_FILE to a file'],
    ['an empty list', { DATABASE_URL, CHAINS: '{}' }, 'names no chain'],
    ['a file that is not there', { DATABASE_URL, CHAINS_FILE: '/nowhere.json' }, "CHAINS_FILE can't be read"],
    ['no JSON', { DATABASE_URL, CHAINS: '{1' }, 'CHAINS is not JSON'],
    ['no nodes', { DATABASE_URL, CHAINS: '{"1": {"nodes": []}}' }, '1.nodes'],
    [
      'another protocol',
      { DATABASE_URL, CHAINS: '{"1": {"nodes": ["ws://x"]}}' },
      'must be an http or https URL',
    ],
    ['a field misspelt', { DATABASE_URL, CHAINS: `{"1": {"nodes": ["${node}"], "quroum": 2}}` }, 'quroum'],
    ['too few nodes', { DATABASE_URL, CHAINS: `{"1": {"nodes": ["${node}"], "quorum": 2}}` }, 'add nodes'],
    ['an unknown chain', { DATABASE_URL, CHAINS: `{"5": {"nodes": ["${node}"]}}` }, 'set its "registries"'],
    [
      'a name for an id',
      { DATABASE_URL, CHAINS: `{"base": {"nodes": ["${node}"]}}` },
      'which is no chain id: write the number',
    ],
    ['a port too high', { DATABASE_URL, CHAINS: '{}', INDEXER_PORT: '70000' }, 'INDEXER_PORT'],
  ])('%s', (_, environment, message) => {
    expect(() => readConfig(environment)).toThrow(ConfigError);
    expect(() => readConfig(environment)).toThrow(message);
  });
});
