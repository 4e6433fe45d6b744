/** The review of a wallet in a browser: its findings, the rows of each, and what it says about the unknown. */
import { type LocalChain, readSampleCode, startLocalChain } from '@mandate/contracts';
import {
  createDelegation,
  type DelegationFields,
  FULL_RIGHTS,
  parseAddress,
  rightsWithExpiry,
} from '@mandate/core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startWebService, type WebService } from './service.ts';
import { LOOKS, openSite, type Site } from './site.ts';

const createAddress = (digits: string) => parseAddress(`0x${digits.padStart(40, '0')}`);
const [COLD, HOT, FRIEND] = [createAddress('c01d'), createAddress('407'), createAddress('f12e')];
const [SMART, COLLECTION] = [createAddress('5afe'), createAddress('c0c0c0')];
const [QUIET, CROWDED] = [createAddress('d01e'), createAddress('c20')];
const EXPIRED = rightsWithExpiry(`0x${'ab'.repeat(24)}`, 1_500_000_000);
const STRANGERS = Array.from({ length: 10 }, (_, index) => createAddress(`e${index}`));

const grant = (fields: Partial<DelegationFields>) =>
  createDelegation({ registry: 'v2', kind: 'all', from: COLD, to: HOT, rights: FULL_RIGHTS, ...fields });
const ofCollection = { kind: 'contract', contract: COLLECTION } as const;
const GRANTS = [
  grant({}),
  grant({ registry: 'v1' }),
  grant({ ...ofCollection, to: FRIEND }),
  grant({ ...ofCollection, to: SMART, rights: EXPIRED }),
  grant({ ...ofCollection, to: SMART }),
  ...STRANGERS.map((from) => grant({ ...ofCollection, from, to: CROWDED })),
  grant({ ...ofCollection, from: QUIET, to: FRIEND }),
  grant({ ...ofCollection, from: CROWDED, to: QUIET }),
  grant({ ...ofCollection, from: QUIET, to: CROWDED }),
];

let site: Site;
let chain: LocalChain;
let service: WebService;

beforeAll(async () => {
  const contracts = new Map([[SMART, readSampleCode('sample-erc721')]]);
  [site, chain] = await Promise.all([openSite(), startLocalChain({ chainId: 1, contracts })]);
  service = await startWebService(chain, { webDir: site.folder, hasUnfollowed: false });
  await service.grant(GRANTS);
});
afterEach(() => site?.closePages());
afterAll(async () => {
  await site?.close();
  await service?.close();
  await chain?.stop();
});

const review = (page: Page) => page.getByRole('region', { name: 'Review' });
const titles = (page: Page) => review(page).locator('summary').allTextContents();
const finding = (page: Page, title: string) => review(page).getByRole('listitem').filter({ hasText: title });
const shown = (page: Page, text: string) =>
  page.getByRole('status').getByText(text, { exact: true }).waitFor();
const open = (wallet: string, query = '', options?: BrowserContextOptions) =>
  site.open(`${service.url}/explorer/${wallet}?view=review&${query}`, options);
const attention = (page: Page) => page.locator('.explorer__attention');
/** A node that did not answer in time is asked again after half a minute. */
const LOOKUP = { timeout: 45_000 };
const WHOLE = '1 wallet may act for this whole wallet';

test('a review says what deserves attention, and shows the rows of each finding', async () => {
  const page = await open(COLD);
  await finding(page, '1 wallet that may act is a contract').waitFor(LOOKUP);
  expect(await titles(page)).toEqual([
    WHOLE,
    '1 wallet that may act is a contract',
    '1 v1 delegation is in registry v2, too',
    '1 exclusive right has expired',
    '1 wallet shares a single delegation with this one',
  ]);
  await finding(page, 'exclusive right').locator('summary').click();
  expect(await finding(page, 'exclusive right').textContent()).toContain(
    'an app that asks it for exactly these rights still gets a yes',
  );
  await finding(page, '1 wallet that may act is a contract')
    .getByRole('button', { name: 'Show 2 delegations' })
    .click();
  await shown(page, '2 of 5 delegations');
  expect(new URL(page.url()).searchParams.get('review')).toBe('contracts');
  const other = await site.open(page.url());
  await shown(other, '2 of 5 delegations');
  await attention(other).getByText('1 wallet that may act is a contract').waitFor();
  await attention(other).getByRole('button', { name: 'Show all' }).click();
  await shown(other, '5 delegations');
  await attention(other).getByText('5 things may need your attention.').waitFor(LOOKUP);
  expect(site.complaints).toEqual([]);
});

test('what a finding is about can be revoked from it', async () => {
  const page = await open(COLD);
  await finding(page, 'v1 delegation').getByRole('button', { name: 'Revoke…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await dialog.getByText('v1').first().waitFor();
});

test('ordinary incoming delegations are not marked; a crowd of strangers is, and explained', async () => {
  const page = await open(CROWDED);
  await finding(page, '10 strangers delegated').getByRole('button', { name: 'Show 10 delegations' }).click();
  await shown(page, '10 of 12 delegations');
  const badge = page.getByRole('button', { name: /^Maybe unsolicited/ }).first();
  await badge.focus();
  await page.locator('.full-text-tip').getByText('within 24 hours').waitFor();
  await page.getByRole('radio', { name: 'Review' }).check();
  // Only the strangers can revoke.
  await finding(page, '10 strangers delegated').waitFor();
  expect(await review(page).getByRole('button', { name: 'Revoke…' }).count()).toBe(0);
  await page.goto(`${service.url}/explorer/${FRIEND}`);
  await shown(page, '2 delegations');
  await attention(page).getByText('Nothing stands out').waitFor();
  expect(await page.getByText('unsolicited', { exact: false }).count()).toBe(0);
});

test('delegations become old with time, and the past is not revoked', async () => {
  const page = await open('0x'.padEnd(42, '9'));
  await page.clock.install({ time: Date.now() + 3 * 366 * 86_400_000 });
  await page.goto(`${service.url}/explorer/${COLD}?view=review`);
  await finding(page, '5 delegations are older than 2 years').waitFor();
  const { timestamp } = await chain.client.getBlock();
  // A time is known once a later block exists.
  await service.mine();
  const at = new Date(Number(timestamp) * 1_000).toISOString().replace('.000Z', 'Z');
  const past = await open(COLD, `at=${at}`);
  await finding(past, WHOLE).waitFor();
  expect(await review(past).getByRole('button', { name: 'Revoke…' }).count()).toBe(0);
  expect(await review(past).textContent()).toContain('Which wallets are contracts is known for now only');
});

test('a finding that is gone leaves a way back', async () => {
  const page = await site.open(`${service.url}/explorer/${FRIEND}?review=old`);
  await attention(page).getByRole('button', { name: 'Show all' }).click();
  await shown(page, '2 delegations');
});

test.each(LOOKS)('a review is accessible: %s, %o', async (colorScheme, viewport) => {
  const page = await open(COLD, '', { colorScheme, viewport, reducedMotion: 'reduce' });
  await finding(page, 'is a contract').waitFor(LOOKUP);
  await finding(page, WHOLE).locator('summary').press('Enter');
  await finding(page, WHOLE).getByRole('button', { name: 'Show 2 delegations' }).press('Enter');
  await shown(page, '2 of 5 delegations');
  const folder = process.env['SCREENSHOTS'];
  const path = `${folder}/review-${colorScheme}-${viewport.width}.png`;
  if (folder) await page.screenshot({ path, fullPage: true });
  expect(await site.listViolations(page)).toEqual([]);
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect(overflow).toBeLessThanOrEqual(0);
});
