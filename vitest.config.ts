import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Tests need nothing built: what they import of the client and the hooks is their source. */
const sourceOf = (path: string, of = 'sdk') =>
  fileURLToPath(new URL(`packages/${of}/src/${path}`, import.meta.url));
export const resolve = {
  alias: [
    { find: /^@mandate\/sdk$/, replacement: sourceOf('index.ts') },
    { find: /^@mandate\/sdk\/proof$/, replacement: sourceOf('proof/index.ts') },
    { find: /^@mandate\/sdk\/explore$/, replacement: sourceOf('explore/index.ts') },
    { find: /^@mandate\/react$/, replacement: sourceOf('index.ts', 'react') },
    { find: /^@mandate\/react\/wagmi$/, replacement: sourceOf('wagmi/index.ts', 'react') },
    { find: /^@mandate\/sdk\/write$/, replacement: sourceOf('write/index.ts') },
    { find: /^@mandate\/sdk\/transactions$/, replacement: sourceOf('transactions/index.ts') },
    {
      find: /^@mandate\/sdk\/(words|live|move|picker|mandate-vaults)$/,
      replacement: sourceOf('$1/index.ts'),
    },
    { find: /^@mandate\/sdk\/webhooks$/, replacement: sourceOf('webhooks/index.ts') },
    { find: /^@mandate\/sdk\/calldata$/, replacement: sourceOf('calldata/index.ts') },
    { find: /^@mandate\/sdk\/delegate$/, replacement: sourceOf('delegate/index.ts') },
  ],
};

const folders = '{packages/*,apps/*,contracts,conformance,truth,faults,bench,dev}/src/**';

/** Only a test that hangs gets to it, also on a machine that is several times as slow as usual. */
const TIMEOUT_MS = 180_000;
const POLL_TIMEOUT_MS = 30_000;

/** Files share what they import: loading it again for each file takes as long as half of the tests. */
export const shared = {
  isolate: false,
  setupFiles: ['packages/testing/src/measure-file.ts'],
  restoreMocks: true,
  expect: { poll: { timeout: POLL_TIMEOUT_MS } },
};

/** Services start as bundles, and each file stops what it has started. */
const globalSetup = ['deploy/bundle.ts'];
const setupFiles = [...shared.setupFiles, 'packages/testing/src/leave-nothing.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        test: {
          ...shared,
          name: 'unit',
          include: [`${folders}/!(*.integration).test.ts`, 'mutants/*.test.ts'],
          testTimeout: TIMEOUT_MS,
        },
      },
      {
        resolve,
        test: {
          ...shared,
          name: 'integration',
          globalSetup,
          setupFiles,
          include: [`${folders}/*.integration.test.ts`],
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        resolve,
        test: {
          ...shared,
          name: 'e2e',
          globalSetup: [...globalSetup, 'e2e/shared-folder.ts'],
          setupFiles,
          include: ['e2e/**/*.test.ts'],
          testTimeout: 2 * TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
    ],
  },
});
