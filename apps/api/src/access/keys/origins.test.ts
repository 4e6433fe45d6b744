import { describe, expect, test } from 'vitest';
import { createOriginMatcher, isListed, parseOriginPattern } from './origins.ts';

describe('a pattern', () => {
  test.each([
    ['https://app.example.com', 'https://app.example.com'],
    ['HTTPS://App.Example.COM', 'https://app.example.com'],
    ['https://app.example.com:443', 'https://app.example.com'],
    ['http://app.example.com:80', 'http://app.example.com'],
    ['https://app.example.com:8443', 'https://app.example.com:8443'],
    ['http://localhost:5173', 'http://localhost:5173'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
    ['https://МОСКВА.example', 'https://xn--80adxhks.example'],
    ['https://*.example.com', 'https://*.example.com'],
    ['https://*.Example.com:443', 'https://*.example.com'],
    ['https://*.example.com:8443', 'https://*.example.com:8443'],
    ['https://*.bücher.example', 'https://*.xn--bcher-kva.example'],
    ['https://a_b.example.com', 'https://a_b.example.com'],
  ])('%s is kept as %s', (written, kept) => {
    const { text } = parseOriginPattern(written);
    expect(text).toBe(kept);
    expect(parseOriginPattern(text).text).toBe(kept);
  });

  test.each([
    '',
    'null',
    '*',
    'app.example.com',
    '//app.example.com',
    'https://',
    'https://app.example.com/',
    'https://app.example.com/path',
    'https://app.example.com?q',
    'https://app.example.com#f',
    'https://user@app.example.com',
    'https://user:word@app.example.com',
    'https://app.example.com.',
    'https://.example.com',
    'https://a..example.com',
    ' https://app.example.com',
    'https://app.example.com ',
    'https://app .example.com',
    'https://app.example.com\n',
    'https://app.example.com,https://b.example.com',
    'https://app.example.com:',
    'https://app.example.com:0443',
    'https://app.example.com:65536',
    'https://app.example.com:*',
    'https://app%2eexample.com',
    'https:\\\\app.example.com',
    'ftp://app.example.com',
    'file://',
    'chrome-extension://abcdef',
    'https://127.1',
    'https://0x7f.0.0.1',
    'https://127.0.0.01',
    'https://2130706433',
    'http://[::0001]:3000',
    'http://[::1',
    `https://${'a'.repeat(64)}.example.com`,
    `https://${'a.'.repeat(130)}example.com`,
  ])('%s is refused', (text) => {
    expect(() => parseOriginPattern(text)).toThrow(RangeError);
  });

  test.each([
    ['http://*.example.com', 'https only'],
    ['https://*.com', 'two labels'],
    ['https://*.localhost', 'two labels'],
    ['https://*.app.localhost', 'localhost'],
    ['https://*.192.0.2.7', 'Addresses'],
    ['https://*.[::1]', 'not an origin'],
    ['https://*.*.example.com', 'not an origin'],
    ['https://a*.example.com', 'not an origin'],
    ['https://a.*.example.com', 'not an origin'],
    ['https://*', 'not an origin'],
    ['https://*.', 'not an origin'],
    ['https://*example.com', 'not an origin'],
  ])('%s is refused, and the reason says %s', (text, reason) => {
    expect(() => parseOriginPattern(text)).toThrow(reason);
  });
});

describe('an Origin header', () => {
  const matcher = createOriginMatcher([
    'https://app.example.com',
    'http://localhost:5173',
    'https://*.wild.example',
    'https://*.port.example:8443',
    'https://xn--mnchen-3ya.example',
    'nonsense that someone wrote into the database',
  ]);

  test.each([
    'https://app.example.com',
    'HTTPS://App.Example.COM',
    'https://app.example.com:443',
    'http://localhost:5173',
    'http://LOCALHOST:5173',
    'https://a.wild.example',
    'https://a.b.c.wild.example',
    'https://xn--pple-43d.wild.example',
    'https://a.port.example:8443',
    'https://xn--mnchen-3ya.example',
  ])('%s is listed', (header) => expect(isListed(header, matcher)).toBe(true));

  test.each([
    undefined,
    '',
    'null',
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://localhost:5173',
    'http://localhost',
    'https://wild.example',
    'http://a.wild.example',
    'https://a.wild.example:8443',
    'https://a.port.example',
    'https://.wild.example',
    'https://a..wild.example',
    'https://*.wild.example',
    'https://evilwild.example',
    'https://a.wild.example.evil.example',
    'https://app.example.com.evil.example',
    'https://evil.example/.wild.example',
    'https://evil.example#.wild.example',
    'https://evil.example?.wild.example',
    'https://evil.example\\.wild.example',
    'https://evil.example@a.wild.example',
    'https://app.example.com@evil.example',
    'https://app.example.com.',
    'https://app.example.com/',
    'https://app.example.com https://app.example.com',
    'https://app.example.com, https://app.example.com',
    'https://münchen.example',
    'https://ａpp.example.com',
    'nonsense that someone wrote into the database',
  ])('%s is not', (header) => expect(isListed(header, matcher)).toBe(false));
});
