import { expect, test } from 'vitest';
import { readPage } from './page.ts';

test('a page is named by its first heading and described by its first sentence', () => {
  const text =
    '<!-- Generated. -->\n# The `title`\n\nMandate, e.g. [this](x.md), answers\nquestions. And more.\n\n## Next\n';
  expect(readPage(text)).toEqual({
    title: 'The title',
    description: 'Mandate, e.g. this, answers questions.',
    body: 'Mandate, e.g. [this](x.md), answers\nquestions. And more.\n\n## Next',
  });
});

test.each(['## A heading', '| a | b |', '- a list', '```sh\ncode\n```', '![a picture](a.svg)', ''])(
  'a page that begins with %j has no description',
  (body) => {
    expect(readPage(`# Title\n\n${body}\n`)).toEqual({ title: 'Title', description: undefined, body });
  },
);

test('marks of generated parts are left out', () => {
  expect(readPage('# T\n\n<!-- bench:run -->\nMeasured.\n<!-- /bench:run -->\n').body).toBe('Measured.');
});

test('a page without a title is refused', () => {
  expect(() => readPage('Text')).toThrow('must begin with "# Title"');
});
