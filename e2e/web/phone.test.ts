/** A code on the screen opens the same action on a phone. */
import { type LocalChain, startLocalChain } from '@mandate/contracts';
import { createDelegation, FULL_RIGHTS, parseAddress } from '@mandate/core';
import jsQR from 'jsqr';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startWebService, type WebService } from './service.ts';
import { DESKTOP, openSite, PHONE, type Site } from './site.ts';

const NARROW = { width: 360, height: 740 };
const createAddress = (digits: string) => parseAddress(`0x${digits.padStart(40, '0')}`);
const [VAULT, HOT, CONTRACT] = [createAddress('c01d'), createAddress('407'), createAddress('c0c0c0')];
const grant = { registry: 'v2', from: VAULT, to: HOT, rights: FULL_RIGHTS } as const;

let site: Site;
let chain: LocalChain;
let service: WebService;
beforeAll(async () => {
  [site, chain] = await Promise.all([openSite(), startLocalChain({ chainId: 1 })]);
  service = await startWebService(chain, { webDir: site.folder, hasUnfollowed: false });
  await service.grant([
    createDelegation({ ...grant, kind: 'all' }),
    createDelegation({ ...grant, kind: 'contract', contract: CONTRACT }),
  ]);
});
afterEach(() => site?.closePages());
afterAll(async () => {
  await site?.close();
  await service?.close();
  await chain?.stop();
});

/** Reads the code as a camera does, and opens its link on a narrow phone. */
async function scan(page: Page, name: string): Promise<Page> {
  await page.getByRole('button', { name: 'Open on your phone' }).click();
  const code = page.getByRole('img', { name: 'QR code of this page and action' });
  await code.waitFor();
  for (const [colorScheme, viewport] of [
    ['light', PHONE],
    ['dark', DESKTOP],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await code.scrollIntoViewIfNeeded();
    await photograph(page, `${name}-${viewport.width}`);
  }
  expect(await site.listViolations(page)).toEqual([]);
  const { data, width, height } = PNG.sync.read(await page.screenshot());
  const read = jsQR.default(Uint8ClampedArray.from(data), width, height);
  if (!read) throw new Error('The screenshot shows no code.');
  const links = await page.getByRole('link', { name: 'MetaMask' }).getAttribute('href');
  expect(links).toBe(read.data.replace('http://', 'https://link.metamask.io/dapp/'));
  return site.open(read.data, { viewport: NARROW, isMobile: true, hasTouch: true });
}

async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/phone-${name}.png` });
}

async function fits(page: Page, name: string): Promise<void> {
  await photograph(page, name);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
}

test('a revocation', async () => {
  const page = await site.open(`${service.url}/explorer/${VAULT}`, { reducedMotion: 'reduce' });
  await page.getByRole('button', { name: /^Revoke ?: Whole contract/ }).click();
  const phone = await scan(page, 'revoke');
  const dialog = phone.getByRole('dialog', { name: 'Revoke a delegation' });
  await dialog.getByText('Whole contract').first().waitFor();
  await dialog.getByText('Afterwards').waitFor();
  expect(new URL(phone.url()).search).toBe('');
  await fits(phone, 'revoke-360');
});

test('a grant', async () => {
  const query = `chain=1&kind=erc1155&from=${VAULT}&to=${HOT}&contract=${CONTRACT}&token=7&amount=3&rights=claim`;
  const page = await site.open(`${service.url}/grant?${query}`, { reducedMotion: 'reduce' });
  await page.getByLabel('Token id').fill('8');
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  const phone = await scan(page, 'grant');
  expect(await phone.getByLabel('Token id').inputValue()).toBe('8');
  expect(await phone.getByLabel('Amount', { exact: true }).inputValue()).toBe('3');
  await phone.getByRole('button', { name: 'Review', exact: true }).click();
  await phone.getByText(' may act for ').waitFor();
  await fits(phone, 'grant-360');
});
