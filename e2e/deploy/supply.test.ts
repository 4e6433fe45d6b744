/**
 * A release uses pinned images and actions, runs no third-party scripts, and is made only from tags of main.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { packForRelease } from '../install/packed-project.ts';

const read = (file: string) => readFileSync(file, 'utf8');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mandate-supply-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('install scripts', () => {
  const { allowScripts } = JSON.parse(read('package.json'));

  test('each package that has one is allowed or denied by name', () => {
    const { packages } = JSON.parse(read('package-lock.json'));
    const names = Object.keys(packages)
      .filter((path) => packages[path].hasInstallScript)
      .map((path) => path.split('node_modules/').at(-1));
    expect(Object.keys(allowScripts).sort()).toEqual(names.sort());
  });

  test('the one that may run brings the Node of this project, and an unknown one fails the install', () => {
    const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
    expect(allowed).toEqual(['node']);
    expect(read('.npmrc').split('\n')).toContain('strict-allow-scripts=true');
  });

  test('none runs in the image, nor for the documentation', () => {
    const installs = [read('deploy/Dockerfile'), read('deploy/build.sh'), read('package.json')]
      .join('\n')
      .split('\n')
      .filter((line) => /\bnpm (ci|install)\b/.test(line) && !/fail '/.test(line));
    expect(installs.length).toBeGreaterThan(2);
    for (const line of installs) expect(line).toContain('--ignore-scripts');
  });
});

describe('deploy/check-pins.ts', () => {
  const DIGEST = `@sha256:${'ab'.repeat(32)}`;
  const SHA = 'cd'.repeat(20);

  function write(file: string, text: string): void {
    const path = join(folder, file);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
  }

  /** Writes a repository in which everything is pinned. */
  function writePinned(): void {
    write(
      'deploy/Dockerfile',
      `# syntax=docker/dockerfile:1.7${DIGEST}\nFROM node:24${DIGEST} AS node\nFROM node AS build\nFROM node\n`,
    );
    write(
      'deploy/compose.yaml',
      `services:\n  a:\n    image: \${MANDATE_IMAGE:-mandate:local}\n  b:\n    image: redis:7${DIGEST}\n`,
    );
    write(
      '.github/workflows/check.yml',
      `jobs:\n  a:\n    container: node:24${DIGEST}\n    services:\n      p: { image: 'postgres:17${DIGEST}' }\n` +
        `    steps:\n      - uses: actions/checkout@${SHA} # v4.2.2\n`,
    );
  }

  const check = (root = folder) =>
    spawnSync('node', ['deploy/check-pins.ts', root], { encoding: 'utf8', cwd: resolve('.') });

  test('accepts a repository in which every image has a digest and every action a commit', () => {
    writePinned();
    expect(check()).toMatchObject({ status: 0, stderr: '' });
  });

  test.each([
    ['deploy/Dockerfile', `node:24${DIGEST}`, 'node:24'],
    ['deploy/Dockerfile', `docker/dockerfile:1.7${DIGEST}`, 'docker/dockerfile:1.7'],
    ['deploy/compose.yaml', `redis:7${DIGEST}`, 'redis:7'],
    ['.github/workflows/check.yml', `node:24${DIGEST}`, 'node:24'],
    ['.github/workflows/check.yml', `postgres:17${DIGEST}`, 'postgres:17'],
    ['.github/workflows/check.yml', `actions/checkout@${SHA}`, 'actions/checkout@v4'],
  ])('names what is not pinned in %s: %s', (file, pinned, loose) => {
    writePinned();
    write(file, read(join(folder, file)).replace(pinned, loose));
    const { status, stderr } = check();
    expect(status).toBe(1);
    expect(stderr).toContain(`${file}: ${loose}`);
  });

  test('sees every reference of this repository, and no action of it is loose', () => {
    const { stdout, stderr } = check('.');
    const references = Number(/^(\d+) references/.exec(stdout)?.[1]);
    expect(references).toBeGreaterThan(20);
    expect(stderr).not.toMatch(/\.yml: [\w-]+\/[\w-]+@/);
  });
});

test('deploy/check-tag.sh lets commits of main pass, and no others', () => {
  const git = (...args: string[]) => {
    const flags = ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false'];
    const { status, stdout, stderr } = spawnSync('git', [...flags, ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    return stdout.trim();
  };
  const check = (commit: string) =>
    spawnSync(resolve('deploy/check-tag.sh'), [commit], { cwd: folder, encoding: 'utf8' });
  git('init', '--quiet', '--initial-branch', 'main');
  git('commit', '--quiet', '--allow-empty', '--message', 'first');
  const merged = git('rev-parse', 'HEAD');
  git('update-ref', 'refs/remotes/origin/main', merged);
  git('checkout', '--quiet', '-b', 'side');
  git('commit', '--quiet', '--allow-empty', '--message', 'second');
  expect(check(merged)).toMatchObject({ status: 0 });
  expect(check(git('rev-parse', 'HEAD'))).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('main'),
  });
});

test('deploy/sbom-of-client.sh lists the client and what comes with it, nothing else', async () => {
  const run = (command: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    return stdout.trim();
  };
  const [sdk = '', , cli = ''] = (await packForRelease()).map(({ file }) => file);
  const bom = JSON.parse(run('deploy/sbom-of-client.sh', sdk));
  expect(bom.bomFormat).toBe('CycloneDX');
  const { version, dependencies = {} } = JSON.parse(read('packages/sdk/package.json'));
  expect(dependencies).toEqual({});
  const partsOf = (list: { components: Record<string, string>[] }) =>
    list.components.map((part) => `${part['name']}@${part['version']}`);
  expect(partsOf(bom)).toEqual([`@mandate/sdk@${version}`]);

  const both = partsOf(JSON.parse(run('deploy/sbom-of-client.sh', sdk, cli)));
  const { dependencies: needed } = JSON.parse(read('packages/cli/package.json'));
  expect(both).toContain(`@mandate/cli@${version}`);
  for (const [name, exact] of Object.entries(needed)) expect(both).toContain(`${name}@${exact}`);
});
