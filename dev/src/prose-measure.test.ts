import { expect, test } from 'vitest';
import { measure } from './prose-measure.ts';

const PAGE = `# A title

One sentence of five words. Another with \`code\` in it:

\`\`\`sh
not counted at all
\`\`\`

| a table | of cells |
|---|---|
| has words | but no sentences |

- A first item. It goes
  on here.
- A second [item](https://example.com/not/counted).
`;

test('sentences are those of paragraphs and lists; tables and headings only have words', () => {
  expect(measure(PAGE)).toEqual({
    words: 2 + 5 + 5 + 4 + 5 + 7 + 3,
    sentences: 5,
    sentenceWords: 5 + 5 + 3 + 4 + 3,
    longest: 'One sentence of five words.',
  });
});

test('an abbreviation before a small letter ends no sentence', () => {
  expect(measure('Send a tag, e.g. latest. Then wait.').sentences).toBe(2);
});
