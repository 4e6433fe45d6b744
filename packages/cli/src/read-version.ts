import { readFileSync } from 'node:fs';

/** The relative path is the same in `src` and in `dist`. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return version;
}
