import { expect, test } from 'vitest';
import { isPublicAddress } from './address-guard.ts';
import { findUrlProblem } from './endpoint-url.ts';

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '192.0.1.1',
  '223.255.255.255',
];
const PUBLIC_V6 = ['2606:4700::1111', '2a00:1450:4001::1', '::ffff:8.8.8.8', '64:ff9b::808:808'];
const REFUSED = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.255.255.255'],
  ...[
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
  ],
  ...[
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
  ],
];
const REFUSED_V6 = [
  ...[
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    'fec0::1',
    '100::1',
    '2001:db8::1',
  ],
  // IPv4-mapped and -compatible, NAT64 (also its local-use prefix), 6to4, Teredo.
  ...[
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b:1::808:808',
  ],
  ...[
    '2002:7f00:1::',
    '2002:a00:1::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '3fff::1',
    '4000::1',
    '5f00::1',
  ],
];
const NONE = ['', 'localhost', '127.1', '0x7f000001', '2130706433', '1.1.1', '01.1.1.1', '[::1]'];

test('only addresses of the public internet are connected to', () => {
  expect([...PUBLIC, ...PUBLIC_V6].filter((address) => !isPublicAddress(address))).toEqual([]);
  expect([...REFUSED, ...REFUSED_V6, ...NONE].filter(isPublicAddress)).toEqual([]);
});

test('an endpoint is an HTTPS URL of a public host', () => {
  const refused = [
    ...[
      'http://a.example',
      'ftp://a.example',
      'https://a.example:22',
      'https://user@a.example',
      'https://u:p@a.example',
    ],
    ...[
      'https://127.0.0.1/',
      'https://127.1/',
      'https://0x7f000001/',
      'https://2130706433/',
      'https://[::1]/',
    ],
    ...[
      'https://[::ffff:7f00:1]/',
      'https://0/',
      'a.example',
      '',
      'https://',
      `https://a.example/${'a'.repeat(2_048)}`,
    ],
    ...['https://localhost', 'https://a.example/#part'],
  ];
  expect(refused.filter((url) => findUrlProblem(url) === null)).toEqual([]);
  const allowed = [
    'https://a.example',
    'https://a.example:8443/x?y=1',
    'https://1.1.1.1/',
    'https://bücher.example/',
  ];
  expect(allowed.map((url) => findUrlProblem(url))).toEqual(allowed.map(() => null));
  expect(findUrlProblem('http://localhost:3000/hook', ['localhost:3000'])).toBe(null);
  expect(findUrlProblem('http://localhost:3001/hook', ['localhost:3000'])).not.toBe(null);
});
