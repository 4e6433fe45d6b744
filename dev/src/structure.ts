/**
 * `npm run check:structure`: no folder has more than 25 files that somebody wrote, and no two files or folders in a folder import
 * each other, not even through others and not even types.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const MAX_FILES = 25;
const IMPORT =
  /\b(?:import|export)\b[^'"`;]*?\bfrom\s*'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'\s*\)|^import '(\.[^']+)'/gm;

const isProduct = (path: string) =>
  !/(?:^|\/)(?:testing|dist)\/|\.(?:test|test-d|stories)\.tsx?$|\.d\.ts$/.test(path);
const files = globSync('{apps/{api,auditor,indexer,web,webhooks},packages/*}/src/**/*.{ts,tsx}', {
  cwd: ROOT,
})
  .filter(isProduct)
  .toSorted();

const known = new Set(files);
const imports = files.flatMap((file) => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const targets = Array.from(text.matchAll(IMPORT), ([, named, lazy, bare]) =>
    relative(ROOT, join(ROOT, dirname(file), named ?? lazy ?? bare ?? '')),
  );
  return targets.filter((target) => known.has(target)).map((target) => ({ file, target }));
});

/** The part of a path that is a child of a folder: a file of it, or a folder in it. A generated file stands for itself. */
const childOf = (folder: string, path: string) =>
  /^(?:generated\/)?[^/]*/.exec(path.slice(folder.length + 1))?.[0] ?? '';

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
const inFolder = Map.groupBy(
  files.filter((file) => !file.includes('/generated/')),
  (file) => dirname(file),
);
for (const [folder, { length }] of inFolder)
  if (length > MAX_FILES) problems.push(`${folder} has ${length} files: divide it by meaning.`);
for (const [folder, graph] of [...graphs].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
  const told = new Set<string>();
  for (const child of [...graph.keys()].toSorted()) {
    const cycle = told.has(child) ? null : findCycle(graph, child);
    for (const each of cycle ?? []) told.add(each);
    if (cycle) problems.push(`${folder}: ${cycle.join(' → ')}`);
  }
}
/** The folders that have a page, which the router alone imports. */
const pages = files
  .filter((file) => /^apps\/web\/.*-page\.tsx$/.test(file))
  .map((file) => `${dirname(file)}/`);
for (const { file, target } of imports) {
  const page = pages.find((folder) => target.startsWith(folder));
  if (page && !file.startsWith(page) && file !== 'apps/web/src/router.ts')
    problems.push(`${file} imports ${target}: a page imports no other page.`);
}
process.stdout.write(
  [
    ...problems,
    `${files.length} files in ${inFolder.size} folders, ${imports.length} imports, ${problems.length} problems`,
    '',
  ].join('\n'),
);
process.exitCode = problems.length > 0 ? 1 : 0;
