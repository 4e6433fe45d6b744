/** Asks on the check page with the keyboard alone, changes the form, and follows its links. Real browser, real chain. */
import { type LocalChain, readSampleCode, startLocalChain } from '@mandate/contracts';
import { createDelegation, type DelegationFields, FULL_RIGHTS, parseAddress } from '@mandate/core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { encodeFunctionData, parseAbi } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { copyFrom } from './copy-from.ts';
import { startWebService, UNFOLLOWED, type WebService } from './service.ts';
import { LOOKS, openSite, PHONE, type Site } from './site.ts';

const createAddress = (digits: string) => parseAddress(`0x${digits.padStart(40, '0')}`);
const [HOT, VAULT, CONTRACT] = [createAddress('407'), createAddress('c01d'), createAddress('c0c0c0')];
const grant = (fields: Partial<DelegationFields>) =>
  createDelegation({ registry: 'v2', kind: 'all', from: VAULT, to: HOT, rights: FULL_RIGHTS, ...fields });
const MINT = parseAbi(['function mint(address to, uint256[] tokenIds)']);

let site: Site;
let chain: LocalChain;
let service: WebService;

beforeAll(async () => {
  const contracts = new Map([[CONTRACT, readSampleCode('sample-erc721')]]);
  [site, chain] = await Promise.all([openSite(), startLocalChain({ chainId: 1, contracts })]);
  service = await startWebService(chain, { webDir: site.folder });
  const data = encodeFunctionData({ abi: MINT, functionName: 'mint', args: [VAULT, [7n]] });
  await chain.send({ from: VAULT, to: CONTRACT, data });
  await service.grant([grant({ kind: 'contract', contract: CONTRACT })]);
});
afterEach(() => site?.closePages());
afterAll(async () => {
  await site?.close();
  await service?.close();
  await chain?.stop();
});

const answer = (page: Page) => page.getByRole('region', { name: 'Answer' });
const headline = (page: Page, text: string) =>
  answer(page).getByRole('status').getByText(text, { exact: true });
const staleNote = (page: Page) => page.getByText('The form has changed.');
const advice = (page: Page) => page.getByRole('region', { name: 'What would make it a yes' });
const open = (query: string, options: BrowserContextOptions = {}) =>
  site.open(`${service.url}/check?${query}`, {
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
const PARTIES = `to=${HOT}&from=${VAULT}&chain=1`;
const NO = `kind=all&${PARTIES}`;
const YES = `kind=contract&contract=${CONTRACT}&${PARTIES}`;

/** Presses Tab until the focused element has this name. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  const seen: string[] = [];
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press(key);
    const focused = await page.evaluate<string>(`(() => {
      const { activeElement: element } = document;
      return (element.labels?.[0]?.textContent || element.textContent || element.ariaLabel || '').trim();
    })()`);
    if (focused === name) return;
    seen.push(focused);
  }
  expect.fail(`The keyboard never reaches ${name}: ${seen.join(', ')}`);
}

const isAnswerFocused = (page: Page) =>
  page.evaluate<boolean>(`document.activeElement.matches('section[aria-label="Answer"]')`);

test('the keyboard alone asks, reads, changes the question and copies its link', async () => {
  const page = await open('');
  await tabTo(page, 'Hot wallet');
  await page.keyboard.type(HOT);
  await tabTo(page, 'Cold wallet');
  await page.keyboard.type(VAULT);
  await page.keyboard.press('Enter');
  await headline(page, 'No').waitFor();
  await expect.poll(() => isAnswerFocused(page)).toBe(true);

  await tabTo(page, 'Whole wallet', 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await staleNote(page).waitFor();
  await tabTo(page, 'Contract');
  await page.keyboard.press('Enter');
  // An incomplete question leads to the field that is missing.
  await page.getByText('Paste the address of the contract').waitFor();
  expect(await page.evaluate('document.activeElement.name')).toBe('contract');
  await staleNote(page).waitFor();
  await page.keyboard.type(CONTRACT);
  await page.keyboard.press('Enter');
  await headline(page, 'Yes, may act').waitFor();
  await expect.poll(() => isAnswerFocused(page)).toBe(true);
  expect(await staleNote(page).count()).toBe(0);

  await tabTo(page, 'Copy link');
  const other = await site.open(await copyFrom(page, page.locator(':focus')));
  await headline(other, 'Yes, may act').waitFor();
  expect(site.complaints).toEqual([]);
});

test('an answer is stale while the form differs, until it is asked or undone', async () => {
  const page = await open(YES);
  await headline(page, 'Yes, may act').waitFor();
  expect(await staleNote(page).count()).toBe(0);
  const contract = page.getByLabel('Contract', { exact: true }).last();
  await contract.fill(VAULT);
  await staleNote(page).waitFor();
  // The old answer stays, in the colour of no answer.
  const tone = () =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('.answer')).borderLeftStyle`);
  expect([await headline(page, 'Yes, may act').count(), await tone()]).toEqual([1, 'dashed']);
  await contract.fill(CONTRACT.toUpperCase().replace('0X', '0x'));
  await staleNote(page).waitFor({ state: 'detached' });
  expect(await tone()).toBe('solid');

  await page.getByLabel('When').selectOption('Safe block');
  await page.getByRole('button', { name: 'Undo the changes' }).click();
  await staleNote(page).waitFor({ state: 'detached' });
  expect(await page.getByLabel('When').inputValue()).toBe('now');
  expect(await isAnswerFocused(page)).toBe(true);

  await contract.fill(VAULT);
  await page.getByRole('button', { name: 'Ask the new question' }).click();
  await headline(page, 'No').waitFor();
  await staleNote(page).waitFor({ state: 'detached' });
  await page.goBack();
  await headline(page, 'Yes, may act').waitFor();
  expect(await staleNote(page).count()).toBe(0);
});

test('the same question is asked again, at a newer block', async () => {
  const page = await open(NO);
  await headline(page, 'No').waitFor();
  await service.mine();
  const { number } = await chain.client.getBlock();
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await headline(page, 'No').waitFor();
      return answer(page).textContent();
    })
    .toContain(`Answered at block ${number}`);
});

test('a no says what would make it a yes, and links to that grant', async () => {
  const page = await open(`kind=erc721&contract=${VAULT}&tokenId=7&rights=claim&${PARTIES}`);
  await headline(page, 'No').waitFor();
  expect(await answer(page).textContent()).toContain('No delegation allows this at the block of the answer.');
  expect(await advice(page).textContent()).toContain(
    'It becomes a yes once the cold wallet delegates its whole wallet, this contract or this token with full rights or with the right “claim” to the hot wallet, in registry v2 on Ethereum.',
  );
  const href = await advice(page).getByRole('link', { name: 'Fill in this grant' }).getAttribute('href');
  expect(Object.fromEntries(new URL(href ?? '', service.url).searchParams)).toEqual({
    chain: '1',
    registry: 'v2',
    kind: 'erc721',
    from: VAULT,
    to: HOT,
    contract: VAULT,
    token: '7',
    rights: 'claim',
  });
  await page.goto(`${service.url}/check?${NO}&when=block&at=1`);
  await headline(page, 'No').waitFor();
  expect(await advice(page).textContent()).toContain('The past does not change.');
  expect(await advice(page).getByRole('link').count()).toBe(0);
});

test('an unknown answer is not a no, and has no advice', async () => {
  const page = await open(`kind=all&to=${HOT}&from=${VAULT}&chain=${UNFOLLOWED}`);
  await headline(page, 'Unknown right now').waitFor();
  const said = await answer(page).textContent();
  for (const text of ['This is not a no.', 'This chain is still being read']) expect(said).toContain(text);
  expect([await advice(page).count(), await headline(page, 'No').count()]).toEqual([0, 0]);
});

test('a link at a block keeps its answer when the delegation is gone', async () => {
  const passing = grant({ kind: 'all' });
  await service.grant([passing]);
  const page = await open(NO);
  await headline(page, 'Yes, may act').waitFor();
  const copyLink = page.getByRole('button', { name: /^Copy link at block \d/ });
  const link = await copyFrom(page, copyLink);
  await service.revoke([passing]);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await headline(page, 'No').waitFor();
  const other = await open(new URL(link).search.slice(1));
  await headline(other, 'Yes, could act').waitFor();
});

test('a claim through a vault leads to its delegation, which can be checked alone', async () => {
  const page = await open(`ask=claim&to=${HOT}&contract=${CONTRACT}&chain=1`);
  await headline(page, 'Yes, may claim').waitFor();
  await page.getByLabel('How many').fill('5');
  await staleNote(page).waitFor();
  await page.keyboard.press('Enter');
  await headline(page, 'No').waitFor();
  await expect.poll(() => isAnswerFocused(page)).toBe(true);
  expect(await advice(page).textContent()).toContain('once the wallet holds what is missing (4 tokens)');
  await page.getByRole('link', { name: 'Check and verify this delegation' }).click();
  await headline(page, 'Yes, could act').waitFor();
  await page.getByRole('region', { name: 'Proof' }).waitFor();
});

test('no vault says how one is found', async () => {
  const page = await open(`ask=vaults&to=${VAULT}&chain=1`);
  await page.getByRole('region', { name: 'Vaults' }).getByText('No vault', { exact: true }).waitFor();
  expect(await advice(page).textContent()).toContain('once it delegates its whole wallet to the hot wallet');
  await page.getByLabel('Token id').fill('7');
  await staleNote(page).waitFor();

  // The service cannot answer any more: the earlier answer is no answer.
  const problem = {
    type: 'about:blank',
    title: 'Lagging',
    status: 503,
    code: 'chain_lagging',
    detail: 'It lags.',
  };
  await page.route('**/resolve?*', (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', json: problem }),
  );
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
  await page.getByText('Unknown right now').waitFor();
  expect(await advice(page).count()).toBe(0);
  expect(await page.getByText('No vault').count()).toBe(0);
});

test.each(LOOKS)('the page is accessible: %s, %o', async (colorScheme, viewport) => {
  const page = await open('', { colorScheme, viewport, reducedMotion: 'reduce' });
  const found: string[] = [];
  const look = async (name: string) => {
    found.push(...(await site.listViolations(page)));
    const folder = process.env['SCREENSHOTS'];
    const path = `${folder}/check-${name}-${colorScheme}-${viewport.width}.png`;
    if (folder) await page.screenshot({ path, fullPage: true });
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(overflow).toBeLessThanOrEqual(0);
  };
  await page.getByText('Three answers are possible').waitFor();
  await look('empty');
  for (const [query, text, name] of [
    [YES, 'Yes, may act', 'yes'],
    [NO, 'No', 'no'],
  ] as const) {
    await page.goto(`${service.url}/check?${query}`);
    await headline(page, text).waitFor();
    await look(name);
    if (viewport === PHONE) await page.getByRole('button', { name: 'Change the question' }).click();
    await page.getByLabel('Hot wallet').fill(CONTRACT);
    await staleNote(page).waitFor();
    await look(`${name}-stale`);
  }
  await page.goto(`${service.url}/check?ask=vaults&to=${VAULT}&chain=1`);
  await advice(page).waitFor();
  await look('vaults');
  expect(found).toEqual([]);
});
