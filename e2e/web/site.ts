/** The built site in a real browser. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { size } from '@mandate/testing/size';
import { type Browser, type BrowserContextOptions, chromium, type Frame, type Page } from 'playwright-core';
import { BUILD_ENVIRONMENT } from '../deploy/production-folder.ts';
import { must } from '../run-command.ts';
import { shareFolder } from '../shared-folder.ts';

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

type Look = readonly [colorScheme: 'light' | 'dark', viewport: typeof PHONE];
/** The theme and the screen where most goes wrong. With FULL=1 all four ways. `web-sweep` looks at each page in two ways. */
export const LOOKS: readonly Look[] = [
  ['dark', PHONE],
  ...(size(0, 1)
    ? ([
        ['light', DESKTOP],
        ['dark', DESKTOP],
        ['light', PHONE],
      ] as const)
    : []),
];

const PAGE_TIMEOUT_MS = 60_000;
/** A browser without windows needs a third of the processor time. Not every system has it. */
const CHROMIUM =
  process.env['CHROMIUM'] || ['/usr/bin/chromium-headless-shell'].find(existsSync) || '/usr/bin/chromium';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export type Site = Awaited<ReturnType<typeof openBuilt>>;

/** Opens a browser for the site of this version, which is built once for all journeys. */
export async function openSite(): Promise<Site> {
  const folder = await shareFolder('site', async (outDir) => {
    const options = ['--outDir', outDir, '--emptyOutDir'];
    await must('npm', ['run', '--silent', 'build:web', '--', ...options], {
      cwd: '.',
      environment: BUILD_ENVIRONMENT,
    });
  });
  return openBuilt(folder);
}

let launched: Browser | null = null;

/** Returns the browser of this worker. Files share it, and it ends with the worker. */
export async function getBrowser(): Promise<Browser> {
  if (!launched?.isConnected()) {
    // Without a graphics card, drawing in one more process only takes time.
    const args = ['--no-sandbox', '--disable-gpu', '--process-per-site'];
    launched = await chromium.launch({ executablePath: CHROMIUM, args });
  }
  return launched;
}

export async function openBuilt(folder: string) {
  const browser = await getBrowser();
  const closePages = async () => {
    for (const context of browser.contexts()) await context.close();
  };
  const complaints: string[] = [];
  return {
    /** The build folder, for the API to serve. */
    folder,
    /** Console errors since the last page was opened, including violations of the content security policy. */
    complaints,
    async open(url: string, options: BrowserContextOptions = {}) {
      const context = await browser.newContext({ viewport: DESKTOP, ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(PAGE_TIMEOUT_MS);
      complaints.splice(0);
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        // Unknown answers are 503, and those of a busy machine, which the page asks for again.
        const isAnswer = message.text().includes('status of 503');
        if (message.type() === 'error' && !isAnswer) complaints.push(message.text());
      });
      await page.goto(url);
      return page;
    },
    /** Returns axe-core's findings for a page or a frame in its current state. */
    async listViolations(page: Page | Frame) {
      if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
      const found = await page.evaluate<{ id: string; html: string }[]>(`
        axe.run({ resultTypes: ['violations'] })
          .then(({ violations }) => violations.map(({ id, nodes: [{ html }] }) => ({ id, html })))`);
      return found.map(({ id, html }) => `${page.url()} ${id}: ${html}`);
    },
    closePages,
    close: closePages,
  };
}
