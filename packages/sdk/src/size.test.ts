/** Limits the bundle size: 4 kB for one check, 11 kB for everything. */
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';

const KB = 1_024;

/** Measures only the code that loads at once, not parts loaded on demand, such as the reasons of a check. */
async function measure(source: string): Promise<number> {
  const entry = '\0entry';
  const bundle = await rolldown({
    input: entry,
    cwd: import.meta.dirname,
    platform: 'browser',
    resolve: { conditionNames: ['source'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (id, importer) => {
          if (id === entry) return entry;
          return importer === entry
            ? { id: `${import.meta.dirname}/index.ts`, moduleSideEffects: false }
            : null;
        },
        load: (id) => (id === entry ? source : null),
      },
    ],
  });
  const { output } = await bundle.generate({ minify: true });
  await bundle.close();
  const chunks = output.filter((file) => file.type === 'chunk');
  const [main] = chunks;
  const needed = [main?.fileName, ...(main?.imports ?? [])];
  return chunks
    .filter(({ fileName }) => needed.includes(fileName))
    .reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
}

test.each([
  ['one check', "export { createClient, checkErc721 } from '@mandate/sdk';", 4 * KB],
  ['everything', "export * from '@mandate/sdk';", 11 * KB],
])('%s', async (what, source, most) => {
  const bytes = await measure(source);
  process.stdout.write(`@mandate/sdk, ${what}: ${bytes} bytes gzipped\n`);
  expect(bytes).toBeLessThanOrEqual(most);
});

test('unused functions are not in the bundle', async () => {
  const one = await measure("export { createClient, checkErc721 } from '@mandate/sdk';");
  const two = await measure("export { createClient, checkErc721, getStatus } from '@mandate/sdk';");
  expect(two).toBeGreaterThan(one + 200);
});
