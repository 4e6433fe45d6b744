/**
 * Writes the manifests of a production build. `<out-dir> <part>…` leaves out everything for development;
 * `--unbundled <out-dir> <part>…` also what the bundles contain; `--check-lock <whole> <pruned>` fails unless each
 * package of the pruned lockfile is in the whole one, unchanged.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLED } from './bundle.ts';

type Json = Readonly<Record<string, unknown>>;
interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>;
}

const KEPT = ['name', 'version', 'private', 'license', 'type', 'exports', 'dependencies'];

const [first = '', ...rest] = process.argv.slice(2);
if (first === '--check-lock') checkLock(rest[0] ?? '', rest[1] ?? '');
else if (first === '--unbundled') leaveOutBundled(rest[0] ?? '', rest.slice(1));
else writeManifests(first, rest);

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function writeManifests(out: string, parts: readonly string[]): void {
  const write = (folder: string, manifest: Json) =>
    writeFileSync(join(out, folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const keep = (folder: string) => {
    const manifest = readJson<Json>(join(folder, 'package.json'));
    return Object.fromEntries(KEPT.filter((key) => key in manifest).map((key) => [key, manifest[key]]));
  };
  write('.', { ...keep('.'), workspaces: parts });
  for (const part of parts) write(part, keep(part));
}

/** The parts of this repository stay: bundles find migrations and the catalogue through their names. */
function leaveOutBundled(out: string, parts: readonly string[]): void {
  for (const part of parts) {
    const file = join(out, part, 'package.json');
    const manifest = readJson<Json & { readonly dependencies?: Json }>(file);
    const left = Object.entries(manifest.dependencies ?? {}).filter(
      ([name]) => name.startsWith('@mandate/') || !BUNDLED.test(name),
    );
    writeFileSync(
      file,
      `${JSON.stringify({ ...manifest, dependencies: Object.fromEntries(left) }, null, 2)}\n`,
    );
  }
}

/** npm prunes a lockfile by resolving again, so this verifies that the result matches the locked packages. */
function checkLock(wholeFile: string, prunedFile: string): void {
  const whole = readJson<Lockfile>(wholeFile).packages;
  const isOurs = (path: string) =>
    !path.includes('node_modules/') || path.startsWith('node_modules/@mandate/');
  const drifted = Object.entries(readJson<Lockfile>(prunedFile).packages).filter(
    ([path, { version, integrity }]) =>
      !isOurs(path) &&
      (!integrity || whole[path]?.version !== version || whole[path]?.integrity !== integrity),
  );
  if (drifted.length === 0) return;
  const names = drifted.map(([path]) => path).join(', ');
  process.stderr.write(`Not as in ${wholeFile}: ${names}. Run npm install, and commit the lockfile.\n`);
  process.exit(1);
}
