/**
 * Every page of the service, light and dark, on a phone and a desktop: accessible, without a complaint of the browser, and
 * never wider than the screen. With `SCREENSHOTS`, keeps a picture of each.
 */
import { gzipSync } from 'node:zlib';
import { type LocalChain, startLocalChain } from '@mandate/contracts';
import { createDelegation, type DelegationFields, FULL_RIGHTS, parseAddress } from '@mandate/core';
import { writeExampleHistory } from '@mandate/testing/ledger/example-history';
import { writeExampleAudit } from '@mandate/testing/service/example-audit';
import { size } from '@mandate/testing/size';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startWebService, UNFOLLOWED, type WebService } from './service.ts';
import { DESKTOP, openSite, PHONE, type Site } from './site.ts';

const createAddress = (digits: string) => parseAddress(`0x${digits.padStart(40, '0')}`);
const [VAULT, HOT, CONTRACT] = [createAddress('c01d'), createAddress('407'), createAddress('c0c0c0')];
const grant = (fields: Partial<DelegationFields>) =>
  createDelegation({ registry: 'v2', kind: 'all', from: VAULT, to: HOT, rights: FULL_RIGHTS, ...fields });
const GRANTED = [
  grant({ to: createAddress('a11') }),
  grant({ to: createAddress('beef'), kind: 'erc721', contract: CONTRACT, tokenId: 7n }),
  grant({ kind: 'erc20', contract: CONTRACT, amount: 2_500n }),
  grant({ registry: 'v1', kind: 'contract', contract: CONTRACT }),
  grant({ from: createAddress('f00d'), to: VAULT }),
];
const MAX_FIRST_SCRIPT_BYTES = 150_000;
const folder = process.env['SCREENSHOTS'];

let site: Site;
let chain: LocalChain;
let service: WebService;
beforeAll(async () => {
  [site, chain] = await Promise.all([openSite(), startLocalChain({ chainId: 1 })]);
  service = await startWebService(chain, { webDir: site.folder });
  await service.grant(GRANTED);
  // The page shows an older report as old, not as verified.
  const day = new Date().toISOString().slice(0, 10);
  await writeExampleAudit(service.database, 1, { untilBlock: 2, day });
  await writeExampleHistory(service.database, 1, 720, (ago) => {
    if (ago >= 20 && ago < 23) return null;
    if (ago === 19 || ago === 120) return { lagSeconds: 1_260, state: 'lagging' };
    if (ago > 6_000) return { lagSeconds: 9_000_000, state: 'indexing' };
    return { lagSeconds: 12 + (ago % 7), state: 'ready' };
  });
});
afterEach(() => site?.closePages());
afterAll(async () => {
  await site?.close();
  await service?.close();
  await chain?.stop();
});

/** Expected errors are not complaints: 401 before signing in, 404 of a page that does not exist. */
const complaints = () => site.complaints.filter((text) => !/status of (401|404)/.test(text));

async function photograph(page: Page, name: string): Promise<void> {
  if (folder) await page.screenshot({ path: `${folder}/sweep-${name}.png`, fullPage: true });
}

interface SweptPage {
  readonly name: string;
  readonly path: string;
  /** Resolves when the page shows all that it has. */
  ready(page: Page): Promise<unknown>;
}

const PAGES: readonly SweptPage[] = [
  { name: 'home', path: '/', ready: (page) => page.getByText('Chain status').waitFor() },
  {
    name: 'explorer-start',
    path: '/explorer',
    ready: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'explorer',
    path: `/explorer/${VAULT}`,
    ready: (page) => page.getByText('2,500').first().waitFor(),
  },
  {
    name: 'check',
    path: `/check?kind=erc20&to=${HOT}&from=${VAULT}&contract=${CONTRACT}&chain=1`,
    ready: (page) => page.getByRole('status').getByText('2,500', { exact: true }).waitFor(),
  },
  {
    name: 'check-unknown',
    path: `/check?kind=all&to=${HOT}&from=${VAULT}&chain=${UNFOLLOWED}`,
    ready: (page) => page.getByText('Unknown right now').waitFor(),
  },
  { name: 'grant', path: '/grant', ready: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
  {
    name: 'developer',
    path: '/developer',
    ready: (page) => page.getByRole('button', { name: 'Sign in' }).waitFor(),
  },
  {
    name: 'status',
    path: '/status',
    ready: async (page) => {
      await page.getByText('Signature verified in this browser').waitFor();
      await page.getByRole('slider', { name: 'Ethereum, last 24 hours' }).waitFor();
    },
  },
  { name: 'errors', path: '/errors', ready: (page) => page.getByText('chain_not_ready').first().waitFor() },
  { name: 'not-found', path: '/nowhere', ready: (page) => page.getByText('Page not found').waitFor() },
];

const WAYS = [
  ['light', 'desktop', DESKTOP],
  ['dark', 'phone', PHONE],
  ['dark', 'desktop', DESKTOP],
  ['light', 'phone', PHONE],
] as const;
/** Each theme and each screen once; with FULL=1 all four ways. */
const LOOKS = WAYS.slice(0, size(2, 4));

test.each(PAGES)('$name is accessible, complains of nothing and fits', async ({ name, path, ready }) => {
  const page = await site.open(service.url + path, { reducedMotion: 'reduce' });
  await ready(page);
  for (const [colorScheme, device, viewport] of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    const look = `${name}-${device}-${colorScheme}`;
    await photograph(page, look);
    expect.soft(await site.listViolations(page), look).toEqual([]);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect.soft(overflow, `${look} is wider than the screen`).toBeLessThanOrEqual(0);
  }
  expect(complaints()).toEqual([]);
});

test('the policy of every page has no unsafe directive and no wildcard', async () => {
  for (const { name, path } of PAGES) {
    const { headers } = await fetch(service.url + path, { headers: { accept: 'text/html' } });
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy, name).toContain("default-src 'none'");
    expect(policy, name).not.toMatch(/unsafe-|\*/);
  }
});

/** Words that only the code of wallets, of Safe and of codes for phones has. */
const OF_WALLETS =
  /eth_sendTransaction|eip6963:requestProvider|wallet_switchEthereumChain|getSafeInfo|QR code of|Proposed to/;

test('the first page loads at most 150 kB of script, and nothing of wallets', async () => {
  const page = await site.open('about:blank');
  const scripts: { readonly url: string; readonly text: string }[] = [];
  const reading: Promise<unknown>[] = [];
  page.on('response', (response) => {
    if (!/javascript/.test(response.headers()['content-type'] ?? '')) return;
    reading.push(response.text().then((text) => scripts.push({ url: response.url(), text })));
  });
  await page.goto(service.url, { waitUntil: 'networkidle' });
  await page.getByText('Chain status').waitFor();
  await Promise.all(reading);
  const bytes = scripts.reduce((sum, { text }) => sum + gzipSync(text).length, 0);
  process.stdout.write(`first page: ${(bytes / 1_000).toFixed(1)} kB of script, gzipped\n`);
  expect(scripts.length).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(MAX_FIRST_SCRIPT_BYTES);
  expect(scripts.filter(({ text }) => OF_WALLETS.test(text)).map(({ url }) => url)).toEqual([]);
});

describe('status', () => {
  const bar = (page: Page) => page.getByRole('slider', { name: /^Ethereum, last/ });

  test('the history of a chain is read with the mouse, the keyboard, and as a table', async () => {
    const page = await site.open(`${service.url}/status`);
    const row = page.getByRole('row', { name: /^Ethereum .* behind .* % 21 minutes$/ });
    await row.waitFor();
    const incidents = page.getByRole('region', { name: 'Incidents' });
    await incidents
      .getByText(/^The service did not read Ethereum from .* UTC, and Ethereum was up to 21 minutes behind\./)
      .waitFor();
    await incidents
      .getByText(
        /^Ethereum was up to 21 minutes behind from .* UTC\. Answers were refused, none was wrong\.$/,
      )
      .waitFor();
    await bar(page).focus();
    expect(await bar(page).getAttribute('aria-valuetext')).toMatch(
      / UTC: answered, at most \d+ seconds behind$/,
    );
    const words = () => bar(page).getAttribute('aria-valuetext');
    // The trouble is two hours old, which is 8 spans of 15 minutes.
    for (let i = 0; i < 12 && !(await words())?.includes('not reading'); i++)
      await page.keyboard.press('ArrowLeft');
    expect(await words()).toMatch(/ UTC: the service was not reading/);
    await page.keyboard.press('End');
    expect(await words()).toMatch(/ UTC: answered/);
    await bar(page).hover({ position: { x: 2, y: 10 } });
    await page
      .locator('.history-bar__words')
      .getByText(/answered/)
      .waitFor();
    await page.getByText('30 days', { exact: true }).click();
    await page.getByRole('slider', { name: 'Ethereum, last 30 days' }).waitFor();
    await bar(page).focus();
    await page.keyboard.press('Home');
    await expect.poll(() => bar(page).getAttribute('aria-valuetext')).toMatch(/: read for the first time$/);
    expect(complaints()).toEqual([]);
  });

  test('links to the former page of chains lead here', async () => {
    const page = await site.open(`${service.url}/chains`);
    await page.getByRole('heading', { name: 'Status' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/status');
    await page.getByRole('link', { name: 'Explorer' }).click();
    await page.getByRole('link', { name: 'Status', exact: true }).click();
    await bar(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/status');
  });
});

test('the theme that is chosen on the errors page stays on the site', async () => {
  const page = await site.open(`${service.url}/errors#chain_lagging`, { colorScheme: 'light' });
  await page.getByRole('button', { name: 'Change the theme' }).click();
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  await page.getByRole('link', { name: 'Status' }).click();
  await page.getByRole('button', { name: 'Use the light theme' }).waitFor();
  expect(complaints()).toEqual([]);
});
