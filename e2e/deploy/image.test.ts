/** Tests what is shipped: the Dockerfile, and the folder that it and deploy/try.sh run. */
import { spawnSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { beforeAll, describe, expect, test } from 'vitest';
import { BUILD_TIMEOUT_MS } from '../shared-folder.ts';
import { buildProduction } from './production-folder.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const SITES = ['apps/web/dist/index.html', 'apps/docs/dist/index.html'];
const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: 'utf8' });

describe('the Dockerfile', () => {
  const dockerfile = read('deploy/Dockerfile');
  const instructions = dockerfile.replaceAll('\\\n', ' ').split('\n');
  const all = (name: string) =>
    instructions.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));

  test('is one', () => {
    expect(validate(dockerfile)).toEqual([]);
  });

  test('starts from the Node that the install has', () => {
    const { node } = JSON.parse(read('package.json')).devDependencies;
    expect(all('FROM')[0]).toMatch(
      new RegExp(`^node:${node.replaceAll('.', '\\.')}-bookworm-slim(@sha256:[0-9a-f]{64})? AS node$`),
    );
    const [build, last] = all('FROM').slice(1);
    expect(build).toBe('node AS build');
    expect(last).toMatch(/^debian:bookworm-slim(@sha256:[0-9a-f]{64})?$/);
    const workflows = readdirSync('.github/workflows').map((name) => read(`.github/workflows/${name}`));
    const containers = workflows.flatMap((text) => [...text.matchAll(/container: node:(\S+?)-bookworm/g)]);
    expect(containers.map(([, version]) => version)).toEqual(containers.map(() => node));
    expect(containers.length).toBeGreaterThan(0);
    const setUp = workflows.flatMap((text) => [...text.matchAll(/node-version: ([^\s,]+)/g)]);
    expect(setUp.map(([, version]) => version)).toEqual(setUp.map(() => node));
    expect(setUp.length).toBeGreaterThan(0);
  });

  test('runs as a numeric non-root user, and has a health check', () => {
    expect(all('USER')).toEqual(['1000:1000']);
    expect(all('HEALTHCHECK')[0]).toContain('CMD ["/app/mandate-server", "health"]');
    expect(all('ENTRYPOINT')).toEqual(['["/app/mandate-server"]']);
    expect(all('ADD')).toEqual([]);
  });

  test('gets no secrets and no build output', () => {
    const ignored = read('.dockerignore').split('\n');
    for (const line of ['.git', '**/node_modules', '**/dist', '**/.env*', 'deploy/chains.json'])
      expect(ignored).toContain(line);
  });
});

test('the scripts are clean', () => {
  const scripts = [...globSync('deploy/**/*.sh'), '.ci/image'];
  expect(scripts.length).toBeGreaterThan(7);
  expect(run('shellcheck', '-x', ...scripts)).toMatchObject({
    status: 0,
    stdout: '',
  });
});

test('a role starts as npm starts it, without a file of settings', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const source = { 'dist/main.js': 'src/main.ts', 'dist/keys.js': 'src/account/command/main.ts' };
  const entry = Object.entries(source).reduce(
    (text, [bundle, file]) => text.replaceAll(bundle, file),
    read('deploy/entry.sh').replaceAll('"$app"/', ''),
  );
  for (const script of ['start:api', 'start:indexer', 'start:auditor', 'start:webhooks', 'keys'])
    expect(entry).toContain(`${scripts[script].replace(/\$\(.*--env-file.*\) /, '')} "$@"`);
});

test('one version everywhere', () => {
  expect(run('deploy/check-version.sh')).toMatchObject({ status: 0, stderr: '' });
  expect(run('deploy/check-version.sh', 'v0.0.0')).toMatchObject({ status: 1 });
});

test('haproxy takes the example', () => {
  expect(run('haproxy', '-c', '-f', 'deploy/haproxy.cfg')).toMatchObject({ status: 0 });
});

describe('the built folder', () => {
  let out: string;
  let files: string[];
  beforeAll(async () => {
    out = await buildProduction();
    files = readdirSync(out, { recursive: true, encoding: 'utf8' });
  }, BUILD_TIMEOUT_MS);

  test('has what runs, and nothing for tests or development', () => {
    for (const file of ['mandate-server', 'backup/backup.sh', 'LICENSE', 'apps/api/dist/main.js', ...SITES])
      expect(files).toContain(file);
    const migrations = (root: string) => readdirSync(join(root, 'packages/store/migrations'));
    expect(migrations(out)).toEqual(migrations('.'));
    const ours = files.filter((file) => !file.includes('node_modules/'));
    expect(ours.filter((file) => /\.ts$|\/testing|\/conformance/.test(file))).toEqual([]);
    const { packages } = JSON.parse(read('package-lock.json'));
    const development = Object.keys(packages).filter((path) => packages[path].dev);
    expect(development).toContain('node_modules/vitest');
    expect(development.filter((path) => files.includes(path))).toEqual([]);
  });

  test('can be written by nobody', () => {
    expect(run('find', out, '!', '-type', 'l', '-perm', '/222').stdout).toBe('');
    expect(run('find', out, '!', '-type', 'l', '!', '-perm', '-444').stdout).toBe('');
  });

  test('lists its packages', () => {
    const bom = JSON.parse(read(join(out, 'sbom.cdx.json')));
    expect(bom.bomFormat).toBe('CycloneDX');
    const listed = new Set(
      bom.components.map(({ name, version }: Record<string, string>) => `${name}@${version}`),
    );
    const { packages } = JSON.parse(read(join(out, 'node_modules/.package-lock.json')));
    for (const [path, { version, link }] of Object.entries<{ version: string; link?: boolean }>(packages)) {
      if (!link && path.startsWith('node_modules/'))
        expect(listed).toContain(`${path.split('node_modules/').at(-1)}@${version}`);
    }
    expect(listed.size).toBeGreaterThan(50);
  });

  test('says how it is used, and refuses a role that it does not have', () => {
    for (const role of ['api', 'indexer', 'auditor', 'webhooks', 'keys'])
      expect(run(join(out, 'mandate-server'), role, '--help'), role).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('Usage'),
      });
    expect(run(join(out, 'mandate-server'), 'sing')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('migrate'),
    });
    expect(
      run(
        'env',
        'API_PORT=1',
        'INDEXER_PORT=2',
        'AUDITOR_PORT=3',
        'WEBHOOKS_PORT=4',
        join(out, 'mandate-server'),
        'health',
      ).status,
    ).toBe(1);
  });
});
