import { expect, test } from 'vitest';
import { createTerminal, withoutLongPauses } from './terminal.ts';

test('colours are styles, and a line that is written again replaces the one before', () => {
  const terminal = createTerminal();
  terminal.write('  … chains\r\x1b[K  \x1b[32m✓\x1b[39m chains\r\nnext', 5);
  expect(terminal.lines()).toEqual([
    {
      atMs: 5,
      spans: [
        { text: '  ', style: '' },
        { text: '✓', style: 'green' },
        { text: ' chains', style: '' },
      ],
    },
    { atMs: 5, spans: [{ text: 'next', style: '' }] },
  ]);
});

test('a long pause is cut, and what follows keeps its distances', () => {
  const lines = [0, 100, 60_100, 60_200].map((atMs) => ({ atMs, spans: [] }));
  expect(withoutLongPauses(lines).map(({ atMs }) => atMs)).toEqual([0, 100, 3_100, 3_200]);
});
