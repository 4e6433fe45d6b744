import { expect, test } from 'vitest';
import { callOfVaults } from '../vaults/call-of-vaults.ts';
import { callOfCheck } from './call-of-check.ts';
import type { Check, Question } from './check-kinds.ts';
import { LANGUAGES, writeSnippet } from './snippets.ts';

const LARGEST = 2n ** 256n - 1n;
const check = {
  path: '/registry/v2/check/erc721',
  functionName: 'checkErc721',
  parties: ['delegate', 'vault'],
} as unknown as Check;
const question: Question = {
  check,
  chainId: 8453,
  to: '0x0407',
  from: '0xc01d',
  contract: '0xc0c0',
  tokenId: LARGEST,
  rights: '0x766f7465',
};
const write = (language: (typeof LANGUAGES)[number], fields: Partial<Question> = {}) =>
  writeSnippet(language, callOfCheck({ ...question, ...fields }), 'https://mandate.example');

test.each(LANGUAGES)('%s names every parameter, and every digit of it', (language) => {
  const code = write(language);
  for (const value of [
    '8453',
    '0x0407',
    '0xc01d',
    '0xc0c0',
    String(LARGEST),
    '0x766f7465',
    'https://mandate.example',
  ])
    expect(code).toContain(value);
});

test.each([
  ['curl', 'time', '-d atTime=2026-01-01T00:00:00Z'],
  ['TypeScript', 'time', "atTime: new Date('2026-01-01T00:00:00Z'),"],
  ['TypeScript', 'block', 'atBlock: 1767225600,'],
  ['TypeScript', 'strict', "consistency: 'strict',"],
  ['Python', 'final', '"blockTag": "finalized",'],
  ['Go', 'block', '{"1767225600"},'],
] as const)('%s says when: %s', (language, when, expected) => {
  const at = 1_767_225_600;
  const moment = when === 'time' || when === 'block' ? { when, at } : { when };
  expect(write(language, { moment })).toContain(expected);
});

test('a right given by name stays readable where possible', () => {
  expect(write('TypeScript', { rightsText: 'vote' })).toContain("rights: rightsFromText('vote'),");
  expect(write('TypeScript', { rightsText: 'it\'s "mine"\\' })).toContain(
    'rightsFromText("it\'s \\"mine\\"\\\\")',
  );
  expect(write('curl', { rightsText: "'; rm" })).not.toContain('rm');
});

test.each(LANGUAGES)('%s asks for vaults', (language) => {
  const call = callOfVaults({ to: '0x0407', contract: '0xc0c0', tokenId: LARGEST, chainIds: [1, 8453] });
  const code = writeSnippet(language, call, 'https://mandate.example');
  for (const value of ['0x0407', '0xc0c0', String(LARGEST), 'https://mandate.example']) {
    expect(code).toContain(value);
  }
  expect(code).toMatch(language === 'TypeScript' ? /\bresolve\(client/ : /\/resolve/);
  expect(code).toMatch(language === 'TypeScript' ? /\[1, 8453\]/ : /1,8453/);
  expect(code).not.toContain('Block-Number');
  expect(code.includes('could not answer')).toBe(language === 'Python' || language === 'Go');
});

test('Go values are aligned as gofmt does', () => {
  const columns = write('Go')
    .split('\n')
    .filter((line) => /^\t\t"/.test(line))
    .map((line) => line.indexOf('{'));
  expect(columns).toHaveLength(6);
  expect(new Set(columns).size).toBe(1);
});
