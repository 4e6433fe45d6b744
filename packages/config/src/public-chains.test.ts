import { CHAINS } from '@mandate/core';
import { expect, test } from 'vitest';
import { readSettings } from './read-settings.ts';
import { readChains, SHARED_SETTINGS } from './shared-settings.ts';

const WITHOUT_NODE = [2021, 69_000];

test('chains come with the registries of the catalogue and a public node', () => {
  const [ethereum, base] = readChains({ CHAIN_IDS: '1, 8453' });
  expect(ethereum).toMatchObject({
    chainId: 1,
    name: 'Ethereum',
    registries: {
      v1: '0x00000000000076a84fef008cdabe6409d2fe638b',
      v2: '0x00000000000000447e69651d841bd8d104bed493',
    },
    quorum: 1,
    maxLag: { ms: 120_000 },
  });
  // Without the node that announces blocks before they exist.
  expect(base).toMatchObject({ chainId: 8453, nodes: [{ url: 'https://mainnet.base.org' }], quorum: 1 });
});

test('every chain of the catalogue has a single public node, except two', () => {
  const ids = CHAINS.map(({ id }) => id).filter((id) => !WITHOUT_NODE.includes(id));
  expect(ids).toHaveLength(37);
  for (const { name, nodes } of readChains({ CHAIN_IDS: ids.join(',') }))
    expect(nodes, name).toMatchObject([{ url: expect.stringMatching(/^https:\/\/(?!.*preconf)/) }]);
});

test('the operator is warned about public nodes', () => {
  const { DATABASE_URL, ...chains } = SHARED_SETTINGS;
  const { warnings } = readSettings(chains, { CHAIN_IDS: '8453,1' });
  expect(warnings).toEqual([
    'CHAIN_IDS uses public nodes for 8453 (Base), 1 (Ethereum). They are slow and rate-limited, and with a single node ' +
      'per chain nothing confirms its answers. To use your own nodes, two or more per chain, set CHAINS or CHAINS_FILE ' +
      'instead: docs/operating/configuration.md',
  ]);
});

test.each([
  ['a name', 'base', 'CHAIN_IDS must be chain ids separated by commas, like 1,8453.'],
  ['a comma too much', '1,', 'CHAIN_IDS must be chain ids separated by commas, like 1,8453.'],
  ['a chain twice', '1,10,1', 'CHAIN_IDS names a chain twice.'],
  ['an unknown chain', '1,5', 'CHAIN_IDS names 5, for which no public node is known. Name your own'],
  ['one that viem lacks', '69000', 'CHAIN_IDS names 69000, for which'],
  ['an id that viem gives to another chain', '2021', 'CHAIN_IDS names 2021, for which'],
  ['a chain without a registry', '5', 'or choose from 1 Ethereum, 10 OP Mainnet, 56 BNB Smart Chain,'],
  ['one that viem has and the catalogue has not', '25', 'CHAIN_IDS names 25, for which'],
])('refused: %s', (_, CHAIN_IDS, message) => {
  expect(() => readChains({ CHAIN_IDS })).toThrow(message);
});

test('CHAINS and CHAIN_IDS cannot both be set', () => {
  const CHAINS = '{"1": {"nodes": ["https://node.example"]}}';
  expect(() => readChains({ CHAIN_IDS: '1', CHAINS })).toThrow(
    'CHAINS and CHAIN_IDS are both set. Keep one.',
  );
});
