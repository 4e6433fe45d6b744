import * as closed from '@delegatexyz/sdk';
import { type Account, http, type Transport } from 'viem';
import { mainnet, polygon, zksync } from 'viem/chains';
import { describe, expect, test } from 'vitest';
import { ConnectionError } from '../client/errors.ts';
import * as ours from './index.ts';

const transport = http('http://127.0.0.1:1', { retryCount: 0 });
const to = '0x0000000000000000000000000000000000000407';
const from = '0x00000000000000000000000000000000000c01d0';
const contract = '0xC011eC7100000000000000000000000000000001';

/** The public names of an object, of its own and of its class. */
const namesOf = (instance: object) => [
  ...Object.keys(instance),
  ...Object.getOwnPropertyNames(Object.getPrototypeOf(instance)),
];

describe('everything of the closed SDK is here', () => {
  test('exports', () => {
    // Node adds the last two, because it loads the closed SDK as CommonJS.
    const names = Object.keys(closed).filter((name) => !['default', 'module.exports'].includes(name));
    expect(names).toHaveLength(13);
    expect(Object.keys(ours)).toEqual(expect.arrayContaining(names));
  });

  test.each(['DelegateV1', 'DelegateV2'] as const)('%s', (name) => {
    const options = { userTransport: transport, chain: polygon };
    const theirs =
      name === 'DelegateV1' ? new closed.DelegateV1(transport, polygon) : new closed.DelegateV2(options);
    const mine = name === 'DelegateV1' ? new ours.DelegateV1(options) : new ours.DelegateV2(options);
    const names = namesOf(theirs);
    expect(names.length).toBeGreaterThan(16);
    expect(namesOf(mine)).toEqual(expect.arrayContaining(names));
    for (const each of names) {
      expect(typeof mine[each as keyof typeof mine], each).toBe(typeof theirs[each as keyof typeof theirs]);
    }
    expect(mine.contractConfig.address).toBe(theirs.contractConfig.address);
    expect(mine.publicClient.chain?.id).toBe(polygon.id);
    expect(mine.walletClient.chain?.id).toBe(polygon.id);
  });
});

describe('constructors', () => {
  const account = from;

  test.each([
    ['the older form of v2', () => new ours.DelegateV2(transport, polygon, account)],
    ['options of v2', () => new ours.DelegateV2({ userTransport: transport, chain: polygon, account })],
    ['the form of v1', () => new ours.DelegateV1(transport, polygon, account)],
    ['options of v1', () => new ours.DelegateV1({ userTransport: transport, chain: polygon, account })],
  ])('%s', (_, create) => {
    const delegate = create();
    expect(delegate.publicClient.chain).toBe(polygon);
    expect(delegate.publicClient.transport['url']).toBe('http://127.0.0.1:1');
    expect(delegate.walletClient.account?.address).toBe(account);
    expect(delegate.account).toBe(account);
    expect(delegate.service).toBeNull();
  });

  test('the closed SDK throws on the older form', () => {
    const Older = closed.DelegateV2 as unknown as new (transport: Transport, chain: object) => unknown;
    expect(() => new Older(transport, polygon)).toThrow(TypeError);
  });

  test('nothing is Ethereum', () => {
    expect(new ours.DelegateV1().publicClient.chain).toBe(mainnet);
    expect(new ours.DelegateV2().publicClient.chain).toBe(mainnet);
  });

  test.each([
    ['as an option', new ours.DelegateV2({ baseUrl: 'http://service.example', chain: polygon })],
    ['as an option of v1', new ours.DelegateV1({ baseUrl: 'http://service.example' })],
    [
      'as the last argument',
      new ours.DelegateV2(transport, polygon, undefined, { baseUrl: 'http://service.example' }),
    ],
    [
      'as the last argument of v1',
      new ours.DelegateV1(transport, polygon, undefined, { baseUrl: 'http://service.example' }),
    ],
  ])('a service %s', (_, { service }) => {
    expect(service?.baseUrl).toBe('http://service.example');
  });

  test('chains of the ZK Stack are known by their id', () => {
    const address = '0x0000000059a24eb229eed07ac44229db56c5d797';
    expect(new ours.DelegateV2({ userTransport: transport, chain: zksync }).contractConfig.address).toBe(
      address,
    );
    expect(new ours.DelegateV2({ isZkSync: true }).contractConfig.address).toBe(address);
    // The closed SDK asks an address without code unless it is told.
    const theirs = new closed.DelegateV2({ userTransport: transport, chain: zksync });
    expect(theirs.contractConfig.address).not.toBe(address);
  });
});

test('a write needs an account, which may come later', async () => {
  const v2 = new ours.DelegateV2(transport);
  await expect(v2.delegateAll(to, undefined, true)).rejects.toThrow('No account provided');
  v2.account = from;
  await expect(v2.delegateAll(to, undefined, true)).rejects.toThrow('HTTP request failed');
});

test('a key signs', () => {
  const account = { address: from, type: 'local' } as unknown as Account;
  expect(new ours.DelegateV1({ account }).walletClient.account).toBe(account);
});

test.each([
  ['node', {}],
  ['service', { baseUrl: 'http://127.0.0.1:1', retries: 0 }],
])('an unreachable %s throws, and never answers no or []', async (_, options) => {
  const all = { userTransport: transport, ...options };
  const v1 = new ours.DelegateV1(all);
  const v2 = new ours.DelegateV2(all);
  const calls = [
    v1.checkDelegateForAll(to, from),
    v1.getDelegatesForAll(from),
    v1.getDelegationsByDelegate(to),
    v2.checkDelegateForAll(to, from),
    v2.checkDelegateForERC20(to, from, contract),
    v2.getIncomingDelegations(to),
  ];
  for (const settled of await Promise.allSettled(calls)) {
    expect(settled.status).toBe('rejected');
    if (settled.status === 'rejected' && 'baseUrl' in options) {
      expect(settled.reason).toBeInstanceOf(ConnectionError);
    }
  }
});

describe('numbers', () => {
  const encode = (tokenId: unknown) =>
    ours.rawDelegateERC721(to, contract, tokenId as bigint, undefined, true);

  test.each([
    [0, 0n],
    [-0, 0n],
    [Number.MAX_SAFE_INTEGER, 2n ** 53n - 1n],
    ['9007199254740993', 9_007_199_254_740_993n],
    ['0xff', 255n],
    [2n ** 256n - 1n, 2n ** 256n - 1n],
  ])('%s is taken', (given, exact) => {
    expect(encode(given)).toBe(encode(exact));
  });

  test.each([
    2 ** 53,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -1,
    -1n,
    2n ** 256n,
    '',
    ' 7',
    '1e3',
    '-1',
    '0x',
    '7n',
  ])('%s is refused', (given) => {
    expect(() => encode(given)).toThrow(RangeError);
  });

  test('the closed SDK loses digits of the same text', () => {
    const theirs = closed.rawDelegateERC721(to, contract, Number('9007199254740993'), undefined, true);
    expect(theirs).not.toBe(encode('9007199254740993'));
  });
});

test('rights that are null by mistake are refused, not read as every right', () => {
  expect(() => ours.rawDelegateAll(to, null as never, true)).toThrow();
});
