import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBrandedPage, MARK } from './brand.ts';

const WEB = join(import.meta.dirname, '../../../web/src');
const plain = (text: string) => text.replaceAll(/\s+/g, '');
const page = createBrandedPage(
  { title: 'Errors', styles: '', main: '<h1>Errors</h1>' },
  { hasWeb: true, hasDocs: true },
);

test('colours and fonts are those of the site', () => {
  const tokens = plain(readFileSync(join(WEB, 'styles/tokens.css'), 'utf8'));
  const own = [...page.matchAll(/(--[\w-]+):([^;}]+)[;}]/g)].map(([, name, value]) =>
    plain(`${name}:${value};`),
  );
  expect(own.length).toBeGreaterThan(8);
  for (const token of own) expect(tokens).toContain(token);
});

test('the mark is that of the site', () => {
  const shapes = (text: string) =>
    [...text.matchAll(/\b(?:d|cx|cy|r|rx)="([^"]+)"/g)].map(([, value]) => value);
  expect(shapes(MARK)).toEqual(shapes(readFileSync(join(WEB, 'ui/page/mark.tsx'), 'utf8')));
});

test('only pages that are served are linked', () => {
  const linksOf = (html: string) => [...html.matchAll(/<li><a href="([^"]+)">/g)].map(([, path]) => path);
  expect(linksOf(page)).toEqual(['/explorer', '/check', '/grant', '/developer', '/status', '/docs/']);
  const alone = createBrandedPage({ title: '', styles: '', main: '' }, { hasWeb: false, hasDocs: false });
  expect(linksOf(alone)).toEqual([]);
  expect(alone).not.toContain('mark.svg');
});
