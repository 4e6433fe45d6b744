import { expect, test } from 'vitest';
import { rewriteLinks } from './rewrite-links.ts';

const PAGES: Readonly<Record<string, string>> = {
  'docs/guides/mint.md': '/docs/guides/mint/',
  'docs/errors.md': '/docs/errors/',
  'packages/sdk/README.md': '/docs/sdk/',
};
const rewrite = (markdown: string, repositoryUrl: string | null = null) =>
  rewriteLinks(markdown, {
    file: 'docs/guides/gate.md',
    repositoryUrl,
    base: '/docs',
    findPage: (file) => PAGES[file] ?? null,
  });

test.each([
  ['[a](mint.md)', '[a](/docs/guides/mint/)'],
  ['[a](mint.md#b) and [`c`](../errors.md)', '[a](/docs/guides/mint/#b) and [`c`](/docs/errors/)'],
  ['[a](../../packages/sdk/README.md#install)', '[a](/docs/sdk/#install)'],
  ['![a [b]](../images/x.svg)', '![a [b]](/docs/images/x.svg)'],
  ['[a](#b) [c](https://d.example) [e](/errors)', '[a](#b) [c](https://d.example) [e](/errors)'],
  ['`[a](mint.md)`', '`[a](mint.md)`'],
  ['```md\n[a](mint.md)\n```\n[a](mint.md)', '```md\n[a](mint.md)\n```\n[a](/docs/guides/mint/)'],
  ['read [`LICENSE`](../../LICENSE)', 'read `LICENSE`'],
])('%j becomes %j', (markdown, expected) => {
  expect(rewrite(markdown)).toBe(expected);
});

test('a link that leaves the site leads to the repository, if it is known', () => {
  expect(rewrite('[a](../adr/0001-a.md#b)', 'https://git.example/m')).toBe(
    '[a](https://git.example/m/blob/main/docs/adr/0001-a.md#b)',
  );
});
