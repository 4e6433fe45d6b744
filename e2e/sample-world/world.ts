/** One `npm run dev` for all journeys of this folder, in all workers. The first of them starts it. */
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@mandate/testing/until';
import { spawnDev, waitForTable } from '../dev-process.ts';
import { shareFolder } from '../shared-folder.ts';

const folder = await shareFolder('sample-world', async (folder) => {
  mkdirSync(folder);
  const screen = openSync(join(folder, 'screen'), 'w');
  // Other builds of the registries have other hashes.
  const environment = { REGISTRY_ARTIFACTS: '' };
  const dev = spawnDev({ options: ['--no-limits'], environment }, ['ignore', screen, screen]);
  dev.unref();
  writeFileSync(join(folder, 'pid'), String(dev.pid));
});

const screen = {
  get lines() {
    return readFileSync(join(folder, 'screen'), 'utf8').split('\n');
  },
};
const get = await waitForTable(screen);

export const world = Object.assign(screen, {
  api: get('API'),
  ethereumNode: get('Ethereum node'),
  baseNode: get('Base node'),
});

export const countReorgs = () => world.lines.filter((line) => line.includes(' reorg replaces ')).length;

/** Asserts about blocks at the head, and once more if one of them may have been replaced since. */
export async function amongReorgs(attempt: () => Promise<void>, since = countReorgs()): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    // The screen shows events one after the other, so after the next one it has shown any reorg that came before.
    const seen = world.lines.length;
    await until('the world changes', () => world.lines.length > seen);
    if (countReorgs() === since) throw error;
    await amongReorgs(attempt);
  }
}
