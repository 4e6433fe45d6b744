/**
 * `node deploy/prepare-packages.ts <repository-url> <ref> [root]`: makes the packages ready for npm, in place. A package
 * outside of its repository has no neighbours. So its manifest names the repository, which npm compares with the signed
 * provenance, and its README has absolute links and pictures. docs/internals/releasing.md
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { PACKAGES } from './pack.ts';

type Json = Readonly<Record<string, unknown>>;

/** Blocks of code, and code within a line: what looks like a link there is none. */
const CODE = /^ *```[\s\S]*?^ *```$|`[^`\n]*`/gm;
const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\((?![a-z]+:|#)([^()\s#]+)(#[^()\s]*)?\)/g;
const REPOSITORY = /^https:\/\/[\w.-]+\/[\w.-]+\/[\w.-]+$/;

const [repositoryUrl = '', ref = '', root = '.'] = process.argv.slice(2);
if (!REPOSITORY.test(repositoryUrl) || !ref) {
  process.stderr.write(
    'Usage: node deploy/prepare-packages.ts https://github.com/<owner>/<name> <ref> [root]\n',
  );
  process.exit(2);
}
for (const name of PACKAGES) preparePackage(`packages/${name}`);

function preparePackage(folder: string): void {
  rewrite(join(root, folder, 'README.md'), (text) => withAbsoluteLinks(text, folder));
  rewrite(join(root, folder, 'package.json'), (text) => {
    const manifest = publishedManifest(JSON.parse(text), folder);
    return `${JSON.stringify(manifest, null, 2)}\n`;
  });
}

function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

function withAbsoluteLinks(markdown: string, folder: string): string {
  const code: string[] = [];
  const text = markdown.replaceAll(CODE, (found) => `\0${code.push(found) - 1}\0`);
  const absolute = text.replaceAll(LINK, (_, picture: string, label: string, path: string, anchor = '') => {
    const file = posix.join(folder, path);
    // GitHub sends a drawing as text unless it is asked to remove scripts.
    const end = picture && file.endsWith('.svg') ? '?sanitize=true' : anchor;
    return `${picture}[${label}](${repositoryUrl}/${picture ? 'raw' : 'blob'}/${ref}/${file}${end})`;
  });
  return absolute.replaceAll(/\0(\d+)\0/g, (_, index) => code[Number(index)] ?? '');
}

/** Leaves out what only a clone can use: scripts, development dependencies, and the condition that names sources. */
function publishedManifest(manifest: Json, folder: string): Json {
  const { scripts: _, devDependencies: __, ...rest } = manifest;
  const withoutSource = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([condition]) => condition !== 'source')
            .map(([key, target]) => [key, withoutSource(target)]),
        )
      : value;
  return {
    ...rest,
    exports: withoutSource(manifest['exports']),
    repository: { type: 'git', url: `git+${repositoryUrl}.git`, directory: folder },
    homepage: `${repositoryUrl}/tree/main/${folder}#readme`,
    bugs: `${repositoryUrl}/issues`,
  };
}
