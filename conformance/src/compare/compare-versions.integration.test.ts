/** A version answers like itself: what may differ between two answers is known. */
import { ROOT } from '@mandate/testing/process/service-bundle';
import { expect, test } from 'vitest';
import { compareVersions } from './compare-versions.ts';

const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const TIMEOUT_MS = 180_000;

test(`this version answers 200 requests like itself, seed ${SEED}`, { timeout: TIMEOUT_MS }, async () => {
  const differences: string[] = [];
  const compared = await compareVersions({
    before: ROOT,
    after: ROOT,
    requests: 200,
    seed: SEED,
    blocks: 10,
    onProgress: () => {},
    onDifference: (text) => differences.push(text),
  });
  expect(differences.join('\n\n')).toBe('');
  expect(compared.requests).toBe(200);
  // Answers and refusals alike were compared.
  const found = new Set([...compared.statuses.values()].flatMap((counts) => [...counts.keys()]));
  for (const status of [200, 400, 429]) expect(found).toContain(status);
});
