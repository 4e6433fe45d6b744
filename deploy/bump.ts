/**
 * `npm run bump`: the changesets become the next version of every manifest and of the chart, and a section of
 * CHANGELOG.md. docs/internals/releasing.md
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const read = (file: string) => readFileSync(file, 'utf8');
const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'inherit' });

/** Returns the text of each changeset, below its list of packages. */
function listSummaries(): string[] {
  return readdirSync('.changeset')
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) =>
      read(`.changeset/${name}`)
        .replace(/^---\n[\s\S]*?\n---\n/, '')
        .trim(),
    );
}

function replace(file: string, pattern: RegExp, by: string): void {
  const text = read(file);
  if (!pattern.test(text)) throw new Error(`${file} has nothing that matches ${pattern}.`);
  writeFileSync(file, text.replace(pattern, by));
}

const summaries = listSummaries();
if (summaries.length === 0) throw new Error('There is no changeset: write one with `npm run changeset`.');
run('changeset', 'version');
const { version } = JSON.parse(read('packages/sdk/package.json'));
const items = summaries.map((text) => `- ${text.replaceAll('\n', '\n  ')}\n`).join('');
const today = new Date().toISOString().slice(0, 10);
for (const manifest of ['package.json', 'apps/docs/package.json'])
  replace(manifest, /^ {2}"version": ".*"/m, `  "version": "${version}"`);
replace('deploy/helm/mandate/Chart.yaml', /^version: .*$/m, `version: ${version}`);
replace('deploy/helm/mandate/Chart.yaml', /^appVersion: .*$/m, `appVersion: ${version}`);
replace('CHANGELOG.md', /^## \[Unreleased\]\n/m, `## [Unreleased]\n\n## [${version}] - ${today}\n\n${items}`);
for (const folder of ['.', 'apps/docs'])
  run('npm', 'install', '--prefix', folder, '--package-lock-only', '--ignore-scripts');
