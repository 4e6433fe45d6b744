/** The site in a frame of another page, as Safe shows its apps. */
import { type LocalChain, startLocalChain } from '@mandate/contracts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Parent, startParent } from './parent-page.ts';
import { startWebService, type WebService } from './service.ts';
import { DESKTOP, openSite, PHONE, type Site } from './site.ts';

/** Pages of two origins that show any page in a frame. */
let listed: Parent;
let stranger: Parent;
let site: Site;
let chain: LocalChain;
let service: WebService;
beforeAll(async () => {
  [listed, stranger] = await Promise.all([startParent(), startParent()]);
  [site, chain] = await Promise.all([openSite(), startLocalChain({ chainId: 1 })]);
  service = await startWebService(chain, { webDir: site.folder, safeAppOrigins: [listed.url] });
});
afterEach(() => site?.closePages());
afterAll(async () => {
  await site?.close();
  await service?.close();
  await chain?.stop();
  listed?.close();
  stranger?.close();
});

/** Opens a page that shows a path of the site in a frame. */
const openFramed = (parent: Parent, path: string): Promise<Page> =>
  site.open(parent.frame(service.url + path));

const app = (page: Page) => page.frameLocator('iframe');
/** The frame itself, for axe. */
const frameOf = (page: Page) => page.frames()[1] ?? page.mainFrame();
const heading = (page: Page) => app(page).getByRole('heading', { level: 1 });
const REFUSED = /frame-ancestors/;

test('a listed page frames the site, which refuses to manage keys there', async () => {
  const page = await openFramed(listed, '/');
  await heading(page).waitFor();
  await app(page).getByRole('link', { name: 'Developer' }).click();
  await app(page).getByRole('heading', { name: 'Open this page in a tab of its own' }).waitFor();
  expect(await app(page).getByRole('button', { name: 'Sign in' }).count()).toBe(0);
  const link = app(page).getByRole('link', { name: 'Open the developer page in a new tab' });
  const [tab] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  await tab.getByRole('button', { name: 'Sign in' }).waitFor();
  for (const [colorScheme, viewport] of [
    ['dark', PHONE],
    ['light', DESKTOP],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await photograph(page, `developer-${viewport.width}`);
  }
  expect(await site.listViolations(frameOf(page))).toEqual([]);
});

test.each([
  ['a page that is not listed', '/', () => stranger],
  ['a listed page, which may not frame keys,', '/developer', () => listed],
])('%s shows nothing of %s', async (_, path, parent) => {
  const page = await openFramed(parent(), path);
  await expect.poll(() => site.complaints.some((text) => REFUSED.test(text))).toBe(true);
  expect(await heading(page).count()).toBe(0);
});

async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/safe-${name}.png` });
}
