/** Pages of a shop with the picker: an origin of its own, and a strict content security policy. */
import { join } from 'node:path';
import { serve } from '@mandate/testing/service/serve';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import type { Site } from '../web/site.ts';

/** Keeps what was chosen. */
const LISTENER = `addEventListener('mandate-vault', ({ detail }) => { window.chosen = detail; });`;
const PACKAGES = join(import.meta.dirname, '../../packages');

export async function bundleReactPage(): Promise<string> {
  const sdk = (entry: string) => join(PACKAGES, 'sdk/src', entry, 'index.ts');
  const built = await rolldown({
    input: join(import.meta.dirname, 'react-page.ts'),
    platform: 'browser',
    resolve: {
      alias: {
        '@mandate/react': join(PACKAGES, 'react/src/index.ts'),
        '@mandate/sdk/live': sdk('live'),
        '@mandate/sdk/picker': sdk('picker'),
        '@mandate/sdk': sdk(''),
      },
    },
    transform: { define: { 'process.env.NODE_ENV': '"development"' } },
    onLog: () => {},
  });
  const { output } = await built.generate({ format: 'iife', codeSplitting: false });
  await built.close();
  return output[0].code;
}

export type PickerPages = Awaited<ReturnType<typeof servePickerPages>>;

export async function servePickerPages(site: Site, scripts: Readonly<Record<string, string>> = {}) {
  let html = '';
  let policy = '';
  const files: Readonly<Record<string, string>> = { '/listener.js': LISTENER, ...scripts };
  const server = await serve(({ url = '' }, response) => {
    const script = files[url];
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html; charset=utf-8');
    response.setHeader('content-security-policy', policy);
    response.end(script ?? html);
  });
  const url = server.url.replace('127.0.0.1', 'localhost');

  async function open(service: string, body: string, options: BrowserContextOptions = {}): Promise<Page> {
    policy = [
      "default-src 'none'",
      `script-src 'self' ${service}`,
      `connect-src ${service}`,
      "style-src 'none'",
      'img-src data:',
      "base-uri 'none'",
    ].join('; ');
    html = `<!doctype html><html lang="en"><head><title>Shop</title><meta name="color-scheme" content="light dark">
      <link rel="icon" href="data:,"></head><body><main><h1>Shop</h1>${body}</main></body></html>`;
    return site.open(url, options);
  }

  return {
    url,
    close: server.close,
    open,
    /** Opens a page with the web component, as the service serves it. */
    openElement(
      service: string,
      attributes: Readonly<Record<string, string>>,
      options?: BrowserContextOptions,
    ) {
      const all = Object.entries({ 'base-url': service, ...attributes });
      const written = all.map(([name, value]) => `${name}="${value}"`).join(' ');
      const scripts = `<script src="/listener.js"></script><script type="module" src="${service}/mandate-vaults.js"></script>`;
      return open(service, `<mandate-vaults ${written}></mandate-vaults>${scripts}`, options);
    },
  };
}

/** What the page was told that the visitor chose. */
export const readChosen = (page: Page) =>
  page.evaluate<{ vault: string; type: string | null; block: number | null } | null>(
    'window.chosen ? { vault: chosen.vault.toLowerCase(), type: chosen.grant && chosen.grant.type, block: chosen.block && chosen.block.number } : null',
  );
