/** Bundles pages of the app, serves them from an origin of their own, and opens them in Chromium. */
import { join } from 'node:path';
import { serve } from '@mandate/testing/service/serve';
import type { Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { getBrowser } from '../web/site.ts';
import type { Setup } from './app.ts';

const PACKAGES = join(import.meta.dirname, '../../packages');
const PAGE_TIMEOUT_MS = 60_000;

/** With React's development build, which warns. */
async function bundle(entry: string): Promise<string> {
  const built = await rolldown({
    input: join(import.meta.dirname, entry),
    platform: 'browser',
    resolve: {
      alias: {
        '@mandate/react/wagmi': join(PACKAGES, 'react/src/wagmi/index.ts'),
        '@mandate/react': join(PACKAGES, 'react/src/index.ts'),
        '@mandate/sdk/calldata': join(PACKAGES, 'sdk/src/calldata/index.ts'),
        '@mandate/sdk/transactions': join(PACKAGES, 'sdk/src/transactions/index.ts'),
        '@mandate/sdk/write': join(PACKAGES, 'sdk/src/write/index.ts'),
        '@mandate/sdk': join(PACKAGES, 'sdk/src/index.ts'),
      },
    },
    transform: { define: { 'process.env.NODE_ENV': '"development"' } },
    onLog: () => {},
  });
  const { output } = await built.generate({ format: 'iife', codeSplitting: false });
  await built.close();
  return output[0].code;
}

interface OpenOptions {
  /** The page as a server has rendered it. */
  readonly rendered?: string;
  readonly script?: 'page.js' | 'wallet-page.js';
  readonly prepare?: (page: Page) => Promise<void>;
}

export type OpenedApp = Awaited<ReturnType<typeof openApp>>;

export async function openApp() {
  const [page, walletPage] = await Promise.all([bundle('page.ts'), bundle('wallet-page.ts')]);
  const scripts: Readonly<Record<string, string>> = { '/page.js': page, '/wallet-page.js': walletPage };
  let html = '';
  const server = await serve(({ url }, response) => {
    const isPage = url === '/';
    response.setHeader('content-type', isPage ? 'text/html; charset=utf-8' : 'text/javascript');
    response.end(isPage ? html : (scripts[url ?? ''] ?? ''));
  });
  const origin = server.url.replace('127.0.0.1', 'localhost');
  const browser = await getBrowser();
  const warnings: string[] = [];
  const requests: { readonly url: string; readonly isStream: boolean; readonly key?: string | undefined }[] =
    [];

  return {
    origin,
    /** Warnings and errors in the console of the last page, apart from failed requests. */
    warnings,
    /** The requests of the last page to the service. */
    requests,
    async open(
      setup: Setup,
      { rendered = '', script = 'page.js', prepare }: OpenOptions = {},
    ): Promise<Page> {
      html = `<!doctype html><html lang="en"><title>Hooks</title><div id="root">${rendered}</div>
        <script>globalThis.setup = ${JSON.stringify(setup).replaceAll('<', '\\u003c')}</script>
        <script src="/${script}"></script></html>`;
      for (const context of browser.contexts()) await context.close();
      const page = await (await browser.newContext()).newPage();
      page.setDefaultTimeout(PAGE_TIMEOUT_MS);
      warnings.splice(0);
      requests.splice(0);
      page.on('pageerror', (error) => warnings.push(error.message));
      page.on('console', (message) => {
        const isSerious = ['error', 'warning'].includes(message.type());
        if (isSerious && !message.text().startsWith('Failed to load resource')) warnings.push(message.text());
      });
      page.on('request', (request) => {
        if (!request.url().startsWith(setup.baseUrl)) return;
        const { accept, 'x-api-key': key } = request.headers();
        requests.push({ url: request.url(), isStream: accept === 'text/event-stream', key });
      });
      await prepare?.(page);
      await page.goto(`${origin}/`);
      return page;
    },
    async close() {
      for (const context of browser.contexts()) await context.close();
      await server.close();
    },
  };
}
