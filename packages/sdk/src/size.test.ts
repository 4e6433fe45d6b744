/** One check costs a page less than 6 kB. */
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';

const MOST_BYTES = 6 * 1_024;

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
  expect(output).toHaveLength(1);
  return gzipSync(output[0].code, { level: 9 }).length;
}

test.each([
  ['one check', "export { createClient, checkErc721 } from '@mandate/sdk';"],
  ['everything', "export * from '@mandate/sdk';"],
])('%s', async (what, source) => {
  const bytes = await measure(source);
  process.stdout.write(`@mandate/sdk, ${what}: ${bytes} bytes gzipped\n`);
  expect(bytes).toBeLessThan(MOST_BYTES);
});

test('what is not imported is not there', async () => {
  const one = await measure("export { createClient, checkErc721 } from '@mandate/sdk';");
  const two = await measure("export { createClient, checkErc721, getStatus } from '@mandate/sdk';");
  expect(two).toBeGreaterThan(one + 200);
});
