/** A registry that has only our packages, as they will be published: npm asks it for `@mandate/…`, and its own for the rest. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { serve } from '@mandate/testing/service/serve';

export interface PackedPackage {
  readonly file: string;
  readonly manifest: {
    readonly name: string;
    readonly version: string;
    readonly exports: Readonly<Record<string, unknown>>;
  };
}

export type LocalRegistry = Awaited<ReturnType<typeof startLocalRegistry>>;

/** Adds a line to the settings of this machine. A file, because shells drop variables with such a name. */
function writeSettings(folder: string, line: string): string {
  const usual = execFileSync('npm', ['config', 'get', 'globalconfig'], { encoding: 'utf8' }).trim();
  const file = join(folder, 'npmrc');
  writeFileSync(file, `${existsSync(usual) ? readFileSync(usual, 'utf8') : ''}\n${line}`);
  return file;
}

export async function startLocalRegistry(folder: string, packages: readonly PackedPackage[]) {
  const { url: origin, close } = await serve(({ url: path = '/' }, response) => {
    const found = packages.find(
      ({ file, manifest }) =>
        path === `/${basename(file)}` || decodeURIComponent(path) === `/${manifest.name}`,
    );
    if (!found) return response.writeHead(404).end('{}');
    const { file, manifest } = found;
    if (path.endsWith('.tgz')) return response.end(readFileSync(file));
    const integrity = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
    const { name, version } = manifest;
    const dist = { tarball: `${url}${basename(file)}`, integrity };
    const document = {
      name,
      'dist-tags': { latest: version },
      versions: { [version]: { ...manifest, dist } },
    };
    return response.setHeader('content-type', 'application/json').end(JSON.stringify(document));
  });
  const url = `${origin}/`;
  return {
    /** The environment of npm. Nothing is asked, funded or audited, and what was downloaded before is not asked for again. */
    environment: {
      npm_config_globalconfig: writeSettings(folder, `@mandate:registry=${url}\n`),
      npm_config_audit: 'false',
      npm_config_prefer_offline: 'true',
      npm_config_fund: 'false',
      npm_config_update_notifier: 'false',
    },
    close,
  };
}
