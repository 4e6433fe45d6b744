/** Reads, searches and tries the documentation in a browser, as the service serves it over a real chain. */
import { join } from 'node:path';
import { type LocalChain, readSampleCode, startLocalChain } from '@mandate/contracts';
import { createDelegation, type DelegationFields, FULL_RIGHTS, parseAddress } from '@mandate/core';
import { writeExampleAudit } from '@mandate/testing/service/example-audit';
import { size } from '@mandate/testing/size';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildProduction } from '../deploy/production-folder.ts';
import { BUILD_TIMEOUT_MS } from '../shared-folder.ts';
import { startWebService, type WebService } from '../web/service.ts';
import { LOOKS, openBuilt, type Site } from '../web/site.ts';
import { type Crawl, crawl } from './links.ts';
import { startStaticHost } from './site.ts';

const createAddress = (digits: string) => parseAddress(`0x${digits.padStart(40, '0')}`);
const [VAULT, HOT, CONTRACT] = [createAddress('c01d'), createAddress('407'), createAddress('c0c0c0')];
const grant = (fields: Partial<DelegationFields>) =>
  createDelegation({ registry: 'v2', kind: 'all', from: VAULT, to: HOT, rights: FULL_RIGHTS, ...fields });
const token = { contract: CONTRACT, tokenId: 2n ** 256n - 1n };
const GRANTED = [
  grant({}),
  grant({ kind: 'contract', contract: CONTRACT }),
  grant({ kind: 'erc721', ...token }),
  grant({ kind: 'erc1155', ...token, amount: 3n }),
  grant({ kind: 'erc20', contract: CONTRACT, amount: 2_500n }),
  grant({ registry: 'v1', kind: 'all' }),
  grant({ registry: 'v1', kind: 'contract', contract: CONTRACT }),
  grant({ registry: 'v1', kind: 'token', ...token }),
];
/** More than a local chain keeps open. */
const BLOCKS_TO_FINAL = 100;
const REVOKED = grant({ to: createAddress('bad') });

const READ = '/docs/guides/token-gate/';
const TRIED = '/docs/reference/operations/v2checkerc721/';

let folder: string;
let crawled: Crawl;
let operations: readonly string[];
let site: Site;
let chain: LocalChain;
let service: WebService;
let url: string;

beforeAll(async () => {
  folder = join(await buildProduction(), 'apps/docs/dist');
  crawled = crawl(folder);
  // Webhooks take a key, so their pages have no form.
  operations = crawled.pages.filter((path) => /\/reference\/operations\/(?!.*webhook)/.test(path));
  const contracts = new Map([[CONTRACT, readSampleCode('sample-erc721')]]);
  [site, chain] = await Promise.all([openBuilt(folder), startLocalChain({ chainId: 1, contracts })]);
  service = await startWebService(chain, { docsDir: folder });
  url = service.url;
  await service.grant([...GRANTED, REVOKED]);
  await service.revoke([REVOKED]);
  // Makes the grants final.
  await chain.mine(BLOCKS_TO_FINAL);
  await service.grant([]);
  await writeExampleAudit(service.database, 1, { untilBlock: BLOCKS_TO_FINAL });
}, BUILD_TIMEOUT_MS);
afterEach(() => site?.closePages());
afterAll(async () => {
  await site?.close();
  await service?.close();
  await chain?.stop();
});

test('no link is dead, and every page is linked', () => {
  expect(crawled.links).toBeGreaterThan(1_000);
  expect(crawled).toMatchObject({ dead: [], unreachable: [] });
});

const status = (page: Page) => page.locator('.try-it__status strong');
const body = (page: Page) => page.getByRole('region', { name: 'Body of the answer' });
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const send = (page: Page) => page.getByRole('button', { name: 'Send' }).click();

describe('the form of an operation', () => {
  test('sent as it is, every one gets a 200 about this ledger', async () => {
    expect(operations.length).toBeGreaterThan(20);
    const page = await site.open(url + TRIED);
    const answers: [string, string | null][] = [];
    for (const path of operations) {
      await page.goto(url + path);
      await send(page);
      answers.push([path, await status(page).textContent()]);
      const text = (await body(page).textContent()) ?? '';
      const command = (await page.locator('[data-command]').textContent()) ?? '';
      if (/v[12]check/.test(path)) expect(text, path).toMatch(/^(?:true|[1-9]\d*)$/);
      if (/check|list|resolve|batch/.test(path))
        expect(command.toLowerCase(), path).toMatch(/0{36}(?:c01d|0407)/);
      expect(command, path).toContain(url);
    }
    expect(answers.filter(([, text]) => text !== '200 OK')).toEqual([]);
    expect(site.complaints).toEqual([]);
  });

  test('looks up its values with two requests that count, and once a visit', async () => {
    const asked: string[] = [];
    const page = await site.open(url + READ);
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    for (const path of operations.filter((each) => each.includes('v2check')).slice(0, 3)) {
      await page.goto(url + path);
      await send(page);
      await status(page).waitFor();
    }
    expect(asked.filter((path) => ['/changes', '/batch', '/status'].includes(path)).toSorted()).toEqual([
      '/batch',
      '/changes',
      '/status',
    ]);
  });

  test('never sends parameters together that exclude each other', async () => {
    const page = await site.open(`${url}/docs/reference/operations/resolve/`);
    await expect.poll(() => field(page, 'from').isDisabled()).toBe(true);
    expect(await field(page, 'tokenId').isDisabled()).toBe(true);
    await page.goto(url + TRIED);
    await page.getByText('Optional parameters').click();
    await field(page, 'blockTag').selectOption('safe');
    for (const name of ['atBlock', 'atTime', 'consistency'])
      expect(await field(page, name).isDisabled()).toBe(true);
    await field(page, 'blockTag').selectOption('');
    await field(page, 'atBlock').fill('1');
    expect(await field(page, 'minBlock').isDisabled()).toBe(true);
    expect(await page.locator('[data-command]').textContent()).toContain('atBlock=1');
  });

  test('says what to do about a 429', async () => {
    const page = await site.open(url + TRIED);
    await field(page, 'tokenId').fill('7');
    await page.route('**/registry/**', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '7' },
        body: '{}',
        contentType: 'application/json',
      }),
    );
    await send(page);
    await page.getByText('Try again in 7 seconds.').waitFor();
  });

  test('asks for the service where the host has only files', async () => {
    const host = await startStaticHost(folder);
    try {
      const page = await site.open(host.url + TRIED);
      await page.getByLabel('Origin of your service').fill(url);
      await page.getByLabel('Origin of your service').blur();
      await send(page);
      await expect.poll(() => status(page).textContent()).toBe('200 OK');
      expect(await body(page).textContent()).toBe('true');
    } finally {
      await host.close();
    }
  });
});

test.each([
  ['invalid_parameters', 'Errors'],
  ['airdrop merkle', 'Airdrops and claims'],
])(
  'search finds %s and opens its page, without a word from the content security policy',
  async (words, title) => {
    const page = await site.open(url + READ);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('textbox', { name: 'Search' }).fill(words);
    await page.locator('.pagefind-ui__result-link', { hasText: title }).first().click();
    await page.getByRole('heading', { name: title, exact: true }).waitFor();
    expect(site.complaints).toEqual([]);
  },
);

test('a script that gets into a page does not run', async () => {
  const page = await site.open(url + READ);
  const blocked = await page.evaluate(`new Promise((resolve) => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
    window.onInjected = () => resolve('it ran');
    const script = document.createElement('script');
    script.textContent = 'onInjected()';
    document.head.append(script);
  })`);
  expect(blocked).toBe('script-src-elem');
});

test.each([
  [READ, 60_000],
  [TRIED, 150_000],
])('%s loads less than %i bytes of script', async (path, limit) => {
  const page = await site.open(url + path);
  await page.waitForLoadState('networkidle');
  const sizes = await page.evaluate<number[]>(
    "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).map(({ encodedBodySize }) => encodedBodySize)",
  );
  expect(sizes.length).toBeGreaterThan(3);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(limit);
});

test('the theme that is chosen stays, also in the web app', async () => {
  const page = await site.open(url + READ, { colorScheme: 'light' });
  await page.getByRole('button', { name: 'Change the theme' }).click();
  await page.goto(url + TRIED);
  expect(await page.evaluate('[document.documentElement.dataset.theme, localStorage.theme]')).toEqual([
    'dark',
    'dark',
  ]);
});

/** Each kind of page is looked at, which all others share their layout with; at night, all pages are. */
const OF_EACH_KIND = ['/docs/', READ, TRIED, '/docs/reference/operations/batch/'];
const listLookedAt = () => (size(0, 1) ? crawled.pages : OF_EACH_KIND);

test.each(LOOKS)(
  'pages are accessible and break no rule of their policy: %s, %o',
  async (colorScheme, viewport) => {
    const page = await site.open(url + READ, { colorScheme, viewport, reducedMotion: 'reduce' });
    const found: string[] = [];
    for (const path of listLookedAt()) {
      await page.goto(url + path);
      if (path === TRIED) {
        await send(page);
        await status(page).waitFor();
      }
      found.push(...(await site.listViolations(page)));
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      if (overflow > 0) found.push(`${path} is ${overflow} pixels too wide`);
    }
    expect(found).toEqual([]);
    expect(site.complaints).toEqual([]);
  },
);
