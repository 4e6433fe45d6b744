import { expect, test } from 'vitest';
import type { Check, Question } from './check-kinds.ts';
import { LANGUAGES, writeSnippet } from './snippets.ts';

const LARGEST = 2n ** 256n - 1n;
const check = {
  ...{ path: '/registry/v2/check/erc721', functionName: 'checkErc721', parties: ['delegate', 'vault'] },
} as unknown as Check;
const question: Question = {
  ...{ check, chainId: 8453, to: '0x0407', from: '0xc01d', contract: '0xc0c0', tokenId: LARGEST },
  rights: '0x766f7465',
};
const write = (language: (typeof LANGUAGES)[number], fields: Partial<Question> = {}) =>
  writeSnippet(language, { ...question, ...fields }, 'https://mandate.example');

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

test('a right that was given by name stays readable where that is possible', () => {
  expect(write('TypeScript', { rightsText: 'vote' })).toContain("rights: rightsFromText('vote'),");
  expect(write('TypeScript', { rightsText: 'it\'s "mine"\\' })).toContain(
    'rightsFromText("it\'s \\"mine\\"\\\\")',
  );
  expect(write('curl', { rightsText: "'; rm" })).not.toContain('rm');
});

test('the values of Go stand in one column, as gofmt has it', () => {
  const columns = write('Go')
    .split('\n')
    .filter((line) => /^\t\t"/.test(line))
    .map((line) => line.indexOf('{'));
  expect(columns).toHaveLength(6);
  expect(new Set(columns).size).toBe(1);
});
