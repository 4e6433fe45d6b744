/**
 * Compares what users of the product can name with an earlier commit: routes, pages, commands, exports, settings and metrics; and
 * counts the lines of the product. `node dev/src/compare-surface.ts COMMIT` exits with 1 if a name is gone.
 */
import { execFileSync, spawnSync } from 'node:child_process';

const [before] = process.argv.slice(2);
if (before === undefined) {
  process.stderr.write('Name the commit to compare with: npm run compare:surface -- origin/main\n');
  process.exit(2);
}
const now = 'HEAD';
if (spawnSync('git', ['rev-parse', '--quiet', '--verify', `${before}^{commit}`]).status !== 0) {
  process.stderr.write(`"${before}" is no commit here. Name another one, or fetch it first.\n`);
  process.exit(2);
}

const git = (...args: readonly string[]) =>
  execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'inherit'] });

const print = (line: string) => process.stdout.write(`${line}\n`);

interface Tree {
  readonly paths: readonly string[];
  read(path: string): string;
}

function treeOf(commit: string): Tree {
  const texts = new Map<string, string>();
  return {
    paths: git('ls-tree', '-r', '--name-only', commit).trim().split('\n'),
    read(path) {
      const text = texts.get(path) ?? git('show', `${commit}:${path}`);
      texts.set(path, text);
      return text;
    },
  };
}

const PRODUCT = /^(?:apps|packages(?!\/testing))\/.*\.(?:tsx?|css|sql|astro|mjs|js|html|yul)$/;
const NO_PRODUCT = /\.test(?:-d)?\.tsx?$|\/testing\//;
const listProduct = ({ paths }: Tree) => paths.filter((path) => PRODUCT.test(path) && !NO_PRODUCT.test(path));
const isGenerated = (path: string) => path.includes('/generated/');

const matchAll = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

/** Lists the names that the entries of a package export. */
function listExports(tree: Tree, folder: string): string[] {
  const entries = tree.paths.filter((path) => new RegExp(`^${folder}/src/(?:\\w+/)?index\\.ts$`).test(path));
  return entries.flatMap((path) => {
    const lists = matchAll(tree.read(path), /^export (?:type )?\{([^}]*)\}/gm);
    const names = lists.flatMap((list) => list.split(',').map((name) => name.trim().replace(/^type /, '')));
    return names
      .filter(Boolean)
      .map((name) => `${path.replace(/src\/|index\.ts/g, '')}${name.replace(/.* as /, '')}`);
  });
}

/** Each list of names, by what it is a list of. */
const SURFACES: Readonly<Record<string, (tree: Tree) => readonly string[]>> = {
  routes({ read }) {
    const { paths } = JSON.parse(read('docs/api/openapi.json')) as { paths: Record<string, object> };
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
  },
  pages: ({ read }) => matchAll(read('apps/web/src/router.ts'), /\bpath: '([^']+)'/g),
  commands: ({ read }) => matchAll(read('packages/cli/src/run.ts'), /^ {2}(\w+): [A-Z]+,$/gm),
  exports: (tree) => [...listExports(tree, 'packages/sdk'), ...listExports(tree, 'packages/react')],
  settings: ({ read }) => matchAll(read('.env.example'), /^#? ?([A-Z][A-Z_]+)=/gm),
  metrics: (tree) => listProduct(tree).flatMap((path) => matchAll(tree.read(path), /'(mandate_\w+)'/g)),
};

interface Size {
  readonly lines: number;
  readonly characters: number;
}

function measure(tree: Tree, paths: readonly string[]): Size {
  const texts = paths.map((path) => tree.read(path));
  return {
    lines: texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0),
    characters: texts.reduce((sum, text) => sum + text.length, 0),
  };
}

const [old, current] = [treeOf(before), treeOf(now)];
let isGone = false;
for (const [what, list] of Object.entries(SURFACES)) {
  const [was, is] = [new Set(list(old)), new Set(list(current))];
  const [gone, added] = [[...was].filter((name) => !is.has(name)), [...is].filter((name) => !was.has(name))];
  if (gone.length > 0) isGone = true;
  const say = (word: string, names: readonly string[]) =>
    names.length > 0 ? `; ${word}: ${names.join(', ')}` : '';
  print(`${what}: ${was.size} before, ${is.size} now${say('gone', gone)}${say('new', added)}`);
}
for (const [commit, tree] of [
  [before, old],
  [now, current],
] as const) {
  const product = listProduct(tree);
  const hand = measure(
    tree,
    product.filter((path) => !isGenerated(path)),
  );
  const generated = measure(tree, product.filter(isGenerated));
  print(
    `${commit}: ${hand.lines} product lines by hand (${hand.characters} characters), ${generated.lines} generated`,
  );
}
process.exitCode = isGone ? 1 : 0;
