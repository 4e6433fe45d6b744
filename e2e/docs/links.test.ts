/** Every link between Markdown files leads somewhere, and what looks for dead links finds them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { crawl, listDeadMarkdownLinks, listDeadPaths } from './links.ts';

const broken = mkdtempSync(join(tmpdir(), 'mandate-links-'));
afterAll(() => rmSync(broken, { recursive: true }));

test('the Markdown files of the repository have no dead link', () => {
  const { links, dead } = listDeadMarkdownLinks('.');
  expect(links).toBeGreaterThan(200);
  expect(dead).toEqual([]);
});

test('the pages that code and scripts name are there', () => {
  expect(listDeadPaths('.')).toEqual([]);
});

test('a dead link is found', () => {
  mkdirSync(join(broken, 'a'));
  writeFileSync(
    join(broken, 'index.html'),
    '<a href="/docs/a/#there">1</a><a href="a/#gone">2</a><a href="gone/">3</a>',
  );
  writeFileSync(
    join(broken, 'a/index.html'),
    '<h2 id="there">A</h2><img src="/docs/gone.png"><a href="/check">4</a>',
  );
  writeFileSync(join(broken, 'alone.html'), '');
  expect(crawl(broken)).toEqual({
    pages: ['/docs/a/', '/docs/alone.html', '/docs/'],
    links: 5,
    dead: ['/docs/a/: /docs/gone.png', '/docs/: a/#gone', '/docs/: gone/'],
    unreachable: ['/docs/alone.html', '/docs/'],
  });
});

test('a dead link in Markdown is found', () => {
  const folder = 'docs';
  const page = join(folder, 'link-test.md');
  writeFileSync(
    page,
    '# A\n\n## The `b` part\n\n[1](#the-b-part) [2](#gone) [3](errors.md) [4](gone.md) `[5](code.md)`\n',
  );
  try {
    expect(listDeadMarkdownLinks('.').dead).toEqual([
      'docs/link-test.md: #gone',
      'docs/link-test.md: gone.md',
    ]);
  } finally {
    rmSync(page);
  }
});
