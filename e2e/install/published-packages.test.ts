/** Checks the content of each published package, and that every path in it leads somewhere. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PACKAGES } from '../../deploy/pack.ts';
import { must } from '../run-command.ts';
import { createWorkshop, INSTALL_MS, packForRelease, REPOSITORY } from './packed-project.ts';

const KB = 1_024;
/** A package that has outgrown its limit has probably packed something by accident. */
const MAX_BYTES: Readonly<Record<string, number>> = { sdk: 380 * KB, cli: 140 * KB, react: 60 * KB };
const EXPECTED =
  /^(?:LICENSE|README\.md|package\.json|dist\/[\w/-]+\.(?:js|d\.ts)(?:\.map)?|src\/[\w/-]+\.tsx?)$/;
const TESTS = /\.test(?:-d)?\.|(?:^|\/)testing\//;
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([\w@./:-]+)\1/g;

interface Manifest extends Record<string, unknown> {
  readonly name: string;
  readonly exports: Record<string, Record<string, string>>;
  readonly bin?: Record<string, string>;
  readonly dependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
}

const workshop = createWorkshop();
const packed = new Map<string, { folder: string; bytes: number; files: string[]; manifest: Manifest }>();
beforeAll(async () => {
  for (const [i, { file, manifest }] of (await packForRelease()).entries()) {
    const folder = join(workshop.folder, `content-${PACKAGES[i]}`);
    mkdirSync(folder);
    await must('tar', ['-xzf', file, '--strip-components=1', '-C', folder], { cwd: workshop.folder });
    const files = globSync('**/*', { cwd: folder }).filter((path) => statSync(join(folder, path)).isFile());
    const known = { folder, bytes: statSync(file).size, files, manifest: manifest as unknown as Manifest };
    packed.set(PACKAGES[i] ?? '', known);
  }
}, INSTALL_MS);
afterAll(() => workshop.remove());

test('every public package is tested here', () => {
  const published = globSync('packages/*/package.json')
    .filter((file) => !JSON.parse(readFileSync(file, 'utf8')).private)
    .map((file) => posix.basename(dirname(file)));
  expect(published.toSorted()).toEqual(PACKAGES.toSorted());
});

describe.each(PACKAGES)('@mandate/%s', (name) => {
  const get = () => packed.get(name) ?? expect.fail('It was not packed.');
  const read = (path: string) => readFileSync(join(get().folder, path), 'utf8');

  test('has its code, its license, its README, and nothing else', () => {
    const { files, bytes } = get();
    expect(files.filter((path) => !EXPECTED.test(path) || TESTS.test(path))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
    expect(read('LICENSE')).toBe(readFileSync('LICENSE', 'utf8'));
    process.stdout.write(`@mandate/${name}: ${files.length} files, ${bytes} bytes packed\n`);
    expect(bytes).toBeLessThan(MAX_BYTES[name] ?? 0);
  });

  test('its manifest says what npm and people look for', () => {
    const { manifest } = get();
    expect(manifest).toMatchObject({
      name: `@mandate/${name}`,
      description: expect.any(String),
      license: 'Apache-2.0',
      type: 'module',
      repository: { type: 'git', url: `git+${REPOSITORY}.git`, directory: `packages/${name}` },
      homepage: expect.stringContaining(REPOSITORY),
      bugs: `${REPOSITORY}/issues`,
    });
    expect((manifest['keywords'] as string[]).length).toBeGreaterThan(3);
    expect(manifest['scripts']).toBeUndefined();
    expect(manifest['devDependencies']).toBeUndefined();
    const ours = Object.entries(manifest.dependencies ?? {}).filter(([of]) => of.startsWith('@mandate/'));
    for (const [of, version] of ours) expect([of, version]).toEqual([of, manifest['version']]);
  });

  test('what it exports is there', () => {
    const { manifest, files } = get();
    const targets = Object.values(manifest.exports).flatMap((conditions) => Object.values(conditions));
    const commands = Object.values(manifest.bin ?? {});
    expect(targets.length + commands.length).toBeGreaterThan(0);
    for (const target of [...targets, ...commands]) expect(files).toContain(posix.normalize(target));
    for (const command of commands) expect(read(command)).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  test('what its code and types import is in it, or declared', () => {
    const { manifest, files } = get();
    const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
    const missing = files
      .filter((path) => /^dist\/.*\.(?:js|d\.ts)$/.test(path))
      .flatMap((path) => {
        const code = read(path).replaceAll(/^ *(?:\/\*|\*|\/\/).*$/gm, '');
        return [...code.matchAll(IMPORT)].map(([, , target = '']) => ({ path, target }));
      })
      .filter(({ path, target }) => {
        if (isBuiltin(target)) return false;
        if (!target.startsWith('.'))
          return !declared.some((of) => target === of || target.startsWith(`${of}/`));
        const file = posix.join(posix.dirname(path), target);
        return !files.includes(path.endsWith('.d.ts') ? file.replace(/\.(?:js|ts)$/, '.d.ts') : file);
      });
    expect(missing).toEqual([]);
  });

  test('its source maps lead to sources', () => {
    const { files } = get();
    const lost = files
      .filter((path) => path.endsWith('.map'))
      .flatMap((path) => {
        const { sources, sourcesContent } = JSON.parse(read(path)) as Record<string, (string | null)[]>;
        const isThere = (source: string | null, i: number) =>
          Boolean(sourcesContent?.[i]) || files.includes(posix.join(posix.dirname(path), source ?? ''));
        return (sources ?? []).filter((source, i) => !isThere(source, i)).map((source) => ({ path, source }));
      });
    expect(lost).toEqual([]);
    const unmapped = files.filter((path) => {
      const [, map] = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(path.endsWith('.map') ? '' : read(path)) ?? [];
      return map !== undefined && !files.includes(posix.join(posix.dirname(path), map));
    });
    expect(unmapped).toEqual([]);
  });

  test('its README has a picture and an install command, and every link is absolute', () => {
    const readme = read('README.md').replaceAll(/^ *```[\s\S]*?^ *```$/gm, (block) =>
      block.includes('npm install') ? block : '',
    );
    expect(readme).toMatch(new RegExp(`^# @mandate/${name}\n`));
    expect(readme).toMatch(new RegExp(`^npm install .*(?:@mandate/${name}\\b|/packs/${name}\\.tgz)`, 'm'));
    const links = [...readme.matchAll(/(!?)\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, picture, url = '']) => ({
      picture,
      url,
    }));
    const pictures = links.filter(({ picture }) => picture);
    expect(pictures.length).toBeGreaterThan(0);
    for (const { url } of links) expect(url).toMatch(/^(?:https:\/\/|#)/);
    for (const { url } of links.filter((link) => link.url.startsWith(REPOSITORY))) {
      const [, path = ''] = /\/(?:raw|blob)\/v[\d.]+\/([^?#]+)/.exec(url) ?? [];
      expect(existsSync(path), url).toBe(true);
    }
  });
});

test('only the address of a repository is taken', () => {
  for (const wrong of ['http://github.com/a/b', 'https://github.com/a', 'git@github.com:a/b', '']) {
    const { status, stderr } = spawnSync('node', [
      'deploy/prepare-packages.ts',
      wrong,
      'v1.0.0',
      workshop.folder,
    ]);
    expect({ status, usage: String(stderr).startsWith('Usage:') }, wrong).toEqual({ status: 2, usage: true });
  }
});
