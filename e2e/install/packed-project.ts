/** Packs packages of this repository and installs them into empty projects, as a user does. */
import { cpSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createFolder } from '@mandate/testing/process/folder';
import { PACKAGES, packInto } from '../../deploy/pack.ts';
import { must } from '../run-command.ts';
import { shareFolder } from '../shared-folder.ts';
import type { PackedPackage } from './local-registry.ts';

export const REPOSITORY = 'https://github.com/example/mandate';
export const INSTALL_MS = 240_000;
const ROOT = join(import.meta.dirname, '../..');

const install = (cwd: string, ...what: string[]) =>
  must('npm', ['install', '--no-audit', '--no-fund', ...what], { cwd, timeoutMs: INSTALL_MS });

/** Builds a package unless that was done. A build removes files that other tests read at the same time. */
async function build(name: string): Promise<void> {
  const place = join(ROOT, 'packages', name);
  const newest = (folder: string) =>
    Math.max(
      0,
      ...globSync(`${folder}/**/*.{ts,tsx,js}`, { cwd: place }).map(
        (file) => statSync(join(place, file)).mtimeMs,
      ),
    );
  if (newest('dist') > newest('src')) return;
  await must('npm', ['run', '--silent', 'build'], { cwd: place });
}

/** Packs the packages once for all journeys, as the release workflow does: for a repository, at the tag of their version. */
export async function packForRelease(): Promise<PackedPackage[]> {
  const root = await shareFolder('release', async (folder) => {
    for (const name of PACKAGES) {
      await build(name);
      for (const part of ['dist', 'src', 'README.md', 'LICENSE', 'package.json'])
        cpSync(join(ROOT, 'packages', name, part), join(folder, 'packages', name, part), { recursive: true });
    }
    await must('node', ['deploy/prepare-packages.ts', REPOSITORY, 'v0.1.0', folder], { cwd: ROOT });
    packInto(join(folder, 'packs'), folder);
  });
  return PACKAGES.map((name) => ({
    file: join(root, 'packs', `${name}.tgz`),
    manifest: JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')),
  }));
}

/** Lays packed packages where the pages expect them: in a clone that lies beside the project. */
export function layPacks(folder: string, packed: readonly PackedPackage[]): void {
  const packs = join(folder, 'mandate/packs');
  mkdirSync(packs, { recursive: true });
  for (const { file } of packed) cpSync(file, join(packs, basename(file)));
}

/** A folder for packages and projects. */
export function createWorkshop() {
  const { path: folder, remove } = createFolder('packed');
  return {
    folder,
    remove,
    /** Installs packages into an empty project, and returns its path. */
    async createProject(name: string, ...packages: string[]): Promise<string> {
      const project = join(folder, name);
      mkdirSync(project);
      const manifest = { name: 'empty', private: true, type: 'module' };
      writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
      await install(project, ...packages);
      return project;
    },
  };
}
