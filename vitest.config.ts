import { defineConfig } from 'vitest/config';

const folders = '{packages/*,apps/*,contracts,truth}/src/**';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [`${folders}/!(*.integration).test.ts`],
        },
      },
      {
        test: {
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
        },
      },
    ],
  },
});
