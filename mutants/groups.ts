/** The code whose tests are judged, and which tests judge it. */
export interface Group {
  readonly name: string;
  /** Files of the product, from the root. */
  readonly files: string;
  /** Tests that may reach the files. Those that start the bundles of services do not see a mutant. */
  readonly tests: readonly string[];
  /** The number of mutants, chosen by the seed. Without one, all are run. */
  readonly sample?: number;
}

const UNIT = {
  tests: [
    '{packages/{core,fold,nodes,proof}/src,packages/sdk/src/proof,truth/src}/**/!(*.integration).test.ts',
  ],
} as const;

export const GROUPS: readonly Group[] = [
  { name: 'core', files: 'packages/core/src/**/*.ts', ...UNIT },
  { name: 'proof', files: 'packages/proof/src/**/*.ts', ...UNIT },
  { name: 'fold', files: 'packages/fold/src/**/*.ts', ...UNIT },
  {
    // Most of fold is tested with chains.
    name: 'fold-chains',
    files: 'packages/fold/src/**/*.ts',
    tests: ['apps/indexer/src/{follow,bootstrap}/*.test.ts'],
    sample: 100,
  },
  {
    name: 'answers',
    files: 'apps/api/src/answers/**/*.ts',
    tests: ['apps/api/src/{answers,operations}/**/*.test.ts'],
    sample: 300,
  },
  {
    name: 'store',
    files: 'packages/store/src/write/**/*.ts',
    tests: [
      'packages/store/src/{write,follow,read}/**/*.test.ts',
      'apps/indexer/src/{bootstrap,commands}/*.test.ts',
    ],
    sample: 150,
  },
  {
    name: 'nodes',
    files: 'packages/nodes/src/**/*.ts',
    tests: ['packages/nodes/src/**/*.test.ts'],
    sample: 150,
  },
];
