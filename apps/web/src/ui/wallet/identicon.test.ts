import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Identicon } from './identicon.tsx';

const draw = (address: string) => renderToStaticMarkup(createElement(Identicon, { address }));
const COUNT = 2_000;

test('addresses that begin and end alike have different pictures', () => {
  const pictures = Array.from({ length: COUNT }, (_, i) =>
    draw(`0xabcd${i.toString(16).padStart(32, '0')}1234`),
  );
  // Pictures of about 29 bits: two of 2,000 rarely agree.
  expect(new Set(pictures).size).toBeGreaterThan(COUNT - 10);
});

test('the spelling of an address does not change its picture', () => {
  expect(draw('0xABCDEF')).toBe(draw('0xabcdef'));
});

test('no picture is red, which looks like a warning', () => {
  const hues = Array.from({ length: COUNT }, (_, i) => draw(`0x${i}`)).flatMap((picture) =>
    Array.from(picture.matchAll(/hue:(\d+)/g), ([, hue]) => Number(hue)),
  );
  expect(hues.length).toBe(2 * COUNT);
  expect(Math.min(...hues)).toBeGreaterThanOrEqual(60);
  expect(Math.max(...hues)).toBeLessThanOrEqual(330);
});
