/**
 * Writes how the pages install the packages: from npm if `docs/packages.json` says that they are published, else from a
 * clone. With --check, reports whether they are up to date.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PUBLISHED } from '../../deploy/pack.ts';

const ROOT = join(import.meta.dirname, '../..');

const COMMAND =
  /\bnpm install (--global )?(?:@mandate\/(\w+)|\.\.\/mandate\/packs\/(\w+)\.tgz(?: \.\.\/mandate\/packs\/sdk\.tgz)?)/g;
/** Each package is named, so that npm asks its registry for none of them. */
const writeCommand = (_: string, global = '', name = '', packed = name) => {
  const packs = [...new Set([packed, 'sdk'])].map((one) => `../mandate/packs/${one}.tgz`);
  return `npm install ${global}${PUBLISHED ? `@mandate/${packed}` : packs.join(' ')}`;
};

const NOTE = /(<!-- unpublished -->\n)[\s\S]*?(<!-- \/unpublished -->)/g;
const TEXT = `The packages are not on npm yet: whoever offers them there is not us. \`npm run pack\` makes them in a clone of this
repository. The command expects the clone beside your project's folder, under the name \`mandate\`.
`;

const PAGES = ['README.md', 'docs/**/*.md', 'packages/*/README.md', 'examples/*/README.md'];
const stale = globSync(PAGES, { cwd: ROOT, exclude: ['docs/adr/**'] }).flatMap((page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const written = text.replaceAll(COMMAND, writeCommand).replaceAll(NOTE, `$1${PUBLISHED ? '' : TEXT}$2`);
  return written === text ? [] : [{ page, written }];
});
if (!process.argv.includes('--check')) {
  for (const { page, written } of stale) writeFileSync(join(ROOT, page), written);
} else if (stale.length > 0) {
  const names = stale.map(({ page }) => page).join(' and ');
  process.stderr.write(`${names} differ from docs/packages.json. Run: npm run build:docs\n`);
  process.exitCode = 1;
}
