/**
 * `node deploy/check-pins.ts [root]`: checks that every image has a digest, and every action a commit. Names
 * those that have none and exits 1. A tag can be moved to other contents, a digest can't. Needs nothing installed.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DIGEST = /@sha256:[0-9a-f]{64}$/;
const COMMIT = /@[0-9a-f]{40}$/;
const WORKFLOWS = '.github/workflows';
/** Built locally. */
const OWN = /^\$\{MANDATE_IMAGE:-mandate:local\}$/;

interface Reference {
  readonly file: string;
  readonly name: string;
  readonly pin: RegExp;
}

function listReferences(root: string): Reference[] {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const folder = join(root, WORKFLOWS);
  const workflows = existsSync(folder) ? readdirSync(folder).map((name) => `${WORKFLOWS}/${name}`) : [];
  const images = (file: string, names: readonly string[]) =>
    names.filter((name) => !OWN.test(name)).map((name) => ({ file, name, pin: DIGEST }));
  return [
    ...images('deploy/Dockerfile', listBases(read('deploy/Dockerfile'))),
    ...images('deploy/compose.yaml', find(read('deploy/compose.yaml'), IMAGE)),
    ...workflows.flatMap((file) => [
      ...images(file, find(read(file), IMAGE)),
      ...find(read(file), /^\s*(?:- )?uses: (\S+)/gm).map((name) => ({ file, name, pin: COMMIT })),
    ]),
  ];
}

const IMAGE = /(?:^|[\s{])(?:image|container): ['"]?([^\s'"]+[:@][^\s'"]+)/gm;

/** Returns the base images of all stages, without those that are stages themselves. */
function listBases(dockerfile: string): string[] {
  const stages = new Set(find(dockerfile, /^FROM .+ AS (\S+)$/gm));
  const bases = find(dockerfile, /^FROM (?:--\S+ )*(\S+)/gm).filter((name) => !stages.has(name));
  return [...find(dockerfile, /^# syntax=(\S+)/gm), ...bases];
}

function find(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}

const [root = '.'] = process.argv.slice(2);
const references = listReferences(root);
const loose = references.filter(({ name, pin }) => !pin.test(name));
process.stdout.write(
  `${references.length} references, ${loose.length} of them without a digest or a commit\n`,
);
for (const { file, name } of loose) process.stderr.write(`${file}: ${name}\n`);
if (loose.length > 0)
  process.stderr.write(
    'Merge the pull request of Renovate that pins them, as docs/internals/releasing.md says.\n',
  );
process.exit(loose.length > 0 ? 1 : 0);
