import { memo } from 'react';

const SIZE = 5;

/**
 * Draws a small mirrored pattern per address, which people recognise faster than digits. One colour, so that
 * it does not distract.
 */
export const Identicon = memo(function Identicon({ address }: { address: string }) {
  const bits = Number.parseInt(address.slice(2, 8), 16) ^ Number.parseInt(address.slice(-6), 16);
  const cells: string[] = [];
  for (let x = 0; x <= SIZE >> 1; x++) {
    for (let y = 0; y < SIZE; y++) {
      if (!((bits >> (x * SIZE + y)) & 1)) continue;
      cells.push(`M${x} ${y}h1v1h-1z`);
      if (x < SIZE >> 1) cells.push(`M${SIZE - 1 - x} ${y}h1v1h-1z`);
    }
  }
  return (
    <svg viewBox="-1 -1 7 7" className="identicon" aria-hidden="true">
      <path d={cells.join('')} />
    </svg>
  );
});
