/**
 * `npm run check:structure`: no folder has more files than a person takes in, and no two folders or files of a folder need each
 * other, not even through others and not even for types.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const MOST_FILES = 25;
const IMPORT =
  /\b(?:import|export)\b[^'"`;]*?\bfrom\s*'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'\s*\)|^import '(\.[^']+)'/gm;

const isProduct = (path: string) =>
  !/(?:^|\/)(?:testing|dist|generated)\/|\.(?:test|test-d|stories)\.tsx?$|\.d\.ts$/.test(path);
/** The site has folders of its own making, which another step divides. */
const files = globSync('{apps/{api,auditor,indexer},packages/*}/src/**/*.{ts,tsx}', { cwd: ROOT })
  .filter(isProduct)
  .toSorted();

const imports = files.flatMap((file) => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return Array.from(text.matchAll(IMPORT), ([, named, lazy, bare]) => {
    return { file, target: relative(ROOT, join(ROOT, dirname(file), named ?? lazy ?? bare ?? '')) };
  });
});

/** The part of a path that is a child of a folder: a file of it, or a folder in it. */
const childOf = (folder: string, path: string) => path.slice(folder.length + 1).split('/', 1)[0] ?? '';

/** For each folder, what its children import of each other. */
const graphs = new Map<string, Map<string, Set<string>>>();
for (const { file, target } of imports) {
  let folder = dirname(file);
  while (!target.startsWith(`${folder}/`)) folder = dirname(folder);
  const [from, to] = [childOf(folder, file), childOf(folder, target)];
  const graph = graphs.get(folder) ?? new Map<string, Set<string>>();
  graph.set(from, (graph.get(from) ?? new Set()).add(to));
  graphs.set(folder, graph);
}

/** Returns a way from a child back to itself. `null` if there is none. */
function findCycle(graph: ReadonlyMap<string, ReadonlySet<string>>, start: string): string[] | null {
  const ways: string[][] = [[start]];
  const seen = new Set<string>();
  for (let way = ways.shift(); way; way = ways.shift())
    for (const next of graph.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return [...way, start];
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  return null;
}

const problems: string[] = [];
const inFolder = Map.groupBy(files, (file) => dirname(file));
for (const [folder, { length }] of inFolder)
  if (length > MOST_FILES) problems.push(`${folder} has ${length} files: divide it by meaning.`);
for (const [folder, graph] of [...graphs].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
  const known = new Set<string>();
  for (const child of [...graph.keys()].toSorted()) {
    const cycle = known.has(child) ? null : findCycle(graph, child);
    for (const each of cycle ?? []) known.add(each);
    if (cycle) problems.push(`${folder}: ${cycle.join(' → ')}`);
  }
}
process.stdout.write(
  [
    ...problems,
    `${files.length} files in ${inFolder.size} folders, ${imports.length} imports, ${problems.length} problems`,
    '',
  ].join('\n'),
);
process.exitCode = problems.length > 0 ? 1 : 0;
