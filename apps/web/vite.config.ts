import type { IncomingMessage } from 'node:http';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { bundlePicker } from '../../packages/sdk/bundle-picker.ts';

/** Paths that the API answers. All others are pages or files of the site. */
const API_PATHS =
  '^/(registry|resolve|wallets|names|changes|networks|status|audit|batch|health|docs|manifest\\.json|openapi\\.json|errors|llms\\.txt|developer/api/)(.*)$';

/** The API answers programs under these paths. In a browser they are pages. */
const PAGE_AND_API = /^\/(?:status|audit)(?:\?|$)/;

function keepPage({ url = '', headers }: IncomingMessage): string | undefined {
  return PAGE_AND_API.test(url) && headers.accept?.includes('text/html') ? '/index.html' : undefined;
}

/** A static host does not send our headers, so the page declares its own policy. */
function contentSecurityPolicy(urls: string): Plugin {
  const origins = urls.split(' ').flatMap((url) => (url ? new URL(url).origin : []));
  const content = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    ["connect-src 'self'", ...new Set(origins)].join(' '),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
  return {
    name: 'content-security-policy',
    // The dev server injects scripts for hot reloading.
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content },
        injectTo: 'head-prepend',
      },
    ],
  };
}

/** Static hosts serve 404.html for unknown paths, which makes deep links work. */
const notFoundPage: Plugin = {
  name: 'not-found-page',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const page = bundle['index.html'];
      if (page?.type === 'asset') {
        this.emitFile({ type: 'asset', fileName: '404.html', source: page.source });
      }
    },
  },
};

/** The service serves `<mandate-vaults>` beside the site. Nothing in it is shared with the site's own scripts. */
const picker: Plugin = {
  name: 'picker',
  apply: 'build',
  async generateBundle() {
    for (const { fileName, code } of await bundlePicker())
      this.emitFile({ type: 'asset', fileName: `picker/assets/${fileName}`, source: code });
  },
};

export default defineConfig(() => {
  const { VITE_API_URL = '', VITE_PUBLIC_NODES = '', API_URL = 'http://127.0.0.1:8080' } = process.env;
  const proxy = { [API_PATHS]: { target: API_URL, bypass: keepPage } };
  return {
    plugins: [react(), contentSecurityPolicy(`${VITE_API_URL} ${VITE_PUBLIC_NODES}`), notFoundPage, picker],
    // Uses the packages' sources, so that they need no build.
    resolve: {
      conditions: ['source', 'module', 'browser', 'development|production'],
    },
    server: { proxy },
    preview: { proxy },
    build: {
      target: 'es2023',
      // A script in a data: URL would require a weaker policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  };
});
