import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError } from './config-error.ts';
import { readChains } from './shared-settings.ts';

const node = 'https://node.example/hidden';
const read = (chains: unknown) => readChains({ CHAINS: JSON.stringify(chains) });

test('only nodes are required: everything else comes from the catalogue', () => {
  expect(read({ 1: { nodes: [node] } })).toEqual([
    {
      chainId: 1,
      name: 'Ethereum',
      explorer: 'https://etherscan.io',
      testnet: false,
      maxLag: { ms: 120_000, blockAgeMs: 120_000 },
      nodes: [
        {
          url: node,
          label: 'node.example',
          isNamed: false,
          stateOnly: false,
          callsPerSecond: null,
          callsPerMonth: null,
          costPerMillionCalls: null,
        },
      ],
      publicNode: null,
      quorum: 1,
      registries: {
        v1: '0x00000000000076a84fef008cdabe6409d2fe638b',
        v2: '0x00000000000000447e69651d841bd8d104bed493',
      },
      possibleRegistries: {},
      evidence: { bloom: true, receipts: true, header: true, headersFrom: 0, proofs: true },
      depths: { safe: null, finalized: null },
      needsTo: false,
      startBlock: 0,
      blockTimeMs: 12_000,
      pollMs: null,
      form: null,
    },
  ]);
});

test('the registries that the operator names are the only ones', () => {
  const v2 = '0x00000000000000447e69651d841bd8d104bed493';
  const [named, found] = [{ registries: { v2 } }, {}].flatMap((fields) =>
    read({ 8453: { nodes: [node], ...fields } }),
  );
  expect([named?.registries, named?.possibleRegistries]).toEqual([{ v2 }, {}]);
  expect([found?.registries, found?.possibleRegistries]).toEqual([
    { v2 },
    { v1: '0x00000000000076a84fef008cdabe6409d2fe638b' },
  ]);
});

test('a public node is a URL that everyone may see', () => {
  const [chain] = read({ 1: { nodes: [node], publicNode: 'https://public.example/v1' } });
  expect(chain?.publicNode).toBe('https://public.example/v1');
});

test.each([
  'https://user:hidden@public.example',
  "https://a;script-src 'unsafe-inline'",
  'https://a;b',
  'https://a,b',
  'wss://public.example',
])('%s is no public node', (publicNode) => {
  expect(() => read({ 1: { nodes: [node], publicNode } })).toThrow('(1.publicNode) must be');
});

test('two nodes have to agree, more only if quorum says so', () => {
  const nodes = ['a', 'b', 'c'].map((name) => `https://${name}.example`);
  const [two, three, all] = read({
    1: { nodes: nodes.slice(1) },
    10: { nodes },
    137: { nodes, quorum: 3 },
  });
  expect([two?.quorum, three?.quorum, all?.quorum]).toEqual([2, 2, 3]);
});

test.each([
  ['a chain that mines all the time, however fast', 42_161, {}, [120_000, 120_000]],
  ['a chain that mines on demand', 42_170, {}, [120_000, 600_000]],
  ['less lag than the catalogue allows quiet', 42_170, { maxLagSeconds: 60 }, [60_000, 600_000]],
  ['more lag than the catalogue allows quiet', 42_170, { maxLagSeconds: 900 }, [900_000, 900_000]],
  ['the quiet that is asked for', 42_170, { maxQuietSeconds: 30 }, [120_000, 30_000]],
  ['a local chain', 1, { maxQuietSeconds: 'unlimited' }, [120_000, null]],
] as const)('how old an answer may be: %s', (_, chainId, fields, [ms, blockAgeMs]) => {
  const [chain] = read({ [chainId]: { nodes: [node], ...fields } });
  expect(chain?.maxLag).toEqual({ ms, blockAgeMs });
});

test('a node is a URL, or an object with a URL and more fields', () => {
  const [chain] = read({
    1: {
      nodes: [
        node,
        { url: 'https://node.example/other', callsPerSecond: 25 },
        { url: 'https://archive.example', label: 'archive', stateOnly: true },
      ],
    },
  });
  expect(chain?.nodes).toMatchObject([
    { label: 'node.example', stateOnly: false, callsPerSecond: null },
    { label: 'node.example-2', stateOnly: false, callsPerSecond: 25 },
    { label: 'archive', stateOnly: true },
  ]);
  expect(chain?.quorum).toBe(2);
});

test('chains may be listed in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chains-'));
  const file = join(folder, 'chains.json');
  writeFileSync(file, JSON.stringify({ 8453: { nodes: [node], startBlock: 7, pollMs: 100 } }));
  const [chain] = readChains({ CHAINS_FILE: file });
  rmSync(folder, { recursive: true });
  expect(chain).toMatchObject({ chainId: 8453, startBlock: 7, pollMs: 100 });
});

test('a chain that is not in the catalogue needs registries', () => {
  const v2 = '0x00000000000000447e69651d841bD8D104Bed493';
  const [chain] = read({ 31337: { nodes: [node], registries: { v2 }, bloom: false } });
  expect(chain).toMatchObject({
    registries: { v2: v2.toLowerCase() },
    evidence: { bloom: false, receipts: false, header: false, headersFrom: 0, proofs: false },
  });
});

test.each([
  ['keys', ['https://a.example/v2/one', 'https://a.example/v2/two']],
  ['queries', ['https://a.example/?key=one', 'https://a.example/?key=two']],
  ['ports', ['https://a.example', 'https://a.example:8545']],
  ['protocols', ['https://a.example', 'http://a.example']],
])('two nodes of one host that differ in %s are two', (_, nodes) => {
  expect(readChains({ CHAINS: JSON.stringify({ 1: { nodes } }) })[0]?.nodes.map(({ url }) => url)).toEqual(
    nodes,
  );
});

describe('a message says what to do, and never repeats the value', () => {
  const chain = (fields: object) => JSON.stringify({ 1: { nodes: [node], ...fields } });

  test.each([
    ['no JSON', `{"1": {"nodes": ["${node}"]},}`, 'must be JSON (line 1 column 50).'],
    ['another text', node, 'must be JSON.'],
    ['an empty list', '{}', 'must name a chain, like {"1": {"nodes": ["https://your-node"]}}.'],
    ['a list', `["${node}"]`, 'must name a chain, like {"1": {"nodes": ["https://your-node"]}}.'],
    ['null', 'null', 'must name a chain, like {"1": {"nodes": ["https://your-node"]}}.'],
    ['nodes alone', `{"1": ["${node}"]}`, '(1) must be like {"nodes": ["https://your-node"]}.'],
    ['no nodes', chain({ nodes: undefined }), '(1.nodes) must be a list of URLs.'],
    ['none of them', chain({ nodes: [] }), '(1.nodes) must name at least one node.'],
    [
      'another protocol',
      chain({ nodes: [node, 'ws://hidden'] }),
      '(1.nodes.1.url) must be an http or https URL.',
    ],
    [
      'a label that may be a URL',
      chain({ nodes: [{ url: node, label: 'https://hidden' }] }),
      '(1.nodes.0.label) must be 1 to 40 letters, digits, dots, colons or hyphens.',
    ],
    [
      'one label for two nodes',
      chain({ nodes: [node, { url: 'https://b.example', label: 'node.example' }] }),
      '(1.nodes) has the label "node.example" twice: give each node its own.',
    ],
    [
      'no node with a vote',
      chain({ nodes: [{ url: node, stateOnly: true }] }),
      '(1.nodes) has only "stateOnly" nodes: add one without "stateOnly".',
    ],
    [
      'fewer voters than have to agree',
      chain({ nodes: [node, { url: 'https://b.example', stateOnly: true }], quorum: 2 }),
      '(1) has a "quorum" of 2 but 1 voting node: add nodes or lower "quorum".',
    ],
    ['half a node', chain({ quorum: 0.5 }), '(1.quorum) must be a whole number, 1 or more.'],
    ['no quorum', chain({ quorum: 0 }), '(1.quorum) must be a whole number, 1 or more.'],
    [
      'a node twice',
      chain({ nodes: ['https://a.example/v2/key', 'https://b.example', 'https://A.example.:443/v2/key/'] }),
      '(1.nodes) names the same node at a.example. twice, so it cannot confirm its own answers: remove one.',
    ],
    [
      'a node twice, with other credentials',
      chain({ nodes: ['https://user:hidden@a.example', 'https://a.example/'] }),
      '(1.nodes) names the same node at a.example twice, so it cannot confirm its own answers: remove one.',
    ],
    [
      'too few nodes',
      chain({ quorum: 2 }),
      '(1) has a "quorum" of 2 but 1 voting node: add nodes or lower "quorum".',
    ],
    [
      'a text for a number',
      chain({ maxLagSeconds: '60' }),
      '(1.maxLagSeconds) must be a whole number, 1 or more.',
    ],
    [
      'a word for a number of seconds',
      chain({ maxQuietSeconds: 'hidden' }),
      '(1.maxQuietSeconds) must be a whole number, 1 or more, or "unlimited".',
    ],
    [
      'a block before the first',
      chain({ startBlock: -1 }),
      '(1.startBlock) must be a whole number, 0 or more.',
    ],
    ['too often', chain({ pollMs: 49 }), '(1.pollMs) must be a whole number, 50 or more.'],
    ['no depth', chain({ safeDepth: 0 }), '(1.safeDepth) must be a whole number, 1 or more.'],
    ['no final depth', chain({ finalizedDepth: 0 }), '(1.finalizedDepth) must be a whole number, 1 or more.'],
    ['a word for a flag', chain({ bloom: 'no' }), '(1.bloom) must be true or false.'],
    ['a number for a flag', chain({ receipts: 1 }), '(1.receipts) must be true or false.'],
    ['a number for a name', chain({ name: 1 }), '(1.name) must be a text.'],
    [
      'not an address',
      chain({ registries: { v2: 'hidden' } }),
      '(1.registries.v2) must be an address: 0x followed by 40 hex digits.',
    ],
    ['an address alone', chain({ registries: '0xhidden' }), '(1.registries) must be like {"v2": "0x…"}.'],
    ['no registries', chain({ registries: {} }), '(1) must have "registries", like {"v2": "0x…"}: '],
    [
      'an unknown registry',
      chain({ registries: { v3: '' } }),
      '(1.registries) has fields that do not exist: "v3". There are v1, v2.',
    ],
    ['an unknown chain', `{"5": {"nodes": ["${node}"]}}`, '(5) must have "registries", like {"v2": "0x…"}: '],
    [
      'a misspelt field',
      chain({ quroum: 2 }),
      '(1) has fields that do not exist: "quroum". There are nodes, quorum, ',
    ],
    ['a node for a field', chain({ [node]: 2 }), '(1) has fields that do not exist: one that is not a word.'],
    [
      'two budgets of one account',
      JSON.stringify({
        1: { nodes: [{ url: node, label: 'a', callsPerMonth: 5 }] },
        8453: { nodes: [{ url: node, label: 'a', callsPerMonth: 6 }] },
      }),
      '(8453.nodes) gives "a" a "callsPerMonth" of 6, and chain 1 gives it 5. Nodes with the same label share one budget: ',
    ],
    [
      'a name for an id',
      `{"base": {}}`,
      'has "base" where the id of a chain belongs: write the number, like "8453".',
    ],
    [
      'a node for an id',
      `{"${node}": {}}`,
      'has a name where the id of a chain belongs: write the number, like "8453".',
    ],
  ])('%s', (_, CHAINS, message) => {
    let said = '';
    try {
      readChains({ CHAINS });
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      said = error.message;
    }
    expect(said).toMatch(/^These settings are not valid:\n {2}CHAINS .+\.$/);
    expect(said).toContain(`  CHAINS ${message}`);
    expect(said).not.toContain('hidden');
  });

  test('all problems are reported at once', () => {
    const CHAINS = JSON.stringify({ 1: { nodes: [], quorum: 0 }, 5: { nodes: [node], quorum: 2 }, base: {} });
    expect(() => readChains({ CHAINS })).toThrow(
      [
        'These settings are not valid:',
        'CHAINS (1.nodes) must name at least one node.',
        'CHAINS (1.quorum) must be a whole number, 1 or more.',
        'CHAINS (5) must have "registries", like {"v2": "0x…"}: the catalogue does not have this chain.',
        'CHAINS (5) has a "quorum" of 2 but 1 voting node: add nodes or lower "quorum".',
        'CHAINS has "base" where the id of a chain belongs: write the number, like "8453".',
      ].join('\n  '),
    );
  });
});

test('a budget that is named for one node holds for all nodes with its label', () => {
  const CHAINS = JSON.stringify({
    1: { nodes: [{ url: node, label: 'a', callsPerMonth: 5 }, 'https://b.example'] },
    8453: { nodes: [{ url: node, label: 'a', callsPerSecond: 2, callsPerMonth: 5 }] },
    10: { nodes: [{ url: node, label: 'a' }] },
  });
  const limits = readChains({ CHAINS }).map(({ chainId, nodes }) => [
    chainId,
    ...nodes.map(({ callsPerSecond, callsPerMonth }) => [callsPerSecond, callsPerMonth]),
  ]);
  expect(limits).toEqual([
    [1, [2, 5], [null, null]],
    [10, [2, 5]],
    [8453, [2, 5]],
  ]);
});
