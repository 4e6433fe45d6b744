/** The limits of memory that an operator's process has: Node's flags in the npm script that starts it. */
import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
) as {
  scripts: Record<'start:api' | 'start:indexer', string>;
};

export function listMemoryFlags(script: keyof typeof scripts): string[] {
  return scripts[script].match(/--max-\S+/g) ?? [];
}
