/** Makes one file of `@mandate/sdk/proof` and the packages that it imports, so that the SDK depends on none. */
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

const HERE = import.meta.dirname;
const SOURCE = join(HERE, 'src/proof');
const TYPES = join(HERE, 'dist/types-of-proof');

/** The SDK's other files stay outside: an error is one class in the whole package. */
const shareFiles: Plugin = {
  name: 'share-files',
  resolveId: (id, importer) =>
    id.startsWith('../') && importer?.startsWith(SOURCE)
      ? { id: id.replace(/\.ts$/, '.js'), external: true }
      : null,
};

const bundle = await rolldown({
  input: join(SOURCE, 'index.ts'),
  platform: 'neutral',
  transform: { target: 'es2022' },
  external: ['viem'],
  treeshake: { moduleSideEffects: false },
  makeAbsoluteExternalsRelative: false,
  plugins: [shareFiles],
});
const { output } = await bundle.write({ file: join(HERE, 'dist/proof/index.js'), sourcemap: true });
await bundle.close();
const code = output.map((file) => (file.type === 'chunk' ? file.code : '')).join('');
const [, foreign] = /^import .*"([^."].*)";$/m.exec(code) ?? [];
if (foreign)
  throw new Error(`@mandate/sdk/proof imports ${foreign}. Import only files without dependencies there.`);

execFileSync('tsc', ['-p', join(HERE, 'tsconfig.proof.json')], { stdio: 'inherit' });
cpSync(join(TYPES, 'sdk/src/proof'), join(HERE, 'dist/proof'), {
  recursive: true,
  // The public types name no other package: `read-question.ts` is not public.
  filter: (file) => !file.endsWith('read-question.d.ts'),
});
rmSync(TYPES, { recursive: true });
