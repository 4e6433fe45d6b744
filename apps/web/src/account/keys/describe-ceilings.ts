import type { Ceilings } from '../session/developer-api.ts';

export function describeCeilings({ key, owner, seconds }: Ceilings): string {
  const limits = [
    ...(key === null ? [] : [`${write(key)} requests with one key`]),
    ...(owner === null ? [] : [`${write(owner)} with all keys of this wallet together`]),
  ];
  return `In any ${seconds} seconds this service answers up to ${limits.join(', and ')}.`;
}

const write = (count: number) => count.toLocaleString('en-US');
