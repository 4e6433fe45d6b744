/** Makes the files of `<mandate-vaults>` for a script tag. Their names contain a digest of what is in them. */
import { join } from 'node:path';
import { type OutputChunk, rolldown } from 'rolldown';

export async function bundlePicker(): Promise<readonly OutputChunk[]> {
  const bundle = await rolldown({
    input: { 'mandate-vaults': join(import.meta.dirname, 'src/mandate-vaults/index.ts') },
    platform: 'browser',
    // What the later part shares with the first one is in the first one.
    preserveEntrySignatures: 'allow-extension',
    transform: { target: 'es2022' },
    treeshake: { moduleSideEffects: (id) => id.endsWith('/mandate-vaults/index.ts') },
  });
  const { output } = await bundle.generate({
    format: 'esm',
    minify: true,
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
  return output.filter((file) => file.type === 'chunk');
}
