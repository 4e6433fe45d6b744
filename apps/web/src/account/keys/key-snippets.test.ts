import { expect, test } from 'vitest';
import { writeKeySnippets } from './key-snippets.ts';

const OPTIONS = {
  key: 'mdt_x_Ab3d',
  operations: null,
  baseUrl: 'https://mandate.example',
  wallet: '0x0407',
};

test('a publishable key is part of the code, in a header', () => {
  const snippets = writeKeySnippets({ ...OPTIONS, kind: 'publishable' });
  expect(snippets.map(({ title }) => title)).toEqual(['fetch', '@mandate/react']);
  for (const { code } of snippets) {
    expect(code).toContain(OPTIONS.key);
    expect(code).not.toMatch(/[?&][\w-]*=mdt_/);
  }
});

test('a secret key is never part of the code', () => {
  const snippets = writeKeySnippets({ ...OPTIONS, kind: 'secret' });
  expect(snippets.map(({ title }) => title)).toEqual(['fetch', '@mandate/sdk']);
  for (const { code } of snippets) {
    expect(code).not.toContain(OPTIONS.key);
    expect(code).toContain('process.env.MANDATE_API_KEY');
  }
});

test('a key that cannot ask this question gets no code that would fail', () => {
  expect(writeKeySnippets({ ...OPTIONS, kind: 'secret', operations: ['v2List'] })).toEqual([]);
  expect(writeKeySnippets({ ...OPTIONS, kind: 'secret', operations: ['resolve'] })).toHaveLength(2);
});
