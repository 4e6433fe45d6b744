/** Checks, signs in, creates a key and watches blocks in a browser, on the built site, over a real chain. */
import { type LocalChain, startLocalChain } from '@mandate/contracts';
import {
  createDelegation,
  type DelegationFields,
  FULL_RIGHTS,
  parseAddress,
  rightsFromText,
} from '@mandate/core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { getAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runCode } from '../run-code.ts';
import { copyFrom } from './copy-from.ts';
import { IN_SIGHT, placeOf, SCREENS } from './in-sight.ts';
import { openWithWallet, signIn } from './page-wallet.ts';
import { startWebService, type WebService } from './service.ts';
import { LOOKS, openSite, PHONE, type Site } from './site.ts';

const LARGEST = 2n ** 256n - 1n;
const createAddress = (digits: string) => parseAddress(`0x${digits.padStart(40, '0')}`);
const [VAULT, HOT, CONTRACT] = [createAddress('c01d'), createAddress('407'), createAddress('c0c0c0')];
const grant = (fields: Partial<DelegationFields>) =>
  createDelegation({ registry: 'v2', kind: 'all', from: VAULT, to: HOT, rights: FULL_RIGHTS, ...fields });
const granted = [
  grant({ kind: 'erc721', contract: CONTRACT, tokenId: LARGEST, rights: rightsFromText('claim') }),
  grant({ kind: 'erc20', contract: CONTRACT, amount: 2_500n }),
  grant({ registry: 'v1', kind: 'contract', contract: CONTRACT }),
];

const wallet = privateKeyToAccount(generatePrivateKey());

let site: Site;
let chain: LocalChain;
let service: WebService;
let url: string;

beforeAll(async () => {
  [site, chain] = await Promise.all([openSite(), startLocalChain({ chainId: 1 })]);
  service = await startWebService(chain, { webDir: site.folder });
  url = service.url;
  await service.grant(granted);
});
afterEach(() => site?.closePages());
afterAll(async () => {
  await site?.close();
  await service?.close();
  await chain?.stop();
});

/** Before signing in, 401 is expected. */
const complaints = () => site.complaints.filter((text) => !/status of 401/.test(text));

const open = (path: string, options?: BrowserContextOptions) =>
  openWithWallet(site, url + path, wallet, options);

describe('check', () => {
  const answer = (page: Page) => page.getByRole('region', { name: 'Answer' });

  test('a check is answered, and every code snippet gives the same answer', async () => {
    const page = await open('/check');
    await page.getByText('One NFT', { exact: true }).click();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('Enter a token id: a whole number, or 0x and hex digits.').waitFor();
    await page.getByLabel('Hot wallet').fill(getAddress(HOT));
    await page.getByLabel('Cold wallet').fill(VAULT);
    await page.getByLabel('Contract').last().fill(CONTRACT);
    await page.getByLabel('Token id').fill(`0x${LARGEST.toString(16)}`);
    await page.getByLabel('Right (optional)').fill('claim');
    await page.getByText(rightsFromText('claim'), { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await answer(page).getByText('Yes, may act').waitFor();
    const block = await chain.client.getBlock();
    expect(await answer(page).textContent()).toContain(`Answered at block ${block.number}`);
    expect(await answer(page).textContent()).toContain(block.hash);

    for (const [language, run] of Object.entries(runCode)) {
      await page.getByText(language, { exact: true }).click();
      const code = await copyFrom(page, page.getByRole('button', { name: `Copy ${language}` }));
      expect(code).toContain(language === 'TypeScript' ? `${LARGEST}n` : String(LARGEST));
      expect((await run(code)).toLowerCase(), code).toMatch(/^true/);
    }
    await page.getByText('Go', { exact: true }).click();
    expect(await page.getByLabel('The question in Go').textContent()).toContain(
      `"tokenId":  {"${LARGEST}"},`,
    );

    const other = await open(page.url().slice(url.length));
    await answer(other).getByText('Yes, may act').waitFor();
    await other.getByLabel('Right (optional)').fill('vote');
    await other.getByRole('button', { name: 'Check', exact: true }).click();
    await answer(other).getByText('No', { exact: true }).waitFor();
    await other.goBack();
    await answer(other).getByText('Yes, may act').waitFor();
    expect(await other.getByLabel('Right (optional)').inputValue()).toBe('claim');
    expect(complaints()).toEqual([]);
  });

  test('a link to each kind opens with its answer, and curl says the same', async () => {
    const page = await open('/check');
    for (const [registry, kind, expected, raw] of [
      ['v2', 'all', 'No', 'false'],
      ['v2', 'contract', 'No', 'false'],
      ['v2', 'erc721', 'No', 'false'],
      ['v2', 'erc1155', 'No', '0'],
      ['v2', 'erc20', '2,500', '2500'],
      ['v1', 'all', 'No', 'false'],
      ['v1', 'contract', 'Yes, may act', 'true'],
      ['v1', 'token', 'Yes, may act', 'true'],
    ] as const) {
      const parties = `to=${HOT}&from=${VAULT}&contract=${CONTRACT}&chain=1`;
      await page.goto(`${url}/check?registry=${registry}&kind=${kind}&${parties}&tokenId=7`);
      await answer(page).getByRole('status').getByText(expected, { exact: true }).waitFor();
      const code = await copyFrom(page, page.getByRole('button', { name: 'Copy curl' }));
      expect(await runCode.curl(code), `${registry} ${kind}`).toBe(raw);
    }
    for (const screen of SCREENS) {
      await page.setViewportSize(screen);
      await page.reload();
      const verdict = answer(page).getByRole('status').getByText('Yes, may act');
      await verdict.waitFor();
      await expect.poll(() => placeOf(verdict), { message: `at ${screen.width}` }).toBe(IN_SIGHT);
    }
    await page.getByRole('button', { name: 'Change the question' }).press('Enter');
    expect(await page.locator(':focus').inputValue()).toBe(HOT);
  });
});

describe('developer', () => {
  test('a wallet signs in, makes a key, sees it used, and revokes it', async () => {
    const page = await open('/developer');
    await signIn(page);
    await page.getByLabel('Name of the key').fill('Mint page');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('You will not see it again.').waitFor();
    const copyKey = () => copyFrom(page, page.getByRole('button', { name: 'Copy key' }));
    const key = await copyKey();
    expect(key).toMatch(/^mdt_live_\w+$/);
    const ask = (key: string) =>
      fetch(`${url}/registry/v2/check/all?to=${HOT}&from=${VAULT}`, { headers: { 'x-api-key': key } });
    for (let i = 0; i < 3; i++) expect((await ask(key)).status).toBe(200);

    const usage = page.getByRole('region', { name: 'Usage', exact: true });
    await usage.getByText('v2 check all 3').waitFor();
    await usage.getByText('Status', { exact: true }).click();
    await usage.getByText('200 answered 3').waitFor();
    await usage.getByText('Chain', { exact: true }).click();
    await usage.getByText('Ethereum 3').waitFor();
    await usage.getByText('Show as table').click();
    expect(await usage.getByRole('row').last().textContent()).toBe('All33');

    await page.reload();
    const keys = page.getByRole('table', { name: 'Active keys' });
    await keys.getByText('Mint page').waitFor();
    expect(await page.content()).not.toContain(key);
    await page.getByRole('button', { name: 'Rotate Mint page' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await page.getByText('You will not see it again.').waitFor();
    const next = await copyKey();
    expect(next).not.toBe(key);
    expect((await ask(next)).status).toBe(200);

    await page.getByRole('button', { name: 'Revoke Mint page' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Revoke Mint page' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('2 revoked or expired').waitFor();
    for (const refused of [key, next]) {
      await expect.poll(async () => (await ask(refused)).status).toBe(401);
    }

    expect(complaints()).toEqual([]);
    const phone = await open('/developer', { viewport: PHONE });
    await signIn(phone);
    await phone.getByRole('button', { name: 'Sign out everywhere' }).click();
    await phone.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await phone.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(complaints()).toEqual([]);
  });

  test('a service without accounts explains it', async () => {
    await service.stop();
    await service.start({ withAccounts: false });
    try {
      const page = await open('/developer');
      await page.getByText('This service has no accounts').waitFor();
      expect(await site.listViolations(page)).toEqual([]);
    } finally {
      await service.stop();
      await service.start();
    }
  });

  test('refusing to sign shows that nothing happened', async () => {
    const page = await open('/developer');
    await page.evaluate(
      'window.ethereum.request = async ({ method }) => { throw { code: 4001, message: "User rejected " + method } }',
    );
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('You did not sign the message').waitFor();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });
});

describe('status', () => {
  const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

  test('a new block arrives by itself, and a chain that is not read says so', async () => {
    const page = await open('/status');
    const number = async () => Number(await card(page, 'Ethereum').locator('.indexed__number').textContent());
    await card(page, 'Ethereum').getByText('Ready').waitFor();
    await page.getByText('1 of 2 chains is not ready: OP Mainnet.').waitFor();
    const before = await number();
    await service.mine();
    await expect.poll(number).toBe(before + 1);
    expect(await page.locator('.indexed__number[data-new="true"]').count()).toBe(1);
    await page
      .getByRole('img', { name: /^Age of the newest block of Ethereum: now \d+ seconds, .* 1 new block\./ })
      .waitFor();
    expect(complaints()).toEqual([]);
  });

  test('an outage of the service is shown, and so is its end', async () => {
    const page = await open('/status');
    const checking = await open(`/check?kind=all&to=${HOT}&from=${VAULT}&chain=1`);
    const developing = await open('/developer');
    await card(page, 'Ethereum').getByText('Ready').waitFor();
    await checking.getByText('Answered at').waitFor();
    await developing.getByRole('button', { name: 'Sign in' }).waitFor();

    await service.stop();
    try {
      await page.getByText('The service does not answer.').waitFor();
      await card(page, 'Ethereum').getByText('Was: Ready').waitFor();
      await checking.getByRole('button', { name: 'Refresh' }).click();
      await checking.getByText('Unknown right now').waitFor();
      expect(await checking.getByRole('region', { name: 'Answer' }).textContent()).toContain(
        'The last answer was No',
      );
      await developing.getByRole('button', { name: 'Sign in' }).click();
      await developing.getByText('The service does not answer.').waitFor();
    } finally {
      await service.start();
    }
    await card(page, 'Ethereum').getByText('Ready', { exact: true }).waitFor();
    await page.getByText('The service does not answer.').waitFor({ state: 'detached' });
    await checking.getByText('Answered at').waitFor();
    await signIn(developing);
  });
});

test.each(LOOKS)('forms and dialogs are accessible: %s, %o', async (colorScheme, viewport) => {
  const found: string[] = [];
  const look = async (page: Page) => void found.push(...(await site.listViolations(page)));
  const page = await open('/check', { colorScheme, viewport, reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText('Paste the address').first().waitFor();
  await look(page);
  await page.goto(`${url}/developer`);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await look(page);
  await signIn(page);
  await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor();
  await page.getByRole('button', { name: 'New key' }).or(page.getByLabel('Name of the key')).click();
  await page.getByLabel('Name of the key').fill('A key');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('You will not see it again').waitFor();
  await look(page);
  await page.getByRole('button', { name: 'Revoke A key' }).first().click();
  await look(page);
  expect(found).toEqual([]);
  expect(complaints()).toEqual([]);
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect(overflow).toBeLessThanOrEqual(0);
});
