import { expect, test } from 'vitest';
import { replaceSections } from './sections.ts';

const PAGE =
  'Before\n<!-- bench:one -->\nold\n<!-- /bench:one -->\nbetween\n<!-- bench:two -->\n<!-- /bench:two -->\nafter\n';

test('replaces the sections and keeps the rest', () => {
  const page = replaceSections(PAGE, { one: 'new' });
  expect(page).toBe(PAGE.replace('old', 'new'));
  expect(replaceSections(page, { one: 'new' })).toBe(page);
  expect(replaceSections(PAGE, {})).toBe(PAGE);
});

test('a text without its place is refused', () => {
  expect(() => replaceSections(PAGE, { three: 'new' })).toThrow('no place for "three"');
});
