import { describe, expect, it } from 'vitest';
import { ProblemError } from '../http/problems.ts';
import { createSite } from './own-page.ts';
import { readSignInMessage } from './sign-in-message.ts';

const NOW = new Date('2030-01-31T12:00:00.000Z');
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const site = createSite('https://mandate.example:8443/path');

const FIRST = 'mandate.example:8443 wants you to sign in with your Ethereum account:';

const LINES: readonly string[] = [
  FIRST,
  ADDRESS,
  '',
  'Sign in.',
  '',
  'URI: https://mandate.example:8443/path/developer',
  'Version: 1',
  'Chain ID: 1',
  'Nonce: 0123456789abcdef',
  'Issued At: 2030-01-31T11:59:00.000Z',
];

const read = (text: string) => readSignInMessage(text, { site, isServed: (id) => id === 1, now: NOW });
const replace = (line: number, ...by: string[]) => LINES.toSpliced(line, 1, ...by).join('\n');

describe('a message of EIP-4361', () => {
  it.each([
    ['as our page writes it', LINES.join('\n')],
    ['without a statement', LINES.toSpliced(3, 1).join('\n')],
    ['with a scheme', `https://${LINES.join('\n')}`],
    [
      'with all that is optional',
      `${LINES.join('\n')}\nExpiration Time: 2030-01-31T12:01:00Z
Not Before: 2030-01-31T11:00:00+00:00\nRequest ID: 7\nResources:\n- https://a.example\n- ipfs://b`,
    ],
    ['of a clock that is a little ahead', replace(9, 'Issued At: 2030-01-31T12:00:59Z')],
    ['that is almost five minutes old', replace(9, 'Issued At: 2030-01-31T11:55:01Z')],
  ])('is read: %s', (_, text) => {
    expect(read(text)).toEqual({ address: ADDRESS.toLowerCase(), chainId: 1, nonce: '0123456789abcdef' });
  });

  it.each([
    ['nothing', ''],
    ['more after it', `${LINES.join('\n')}\nand more`],
    ['an empty line after it', `${LINES.join('\n')}\n`],
    ['more before it', `Hello.\n${LINES.join('\n')}`],
    ['two statements', replace(3, 'Sign in.', 'And more.')],
    ['fields twice', [...LINES, ...LINES.slice(5)].join('\n')],
    [
      'a second set of fields as a statement',
      [...LINES.slice(0, 3), ...LINES.slice(5), '', ...LINES.slice(5)].join('\n'),
    ],
    ['lines that end as on Windows', LINES.join('\r\n')],
    ['a line that only some see', replace(5, `URI: https://elsewhere.example\r${LINES[5]}`)],
    ['a line of another alphabet', replace(5, `URI: https://elsewhere.example\u2028${LINES[5]}`)],
    ['letters that look like ours', replace(0, FIRST.replace('a', 'а'))],
    ['no address', replace(1, '0x')],
    ['a short nonce with a sign', replace(8, 'Nonce: 0123-4567')],
    ['no nonce', replace(8, 'Nonce: ')],
    ['another version', replace(6, 'Version: 2')],
    ['a version that begins like ours', replace(6, 'Version: 1.0')],
    ['a chain in hex', replace(7, 'Chain ID: 0x1')],
    ['a chain beyond numbers', replace(7, `Chain ID: ${'9'.repeat(400)}`)],
    ['a time that is none', replace(9, 'Issued At: now')],
    ['a time without a zone', replace(9, 'Issued At: 2030-01-31T12:00:00')],
    ['an expiration that is none', `${LINES.join('\n')}\nExpiration Time: never`],
    ['an expiration that is now', `${LINES.join('\n')}\nExpiration Time: 2030-01-31T12:00:00.000Z`],
    ['a beginning that is none', `${LINES.join('\n')}\nNot Before: never`],
    ['a URI that is none', replace(5, 'URI: developer')],
    ['a URI that hides its host', replace(5, 'URI: https://mandate.example:8443@elsewhere.example/')],
    ['a URI without a host', replace(5, 'URI: data:text/html,mandate.example:8443')],
    ['our host without its port', replace(0, FIRST.replace(':8443', ''))],
  ])('is refused: %s', (_, text) => {
    expect(() => read(text)).toThrow(ProblemError);
  });

  it('is read in time, however long it is', () => {
    const before = process.threadCpuUsage();
    for (const text of [
      ' '.repeat(16_000),
      `${'a'.repeat(8_000)}://${'a'.repeat(8_000)}`,
      'URI: \n'.repeat(2_600),
    ])
      expect(() => read(text)).toThrow(ProblemError);
    expect(() => read(`${LINES.join('\n')}\nResources:${'\n- a'.repeat(4_000)}\n`)).toThrow(ProblemError);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(500);
  });
});
