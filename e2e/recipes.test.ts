/** Runs every recipe of docs/recipes.md as written and compares its output with the page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startRecipesWorld } from '@mandate/testing/recipes-world';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCode } from './run-code.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/recipes.md'), 'utf8');
/** The last recipe changes something, so they run in order. */
const recipes = page.split('\n## ').flatMap((part) => {
  const [name = ''] = part.split('\n', 1);
  return [...part.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => ({ name, code }));
});

let world: Awaited<ReturnType<typeof startRecipesWorld>>;
beforeAll(async () => {
  world = await startRecipesWorld();
});
afterAll(() => world?.close());

test('there are five tasks, and each is short', () => {
  expect(new Set(recipes.map(({ name }) => name)).size).toBe(5);
  for (const { name, code } of recipes) {
    const lines = code
      .split('\n')
      .filter((line) => line.trim() !== '' && !/^(?:import|\/\/|const \w+ = '0x)/.test(line));
    expect(lines.length, name).toBeLessThanOrEqual(24);
  }
});

test.each(recipes)('$name', async ({ code }) => {
  const promised = [...code.matchAll(/^ *\/\/ → (.+)$/gm)].map(([, line]) => line);
  expect(promised.length).toBeGreaterThan(0);
  const here = code
    .replaceAll('http://localhost:8080', world.url)
    .replaceAll('http://localhost:8545', world.nodeUrl);
  expect(here).not.toBe(code);
  const printed = await world.withBlocks(() => runCode.TypeScript(here));
  expect(printed.split('\n')).toEqual(promised);
});
