import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitLines } from './log-destination.ts';

describe('lines that come together', () => {
  test('are parted between lines only, and as few times as can be', () => {
    expect(splitLines('a\nb\n', 4)).toEqual(['a\nb\n']);
    expect(splitLines('a\nb\nc\n', 4)).toEqual(['a\nb\n', 'c\n']);
    expect(splitLines('long line\na\nb\n', 4)).toEqual(['long line\n', 'a\nb\n']);
    expect(splitLines('é\né\n', 5)).toEqual(['é\n', 'é\n']);
    expect(splitLines('no end, and long', 4)).toEqual(['no end, and long']);
  });

  test('are all there, none is too long that has others in it, whatever they are', () => {
    const line = fc
      .string({ unit: 'grapheme', maxLength: 12 })
      .map((text) => `${text.replaceAll('\n', '')}\n`);
    fc.assert(
      fc.property(fc.array(line), fc.integer({ min: 1, max: 40 }), (lines, most) => {
        const pieces = splitLines(lines.join(''), most);
        expect(pieces.join('')).toBe(lines.join(''));
        for (const piece of pieces) {
          const count = piece.split('\n').length - 1;
          if (count > 1) expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(most);
        }
      }),
    );
  });
});

/** Writes lines of one letter, many at once. */
const WRITER = `
  import { createLogDestination } from '${new URL('log-destination.ts', import.meta.url)}';
  const destination = createLogDestination();
  const line = process.argv[1].repeat(150) + '\\n';
  for (let i = 0; i < 300; i++) destination.write(line.repeat(50));
`;
const WRITTEN = 300 * 50;

test('processes that write to one pipe, which is read slowly, do not write into the lines of others', async () => {
  const shell = ['a', 'b', 'c'].map((letter) => `"$0" --input-type=module -e "$1" ${letter} &`).join(' ');
  const reader = spawn('sh', ['-c', `${shell} wait`, process.execPath, WRITER], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  const ended = once(reader.stdout, 'end');
  reader.stdout.setEncoding('latin1').on('data', async (chunk: string) => {
    text += chunk;
    reader.stdout.pause();
    await delay(1);
    reader.stdout.resume();
  });
  await ended;
  const counts = Object.groupBy(text.trimEnd().split('\n'), (line) => line);
  const found = Object.entries(counts).map(([line, all]) => [line.slice(0, 1), line.length, all?.length]);
  expect(found.toSorted()).toEqual(['a', 'b', 'c'].map((letter) => [letter, 150, WRITTEN]));
}, 30_000);
