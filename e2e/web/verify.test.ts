/** A service that lies is caught by the client and by the page, whatever its proof says. Real chains, real proofs. */
import { checkAll, createClient, MandateError } from '@mandate/sdk';
import { fromClient, ProofError, verifyCheck } from '@mandate/sdk/proof';
import { type LyingService, startLyingService } from '@mandate/testing/service/lying-service';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openWithWallet } from './page-wallet.ts';
import { LOOKS, openSite, type Site } from './site.ts';
import { HOT, startVerifyWorld, VAULT, type VerifyWorld } from './verify-world.ts';

const MAX_AGE_S = 300;

let site: Site;
let world: VerifyWorld;
let liar: LyingService;

beforeAll(async () => {
  site = await openSite();
  world = await startVerifyWorld(site.folder);
  liar = await startLyingService(world.service.url);
});
afterEach(async () => {
  liar.lie = null;
  await site?.closePages();
});
afterAll(async () => {
  await site?.close();
  await liar?.close();
  await world?.close();
});

const NAMES = [
  ['a flipped answer', 'Answer'],
  ['flipped storage', 'Storage'],
  ['a proof of another question', 'Question'],
  ['a stale block', 'Age'],
  ['a stale block with a new time', 'Header'],
  ['a stale state in a new block', 'Registry'],
  ['another chain', 'Block'],
  ['the header of another chain', 'Header'],
  ['forged nodes', 'Storage'],
  ['a registry of its own', 'Registry'],
  ['a registry of its own under the name of the other', 'Registry'],
] as const;

function tell(name: string) {
  const [lie, part] = world.lies[name] ?? expect.fail(`There is no lie called ${name}.`);
  liar.lie = lie;
  return part;
}

async function ask() {
  const question = { from: VAULT, to: HOT } as const;
  const proven = await checkAll(createClient({ baseUrl: liar.url }), { ...question, proof: true });
  const anchor = { block: fromClient(world.chain.client), maxAgeSeconds: MAX_AGE_S };
  return verifyCheck({ registry: 'v2', kind: 'all', ...question }, proven, anchor);
}

describe('the client', () => {
  test('proves the truth', async () => {
    expect(await ask()).toMatchObject({ value: false });
  });

  test.each(NAMES)('catches %s', async (name) => {
    const part = tell(name);
    const error = await ask().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProofError);
    expect(error).toMatchObject({ part });
  });

  test('takes no answer for a proof', async () => {
    tell('no proof');
    await expect(ask()).rejects.toBeInstanceOf(MandateError);
  });

  test('all lies are told', () => {
    expect(Object.keys(world.lies).toSorted()).toEqual(
      [...NAMES.map(([name]) => name), 'no proof'].toSorted(),
    );
  });
});

const answer = (page: Page) => page.getByRole('region', { name: 'Answer' });
const headline = (page: Page) => answer(page).locator('.answer__headline');
const proof = (page: Page) => answer(page).getByRole('region', { name: 'Proof' });
const steps = (page: Page, state: string) =>
  proof(page).locator(`li[data-state="${state}"] strong`).allTextContents();
const PATH = `/check?kind=all&to=${HOT}&from=${VAULT}&chain=1`;
const ALL_STEPS = ['Form', 'Block', 'Age', 'Header', 'Registry', 'Question', 'Storage', 'Answer'];

const open = (options?: BrowserContextOptions) => site.open(liar.url + PATH, options);
const verify = (page: Page) => page.getByRole('button', { name: 'Verify in this browser' }).click();

async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  const path = `${folder}/verify-${name.replaceAll(' ', '-')}.png`;
  if (folder) await page.screenshot({ path, fullPage: true });
}

describe('the page', () => {
  test('proves the truth with the node of the operator', async () => {
    const page = await open();
    await headline(page).getByText('No', { exact: true }).waitFor();
    await verify(page);
    await proof(page).getByRole('heading', { name: 'Verified in this browser' }).waitFor();
    expect(await steps(page, 'held')).toEqual(ALL_STEPS);
    expect(await headline(page).textContent()).toBe('No');
    expect(await proof(page).textContent()).toContain('The operator of this service chose this node');
    const block = await world.chain.client.getBlock();
    expect(await answer(page).textContent()).toContain(`Answered at block ${block.number}`);
    expect(site.complaints).toEqual([]);
    await photograph(page, 'the truth');
  });

  test('asks nobody but the service and the public node', async () => {
    const page = await open();
    const blocked = `new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
      fetch('http://127.0.0.1:1/').catch(() => {});
    })`;
    expect(await page.evaluate(blocked)).toBe('connect-src');
  });

  // One page for all lies: a new one takes longer than the test.
  test('catches each lie, whatever the proof says', async () => {
    const page = await open();
    for (const [name, part] of NAMES) {
      tell(name);
      await page.goto(`${liar.url}${PATH}`);
      await headline(page).getByText('Yes, may act').waitFor();
      await verify(page);
      await headline(page).getByText('Not verified', { exact: true }).waitFor();
      expect(await steps(page, 'failed'), name).toEqual([part]);
      const before = ALL_STEPS.slice(0, ALL_STEPS.indexOf(part));
      expect(before, name).toEqual(expect.arrayContaining(await steps(page, 'held')));
      expect(await answer(page).textContent()).toContain('Do not rely on this answer');
      expect(await answer(page).textContent()).not.toMatch(/Answered at|Reason/);
      await photograph(page, name);
    }
  });

  test('an answer that was refuted does not come back', async () => {
    tell('a stale block');
    const page = await open();
    await headline(page).getByText('Yes, may act').waitFor();
    await verify(page);
    await headline(page).getByText('Not verified', { exact: true }).waitFor();
    await page.evaluate(`window.headlines = [];
      const note = () => headlines.push(document.querySelector('.answer__headline').textContent);
      new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });`);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('button', { name: 'Verifying…' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Verify again' }).waitFor();
    expect(new Set(await page.evaluate<string[]>('headlines'))).toEqual(new Set(['Not verified']));
  });

  test('an answer without a proof is not confirmed', async () => {
    tell('no proof');
    const page = await open();
    await headline(page).getByText('Yes, may act').waitFor();
    await verify(page);
    await headline(page).getByText('Not verified', { exact: true }).waitFor();
    expect(await proof(page).textContent()).toContain('The service gave no proof');
    await photograph(page, 'no proof');
  });

  test('a lie and then the truth: the page shows what is proven', async () => {
    tell('a flipped answer');
    const page = await open();
    await headline(page).getByText('Yes, may act').waitFor();
    liar.lie = null;
    await verify(page);
    await headline(page).getByText('No', { exact: true }).waitFor();
  });
});

describe('a wallet', () => {
  const account = privateKeyToAccount(generatePrivateKey());
  const askNode = (method: string, params: readonly unknown[]) =>
    world.chain.client.request({ method, params } as never) as Promise<unknown>;

  test('names the block instead of the operator', async () => {
    const page = await openWithWallet(site, liar.url + PATH, { ...account, askNode });
    await verify(page);
    await proof(page).getByText('at a block that Test Wallet has, too.').waitFor();
    expect(await proof(page).textContent()).not.toContain('The operator of this service chose');
    await photograph(page, 'wallet');
    tell('another chain');
    await page.getByRole('button', { name: 'Verify again' }).click();
    await headline(page).getByText('Not verified', { exact: true }).waitFor();
  });

  test('that cannot be asked confirms nothing; another source may', async () => {
    const page = await openWithWallet(site, liar.url + PATH, account);
    await verify(page);
    await proof(page).getByText('Test Wallet could not be asked').waitFor();
    expect(await headline(page).textContent()).toBe('Not verified');
    await page.getByText('Operator’s node', { exact: true }).click();
    await page.getByRole('button', { name: 'Verify again' }).click();
    await headline(page).getByText('No', { exact: true }).waitFor();
  });
});

test.each(LOOKS)('the proof is accessible: %s, %o', async (colorScheme, viewport) => {
  const page = await open({ colorScheme, viewport, reducedMotion: 'reduce' });
  const found: string[] = [];
  const look = async (name: string) => {
    found.push(...(await site.listViolations(page)));
    await photograph(page, `${name} ${colorScheme} ${viewport.width}`);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(overflow).toBeLessThanOrEqual(0);
  };
  await proof(page).waitFor();
  await look('before');
  await verify(page);
  await proof(page).getByRole('heading', { name: 'Verified in this browser' }).waitFor();
  await look('verified');
  tell('a stale block');
  await page.getByRole('button', { name: 'Verify again' }).click();
  await headline(page).getByText('Not verified', { exact: true }).waitFor();
  await look('refuted');
  expect(found).toEqual([]);
});
