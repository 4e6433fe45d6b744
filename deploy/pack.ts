/** `npm run pack`: builds the packages that users install, and packs each into `packs`, to be installed from there. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export const PACKAGES = ['sdk', 'react', 'cli'];
const ROOT = join(import.meta.dirname, '..');
/** Whether npm has them. The pages say how to install them by this setting. */
export const PUBLISHED: boolean = JSON.parse(
  readFileSync(join(ROOT, 'docs/packages.json'), 'utf8'),
).published;

/** Packs what is built in a repository as `sdk.tgz`, `react.tgz` and `cli.tgz`. */
export function packInto(folder: string, root = ROOT): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of PACKAGES) {
    const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
    const said = execFileSync('npm', args, { cwd: join(root, 'packages', name), encoding: 'utf8' });
    renameSync(join(folder, said.trim().split('\n').at(-1) ?? ''), join(folder, `${name}.tgz`));
  }
}

if (import.meta.main) {
  for (const name of PACKAGES)
    execFileSync('npm', ['run', '--silent', 'build', '-w', `@mandate/${name}`], {
      cwd: ROOT,
      stdio: 'inherit',
    });
  const packs = join(ROOT, 'packs');
  packInto(packs);
  process.stdout.write(`Packed into ${packs}. In your project, run: npm install ${join(packs, 'sdk.tgz')}\n`);
}
