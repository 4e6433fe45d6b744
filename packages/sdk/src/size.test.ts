/** Limits the bundle size: 4 kB for one check, 14 kB for everything, 10 kB for the verification of proofs, 2 kB for writes, 2.5 kB for calldata, 5 kB for the move to v2, 8 kB for transactions beside the client, 6 kB for `explore`, 5 kB for webhooks, 10 kB for `delegate` beside viem, 12 kB for the vault picker and 9 kB for what it loads later. */
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { bundlePicker } from '../bundle-picker.ts';

const KB = 1_024;

/** Returns only the code that loads at once, not parts loaded on demand, such as the reasons of a check. */
async function bundleOf(source: string): Promise<string[]> {
  const entry = '\0entry';
  const bundle = await rolldown({
    input: entry,
    cwd: import.meta.dirname,
    platform: 'browser',
    resolve: { conditionNames: ['source'] },
    // The bundle of proofs contains nothing of it: see below.
    external: ['viem', 'viem/chains'],
    treeshake: { moduleSideEffects: false },
    plugins: [
      {
        name: 'entry',
        resolveId: (id, importer) => {
          if (id === entry) return entry;
          const [, folder] = /^@mandate\/sdk\/(\w+)$/.exec(id) ?? [];
          const file = folder ? `${folder}/index.ts` : 'index.ts';
          return importer === entry
            ? { id: `${import.meta.dirname}/${file}`, moduleSideEffects: false }
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
  return chunks.filter(({ fileName }) => needed.includes(fileName)).map(({ code }) => code);
}

async function measure(source: string): Promise<number> {
  const files = await bundleOf(source);
  return files.reduce((sum, code) => sum + gzipSync(code, { level: 9 }).length, 0);
}

test.each([
  ['one check', "export { createClient, checkErc721 } from '@mandate/sdk';", 4 * KB],
  ['everything', "export * from '@mandate/sdk';", 14 * KB],
  ['proof', "export * from '@mandate/sdk/proof';", 10 * KB],
  ['write', "export * from '@mandate/sdk/write';", 2 * KB],
  ['explore', "export * from '@mandate/sdk/explore';", 6 * KB],
  ['words', "export * from '@mandate/sdk/words';", 3 * KB],
  ['picker', "export * from '@mandate/sdk/picker';", 12 * KB],
  ['calldata', "export * from '@mandate/sdk/calldata';", 2.5 * KB],
  ['move', "export * from '@mandate/sdk/move';", 5 * KB],
  ['webhooks', "export * from '@mandate/sdk/webhooks';", 5 * KB],
  ['delegate', "export * from '@mandate/sdk/delegate';", 10 * KB],
])('%s', async (what, source, most) => {
  const bytes = await measure(source);
  process.stdout.write(`@mandate/sdk, ${what}: ${bytes} bytes gzipped\n`);
  expect(bytes).toBeLessThanOrEqual(most);
});

test('transactions, beside the functions of the client that it asks with', async () => {
  const client = "export { createClient, check, listDelegations, listDelegationsV1 } from '@mandate/sdk';";
  const transactions = "export * from '@mandate/sdk/transactions';";
  const bytes = (await measure(client + transactions)) - (await measure(client));
  process.stdout.write(
    `@mandate/sdk, transactions: ${bytes} bytes gzipped, ${await measure(transactions)} alone\n`,
  );
  expect(bytes).toBeLessThanOrEqual(8 * KB);
});

test('the vault picker of a script tag: what it loads first, and what it loads while it asks', async () => {
  const [first = 0, later = 0, ...others] = (await bundlePicker()).map(
    ({ code }) => gzipSync(code, { level: 9 }).length,
  );
  process.stdout.write(`<mandate-vaults>: ${first} bytes gzipped, then ${later}\n`);
  expect(others).toEqual([]);
  expect(first).toBeLessThanOrEqual(12 * KB);
  expect(later).toBeLessThanOrEqual(9 * KB);
});

test('unused functions are not in the bundle', async () => {
  const one = await measure("export { createClient, checkErc721 } from '@mandate/sdk';");
  const two = await measure("export { createClient, checkErc721, getStatus } from '@mandate/sdk';");
  expect(two).toBeGreaterThan(one + 200);
});

test('only delegate imports viem', async () => {
  const all = "export * from '@mandate/sdk'; export * from '@mandate/sdk/transactions';";
  expect((await bundleOf(all)).join('\n')).not.toContain('viem');
  const delegate = (await bundleOf("export * from '@mandate/sdk/delegate';")).join('\n');
  expect(delegate).toMatch(/from"viem"/);
});

test.each(['write', 'calldata'])('%s contains no other package', async (folder) => {
  const [code = ''] = await bundleOf(`export * from '@mandate/sdk/${folder}';`);
  expect(code).toContain('delegateERC1155');
  expect(code).not.toMatch(/\bimport\b|viem/);
});

test('the verification of proofs contains no other package', async () => {
  const [code = ''] = await bundleOf("export * from '@mandate/sdk/proof';");
  expect(code).toContain('56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421');
  expect(code).not.toMatch(/\bimport\b|parseAbi|viem@/);
});
