/** Limits what the hooks add to a bundle that has React, TanStack Query, wagmi and the SDK already: 6 kB gzipped. */
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';

const KB = 1_024;

async function measure(source: string): Promise<number> {
  const entry = '\0entry';
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    external: /^(react|@tanstack|wagmi|@mandate\/sdk)/,
    treeshake: { moduleSideEffects: false },
    // Bundlers of pages drop `use client`, and say so.
    onLog: () => {},
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? entry : null),
        load: (id) => (id === entry ? source : null),
      },
    ],
  });
  const { output } = await bundle.generate({ minify: true });
  await bundle.close();
  return gzipSync(output[0].code, { level: 9 }).length;
}

const HOOKS = `export * from '${import.meta.dirname}/index.ts';`;
const WRITES = `export * from '${import.meta.dirname}/wagmi/index.ts';`;

test.each([
  ['one hook', `export { MandateProvider, useCheck } from '${import.meta.dirname}/index.ts';`],
  ['all hooks', HOOKS],
  ['all hooks and writes', HOOKS + WRITES],
])('%s', async (what, source) => {
  const bytes = await measure(source);
  process.stdout.write(`@mandate/react, ${what}: ${bytes} bytes gzipped\n`);
  expect(bytes).toBeLessThanOrEqual(6 * KB);
  // It is the whole code.
  expect(bytes).toBeGreaterThan(KB);
});
