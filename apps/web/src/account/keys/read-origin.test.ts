import { expect, test } from 'vitest';
import { readOrigin } from './read-origin.ts';

test.each([
  ['https://app.example.com', 'https://app.example.com'],
  [' HTTPS://App.Example.com:443 ', 'https://app.example.com'],
  ['http://localhost:5173', 'http://localhost:5173'],
  ['https://app.example.com:8443', 'https://app.example.com:8443'],
  ['https://*.example.com', 'https://*.example.com'],
  ['https://*.Example.com:8443', 'https://*.example.com:8443'],
  ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
  ['https://[::1]:3000', 'https://[::1]:3000'],
])('%s is the origin %s', (text, origin) => {
  expect(readOrigin(text)).toEqual({ type: 'origin', origin });
});

test.each([
  ['', 'Enter an origin', undefined],
  ['app.example.com', 'Begin with https://', 'https://app.example.com'],
  ['localhost:5173', 'Begin with https://', 'http://localhost:5173'],
  ['*.example.com', 'Begin with https://', 'https://*.example.com'],
  ['ftp://app.example.com', 'Begin with https://', undefined],
  ['null', 'Begin with https://', undefined],
  ['https://app.example.com/', 'ends after the host', 'https://app.example.com'],
  ['https://app.example.com/mint?a=1', 'ends after the host', 'https://app.example.com'],
  ['https://*.example.com/', 'ends after the host', 'https://*.example.com'],
  ['https://app.example.com.', 'extra dot', 'https://app.example.com'],
  ['https://me@app.example.com', 'no user name', undefined],
  ['https://a.example, https://b.example', 'one origin at a time', undefined],
  ['http://*.example.com', 'needs https', 'https://*.example.com'],
  ['https://*', 'can only follow https', undefined],
  ['https://*.com', 'at least two names', undefined],
  ['https://*.localhost', 'at least two names', undefined],
  ['https://*.127.0.0.1', '', undefined],
  ['https://app.*.example.com', 'can only follow https', undefined],
  ['https://*.*.example.com', 'can only follow https', undefined],
  ['https://*app.example.com', 'can only follow https', undefined],
  ['https://app.example.com:*', 'can only follow https', undefined],
  ['https://', 'not an origin', undefined],
  ['https://app.example.com:99999', 'not an origin', undefined],
])('%s is refused: %s', (text, words, meant) => {
  const reading = readOrigin(text);
  expect(reading).toMatchObject({ type: 'problem', problem: expect.stringContaining(words) });
  expect(reading.type === 'problem' && reading.meant).toBe(meant);
});
