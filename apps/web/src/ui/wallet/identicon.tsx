import { memo } from 'react';

const SIZE = 5;
const HUES = 12;
/** Red is left out: it looks like a warning. */
const FIRST_HUE = 60;
const HUE_STEP = 24;

/**
 * Draws a small mirrored pattern per address in two colours, which people recognise faster than digits. Every digit
 * counts: addresses that only begin and end alike have different pictures.
 */
export const Identicon = memo(function Identicon({ address }: { address: string }) {
  const [shape, paint] = mix(address.toLowerCase());
  const cells: string[] = [];
  const accents: string[] = [];
  for (let x = 0; x <= SIZE >> 1; x++) {
    for (let y = 0; y < SIZE; y++) {
      const bit = x * SIZE + y;
      if (!((shape >>> bit) & 1)) continue;
      const into = (shape >>> (bit + 15)) & 1 ? accents : cells;
      into.push(`M${x} ${y}h1v1h-1z`);
      if (x < SIZE >> 1) into.push(`M${SIZE - 1 - x} ${y}h1v1h-1z`);
    }
  }
  const hue = paint % HUES;
  // The second colour is at least a quarter of the circle away.
  const other = (hue + 3 + ((paint >>> 8) % (HUES - 5))) % HUES;
  return (
    <svg
      viewBox="-1 -1 7 7"
      className="identicon"
      aria-hidden="true"
      style={{ '--hue': hueOf(hue), '--other-hue': hueOf(other) }}
    >
      <path d={cells.join('')} />
      <path d={accents.join('')} className="identicon__accent" />
    </svg>
  );
});

const hueOf = (index: number) => FIRST_HUE + index * HUE_STEP;

/** Mixes all digits into two numbers of 32 bits. */
function mix(text: string): [number, number] {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(i), 0x5bd1e995);
    b ^= b >>> 15;
  }
  return [scatter(a), scatter(b ^ a)];
}

function scatter(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

declare module 'react' {
  interface CSSProperties {
    '--hue'?: number;
    '--other-hue'?: number;
  }
}
