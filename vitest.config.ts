import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const folders = '{packages/*,apps/*,contracts,conformance,truth,faults,bench,dev}/src/**';

/** Files share what they import: loading it again for each file takes as long as half of the tests. */
const shared = { isolate: false, restoreMocks: true };

export default defineConfig({
  test: {
    projects: [
      {
        // What the pages import of the client is its source: tests need nothing built.
        resolve: {
          alias: { '@mandate/sdk': fileURLToPath(new URL('packages/sdk/src/index.ts', import.meta.url)) },
        },
        test: {
          ...shared,
          name: 'unit',
          include: [`${folders}/!(*.integration).test.ts`],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'integration',
          include: [`${folders}/*.integration.test.ts`],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
