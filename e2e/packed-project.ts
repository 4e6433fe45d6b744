/** Packs packages of this repository and installs them into empty projects, as a user does. */
import { spawn } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PackedPackage } from './local-registry.ts';
import { shareFolder } from './shared-folder.ts';

export const PUBLISHED = ['sdk', 'react', 'cli'];
export const REPOSITORY = 'https://github.com/example/mandate';
const BUILD_MS = 60_000;
export const INSTALL_MS = 240_000;
const ROOT = join(import.meta.dirname, '..');

export interface Run {
  readonly cwd: string;
  readonly environment?: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
}

/** Asynchronous, because the service runs in this process. */
export function run(
  command: string,
  args: readonly string[],
  { cwd, environment, timeoutMs = BUILD_MS }: Run,
) {
  return new Promise<{ status: number | null; out: string; err: string }>((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...environment }, timeout: timeoutMs });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => (out += chunk));
    child.stderr.on('data', (chunk) => (err += chunk));
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, out, err }));
  });
}

export async function must(command: string, args: readonly string[], options: Run): Promise<string> {
  const { status, out, err } = await run(command, args, options);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${out}${err}`);
  return out;
}

const install = (cwd: string, ...what: string[]) =>
  must('npm', ['install', '--no-audit', '--no-fund', ...what], { cwd, timeoutMs: INSTALL_MS });

async function packFolder(cwd: string, destination: string): Promise<string> {
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', destination];
  const packed = await must('npm', args, { cwd });
  return join(destination, packed.trim().split('\n').at(-1) ?? '');
}

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
    for (const name of PUBLISHED) {
      await build(name);
      for (const part of ['dist', 'src', 'README.md', 'LICENSE', 'package.json'])
        cpSync(join(ROOT, 'packages', name, part), join(folder, 'packages', name, part), { recursive: true });
    }
    await must('node', ['deploy/prepare-packages.ts', REPOSITORY, 'v0.1.0', folder], { cwd: ROOT });
    for (const name of PUBLISHED) await packFolder(join(folder, 'packages', name), folder);
  });
  return PUBLISHED.map((name) => {
    const manifest = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));
    return { file: join(root, `mandate-${name}-${manifest.version}.tgz`), manifest };
  });
}

/** A folder for packages and projects. */
export function createWorkshop() {
  const folder = mkdtempSync(join(tmpdir(), 'mandate-packed-'));
  return {
    folder,
    /** Returns the path of the packed package. */
    async pack(name: string): Promise<string> {
      await build(name);
      return packFolder(join(ROOT, 'packages', name), folder);
    },
    /** Installs packages into an empty project, and returns its path. */
    async createProject(name: string, ...packages: string[]): Promise<string> {
      const project = join(folder, name);
      mkdirSync(project);
      const manifest = { name: 'empty', private: true, type: 'module' };
      writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
      await install(project, ...packages);
      return project;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
