import starlight from '@astrojs/starlight';
import type { StarlightPlugin } from '@astrojs/starlight/types';
import { defineConfig, passthroughImageService } from 'astro/config';
import starlightLlmsTxt from 'starlight-llms-txt';
import starlightOpenAPI from 'starlight-openapi';
import { ORIGIN, REFERENCE } from './src/places.ts';
import { writeReferenceDocument } from './src/reference-document.ts';
import { SIDEBAR } from './src/sidebar.ts';

/** Comes after the plugin of the reference, which replaces these options with its own. */
const codeLook: StarlightPlugin = {
  name: 'code-look',
  hooks: {
    'config:setup': ({ updateConfig }) =>
      updateConfig({
        expressiveCode: {
          removeUnusedThemes: false,
          // A line that is cut hides what it says.
          defaultProps: { frame: 'none', wrap: true, preserveIndent: true },
          styleOverrides: {
            borderRadius: '10px',
            borderColor: 'var(--line)',
            codeBackground: 'var(--sunken)',
          },
        },
      }),
  },
};

export default defineConfig({
  site: process.env['SITE_URL'] || ORIGIN,
  base: '/docs',
  trailingSlash: 'always',
  // Pictures are used as they are, which needs no native library.
  image: { service: passthroughImageService() },
  // A host may forbid inline scripts and styles.
  build: { inlineStylesheets: 'never', assets: 'assets' },
  vite: { build: { assetsInlineLimit: 0 } },
  devToolbar: { enabled: false },
  integrations: [
    starlight({
      title: 'Mandate',
      description: 'Whether one wallet may act for another, and at which block that was true.',
      favicon: '/mark.svg',
      // One source of colours for both sites.
      customCss: [
        '../web/src/styles/tokens.css',
        '../web/src/styles/header.css',
        './src/styles/starlight.css',
        './src/styles/shell.css',
      ],
      components: {
        Header: './src/components/header.astro',
        MarkdownContent: './src/components/markdown-content.astro',
        MobileMenuFooter: './src/components/mobile-menu-footer.astro',
        PageTitle: './src/components/page-title.astro',
        ThemeProvider: './src/components/theme-provider.astro',
        ThemeSelect: './src/components/theme-switch.astro',
      },
      routeMiddleware: './src/route-data.ts',
      sidebar: SIDEBAR,
      credits: false,
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      markdown: {
        processedDirs: [
          ...['../../docs', '../../examples'],
          ...['sdk', 'react', 'cli'].map((name) => `../../packages/${name}`),
        ],
      },
      plugins: [
        starlightOpenAPI([
          {
            base: REFERENCE,
            schema: writeReferenceDocument(),
            // The form on each page has the request as a command, with values that work.
            snippets: { operation: false, requestBody: false, response: false },
          },
        ]),
        codeLook,
        starlightLlmsTxt({ rawContent: true, promote: ['index', 'quickstart'], demote: ['internals/**'] }),
      ],
    }),
  ],
});
