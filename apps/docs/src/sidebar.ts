/**
 * The order of all pages. A page is named by its path in `docs` without `.md`; a page that is missing here or that does not
 * exist fails a test.
 */
import type { StarlightUserConfig } from '@astrojs/starlight/types';
import manifest from '../../../package.json' with { type: 'json' };
import { listExamples } from './example-files.ts';
import { OPERATIONS } from './operations.ts';
import { ERRORS, REFERENCE } from './places.ts';

/** The generated pages of the operations with a tag. */
const operations = (label: string, tag: string) => ({
  label,
  collapsed: true,
  items: OPERATIONS.filter((operation) => operation.tag === tag).map(({ summary, page }) => ({
    label: summary.replace(' (v1)', ''),
    link: `/${page}/`,
  })),
});

export const SIDEBAR: NonNullable<StarlightUserConfig['sidebar']> = [
  {
    label: 'Start',
    items: [
      { label: 'What it is', slug: 'index' },
      'quickstart',
      'why-not-viem',
      'examples',
      {
        label: 'Example files',
        collapsed: true,
        items: listExamples().map((name) => `examples/${name}`),
      },
    ],
  },
  {
    label: 'Guides',
    items: [
      'guides/token-gate',
      'guides/vault-picker',
      'guides/airdrop',
      'guides/exclusive',
      'guides/login',
      'guides/votes-and-snapshots',
      'guides/snapshot',
      'guides/holders',
      'guides/wallet-manager',
      'guides/webhooks',
      'guides/keys',
      'guides/verify',
      'guides/assistants',
    ],
  },
  {
    label: 'Concepts',
    items: [
      'concepts/delegations',
      'concepts/certainty',
      'concepts/questions',
      'concepts/names',
      'concepts/registries',
      'concepts/interface',
    ],
  },
  {
    label: 'Reference',
    items: [
      { label: 'All requests', link: `/${REFERENCE}/` },
      operations('Registry v2', 'v2'),
      operations('Registry v1', 'v1'),
      operations('All registries', 'beyond'),
      operations('Service', 'service'),
      operations('Webhooks', 'webhooks'),
      ERRORS,
      'sdk',
      'react',
      'cli',
    ],
  },
  'moving-from-delegate-xyz',
  {
    label: 'Operating',
    items: [
      'operating/deploying',
      'operating/configuration',
      'operating/indexing',
      'operating/auditing',
      'operating/serving',
      'operating/security-model',
      'operating/operations',
      'operating/runbooks',
      'operating/surviving',
      'operating/performance',
      'operating/scale',
    ],
  },
  { label: 'Why you can trust it', items: ['trust/evidence', 'trust/proofs', 'trust/nodes', 'trust/audit'] },
  {
    label: 'How it is built',
    items: ['internals/architecture', 'internals/domain', 'internals/glossary', 'internals/releasing'],
  },
  { label: `Changelog (version ${manifest.version})`, slug: 'changelog' },
];
