/** Packs packages of this repository and installs them into empty projects, as a user does. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BUILD_MS = 60_000;
export const INSTALL_MS = 240_000;
const ROOT = join(import.meta.dirname, '..');

export interface Run {
  readonly cwd: string;
  readonly environment?: Record<string, string>;
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

/** A folder for packages and projects. */
export function createWorkshop() {
  const folder = mkdtempSync(join(tmpdir(), 'mandate-packed-'));
  const nodes = new Map<number, Promise<string>>();
  const installNode = async (major: number) => {
    const place = join(folder, `node-${major}`);
    mkdirSync(place);
    writeFileSync(
      join(place, 'package.json'),
      JSON.stringify({ private: true, allowScripts: { node: true } }),
    );
    await install(place, `node@${major}`);
    return join(place, 'node_modules/node/bin/node');
  };
  return {
    folder,
    /** Returns the path of the packed package. */
    async pack(name: string): Promise<string> {
      const packed = await must('npm', ['pack', '--silent', '--pack-destination', folder], {
        cwd: join(ROOT, 'packages', name),
      });
      return join(folder, packed.trim().split('\n').at(-1) ?? '');
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
    /** Returns the Node that runs the tests, or installs another version. */
    getNode(major: number): Promise<string> {
      if (process.versions.node.startsWith(`${major}.`)) return Promise.resolve(process.execPath);
      const found = nodes.get(major) ?? installNode(major);
      nodes.set(major, found);
      return found;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
