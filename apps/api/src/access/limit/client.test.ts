import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientOf, findClient } from './client.ts';

describe('an address becomes a client', () => {
  test.each([
    ['1.2.3.4', '1.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['::FFFF:1.2.3.4', '1.2.3.4'],
    ['::ffff:102:304', '1.2.3.4'],
    ['0:0:0:0:0:ffff:0102:0304', '1.2.3.4'],
    ['1.2.3.4:5678', '1.2.3.4'],
    ['[::ffff:1.2.3.4]:5678', '1.2.3.4'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    // A form of the same that is no longer used.
    ['::1.2.3.4', '1.2.3.4'],
    ['64:ff9b::1.2.3.4', '64:ff9b:0:0::/64'],
  ])('%s: %s', (text, client) => expect(findClient(text)).toBe(client));

  test.each([
    ...[
      '',
      ' ',
      'unknown',
      '_hidden',
      'localhost',
      '1.2.3',
      '1.2.3.256',
      '01.2.3.4',
      '0x7f.1',
      '1',
      '2130706433',
    ],
    ...[
      '1.2.3.4/8',
      '1.2.3.4:',
      '1.2.3.4:x',
      '::/64',
      ':::',
      '[1.2.3.4]',
      '[::1',
      '::1]',
      '１.2.3.4',
      '1.2.3.4\n',
    ],
  ])('%j is none', (text) => expect(findClient(text)).toBeNull());

  test('all of a /64 are one, and the next /64 is another', () => {
    const half = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    fc.assert(
      fc.property(half, half, half, (network, a, b) => {
        const client = findClient(writeIPv6(network, a));
        expect(findClient(writeIPv6(network, b))).toBe(client);
        expect(findClient(writeIPv6(network ^ 1n, a))).not.toBe(client);
      }),
    );
  });
});

describe('the client of a request', () => {
  const proxy = '10.0.0.1';
  test.each([
    ['nobody is trusted', '9.9.9.9', 0, proxy],
    ['one proxy: the last is what it saw', '9.9.9.9, 1.2.3.4', 1, '1.2.3.4'],
    ['two proxies: the last but one', '9.9.9.9, 1.2.3.4, 10.0.0.2', 2, '1.2.3.4'],
    ['fewer than trusted: the farthest', '1.2.3.4', 3, '1.2.3.4'],
    ['none', undefined, 2, proxy],
    ['empty', '', 1, proxy],
    ['only commas', ',,,', 2, proxy],
    ['a word', 'unknown', 1, proxy],
    ['a word, and an address that nobody vouches for', '1.2.3.4, unknown', 1, proxy],
    ['a word of the farther proxy', 'unknown, 10.0.0.2', 2, '10.0.0.2'],
    ['a word of the nearer proxy', '1.2.3.4, unknown', 2, '1.2.3.4'],
    ['no spaces', '9.9.9.9,1.2.3.4', 1, '1.2.3.4'],
    ['spaces', '9.9.9.9 ,\t 1.2.3.4  ', 1, '1.2.3.4'],
    ['IPv6', '2001:db8:1:2::1', 1, '2001:db8:1:2::/64'],
  ])('%s', (_, forwardedFor, hops, client) => expect(clientOf(proxy, forwardedFor, hops)).toBe(client));

  test('several headers are one', () => {
    expect(clientOf(proxy, ['9.9.9.9', '1.2.3.4'], 1)).toBe('1.2.3.4');
  });

  test('a connection that has ended belongs to nobody', () => {
    expect(clientOf(undefined, undefined, 0)).toBe('unknown');
  });

  test('what stands before the trusted entries changes nothing', () => {
    fc.assert(
      fc.property(fc.string(), (forged) => {
        expect(clientOf(proxy, `${forged},1.2.3.4`, 1)).toBe('1.2.3.4');
      }),
    );
  });
});

function writeIPv6(network: bigint, host: bigint): string {
  const digits = ((network << 64n) | host).toString(16).padStart(32, '0');
  return digits.match(/.{4}/g)?.join(':') ?? '';
}
