import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleServices } from '../../../../deploy/bundle.ts';

export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
let bundling: Promise<void> | null = null;

/**
 * Returns the file that starts a service of this version: a bundle, as the image has it. Vitest bundles before the first
 * test, other programs when they start their first service.
 */
export async function findService(
  name: 'api' | 'indexer' | 'auditor' | 'webhooks',
  entry = 'main',
): Promise<string> {
  if (!process.env['SERVICES_BUNDLED']) {
    bundling ??= bundleServices();
    await bundling;
  }
  return join(ROOT, 'apps', name, 'dist', `${entry}.js`);
}
