import { randomBytes } from 'node:crypto';
import { parseAddress } from '@mandate/core';
import { expect, test } from 'vitest';
import { ProblemError } from '../http/problems.ts';
import { createCursors } from './cursor.ts';

const secret = randomBytes(32);
const cursors = createCursors(async () => secret);
const list = {
  chainId: 1,
  registry: 'v2',
  wallet: parseAddress(`0x${'ab'.repeat(20)}`),
  moment: 'latest',
} as const;
const pin = {
  block: { number: 7, hash: `0x${'0'.repeat(64)}`, timestamp: 9 },
  readUpTo: 7,
  rewinds: 2,
  safeBlock: null,
} as const;
const place = { direction: 'to', after: { block: 5, log: 3 } } as const;

test('a cursor comes back as it was written, in any process', async () => {
  const text = await cursors.write(list, pin, place);
  expect(await createCursors(async () => secret).read(text, list)).toEqual({ pin, place });
});

test('a cursor has the block up to which the ledger is read, if it is not the one that is named', async () => {
  const further = { ...pin, readUpTo: 11, safeBlock: 7 };
  const text = await cursors.write(list, further, place);
  expect(await cursors.read(text, list)).toEqual({ pin: further, place });
});

test('what we did not write is refused: no letter of a cursor can be another', async () => {
  const text = await cursors.write(list, pin, place);
  for (let i = 0; i < text.length; i++) {
    const forged = text.slice(0, i) + (text[i] === 'A' ? 'B' : 'A') + text.slice(i + 1);
    await expect(cursors.read(forged, list), `letter ${i}`).rejects.toThrow(ProblemError);
  }
  const other = await createCursors(async () => randomBytes(32)).write(list, pin, place);
  await expect(cursors.read(other, list)).rejects.toThrow(ProblemError);
});

test('a cursor continues its own list only', async () => {
  const text = await cursors.write(list, pin, place);
  await expect(cursors.read(text, { ...list, chainId: 2 })).rejects.toThrow('another list');
  await expect(cursors.read(text, { ...list, moment: 'block:7' })).rejects.toThrow('another block');
});
