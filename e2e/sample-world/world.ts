/** One `npm run dev` for all journeys of this folder. Their tests run in the order in which sample-world.test.ts imports them. */
import { until } from '@mandate/testing/until';
import { afterAll, beforeAll } from 'vitest';
import { startDev, stopDevs, waitForTable } from '../dev-process.ts';

export const world = { api: '', ethereumNode: '', baseNode: '', lines: [] as readonly string[] };

beforeAll(async () => {
  // Other builds of the registries have other hashes.
  const started = startDev({ options: ['--no-limits'], environment: { REGISTRY_ARTIFACTS: '' } });
  const get = await waitForTable(started);
  const nodes = { ethereumNode: get('Ethereum node'), baseNode: get('Base node') };
  Object.assign(world, { api: get('API'), ...nodes, lines: started.lines });
});
afterAll(stopDevs);

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
