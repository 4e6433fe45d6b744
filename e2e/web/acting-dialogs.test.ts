/** The dialogs that change delegations: by keyboard, for visitors, for Safes, and for everyone's eyes. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ALL_DONE, connect, dialog, readSteps, sign, tabTo } from './acting-journey.ts';
import { CONTRACT, createVault, newWallet, openRevocation, openVault, type Vault } from './acting-vault.ts';
import { type ActingWorld, startActingWorld } from './acting-world.ts';
import { IN_SIGHT, placeOf, SCREENS } from './in-sight.ts';
import { DESKTOP, PHONE } from './site.ts';

let world: ActingWorld;

beforeAll(async () => {
  world = await startActingWorld();
});
afterEach(() => world?.site.closePages());
afterAll(() => world?.close());

const create = (contracts?: number) => createVault(world, contracts);
const open = (vault: Vault) => openVault(world, vault);

async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/acting-${name}.png` });
}

describe('a visitor', () => {
  test('sees what a revocation would do, without a wallet', async () => {
    const { path } = await create();
    const page = await world.site.open(world.url + path);
    await openRevocation(page);
    await dialog(page).getByText('This browser has no wallet.').waitFor();
    const text = await dialog(page).textContent();
    expect(text).toContain('Afterwards');
    // The whole wallet covers the contract: revoking one ends nothing by itself.
    expect(text).toContain('may still act for');
    expect(text).toContain('to sign.');
    await photograph(page, 'visitor');
  });

  test('is told what nobody could look at', async () => {
    const { path } = await create();
    const page = await world.site.open(world.url + path);
    await page.route(/direction=from/, (route) => route.abort());
    await openRevocation(page);
    await dialog(page).getByText('it is not known which other delegations the vault has').waitFor();
    expect(await dialog(page).textContent()).toContain('Another one may still allow the same.');
    expect(await dialog(page).textContent()).not.toContain('may no longer act');
  });

  test('with another account is told which one is needed, and signs nothing', async () => {
    const vault = await create();
    vault.wallet.account = newWallet();
    const page = await open(vault);
    await openRevocation(page);
    await connect(page);
    await dialog(page).getByText('Another account is needed.').waitFor();
    expect(
      await dialog(page)
        .getByRole('button', { name: /^Revoke on/ })
        .count(),
    ).toBe(0);
    await dialog(page).getByText('Safe file for Ethereum').waitFor();
    await photograph(page, 'another-account');
    await vault.wallet.select(page, vault.address);
    await dialog(page).getByRole('button', { name: 'Revoke on Ethereum' }).waitFor();
    expect(vault.wallet.signed).toEqual([]);
  });
});

interface SafeFile {
  readonly transactions: { to: string; data: string; value: string; contractMethod: null }[];
}

test('a Safe gets the same calls as a file', async () => {
  const vault = await create();
  const page = await open(vault);
  await page.getByRole('checkbox', { name: /^Select the 6 delegations given to/ }).check();
  await page.getByRole('button', { name: 'Revoke…' }).last().click();
  // By keyboard: results of the simulation move what is below them, also between the press of a mouse and its release.
  await dialog(page).getByText('Use a Safe or another tool instead').press('Enter');
  const downloads: SafeFile[] = [];
  for (const chain of ['Ethereum', 'Polygon']) {
    const downloading = page.waitForEvent('download');
    await dialog(page)
      .getByRole('button', { name: `Safe file for ${chain}` })
      .click();
    downloads.push(JSON.parse(readFileSync(await (await downloading).path(), 'utf8')));
  }
  await connect(page);
  await sign(page, 'Revoke with 4 signatures', 'They are revoked.');
  const { signed } = vault.wallet;
  const calls = downloads.flatMap(({ transactions }) => transactions);
  expect(calls.map(({ to, data }) => `${to} ${data}`).toSorted()).toEqual(
    signed.map(({ to, data }) => `${to} ${data}`).toSorted(),
  );
  expect(downloads[0]).toMatchObject({ version: '1.0', chainId: '1' });
  expect(downloads[1]).toMatchObject({ version: '1.0', chainId: '137' });
  expect(calls.every(({ value, contractMethod }) => value === '0' && contractMethod === null)).toBe(true);
});

test('v1 ends as much as its owner chooses', async () => {
  const vault = await create();
  const page = await open(vault);
  await openRevocation(page, /^Revoke ?: Whole contract to .* Ethereum v1/);
  await dialog(page)
    .getByRole('radio', { name: /^Everything for this wallet/ })
    .check();
  await dialog(page)
    .getByText(/^Every v1 delegation to/)
    .waitFor();
  await connect(page);
  await sign(page, 'Revoke on Ethereum', 'It is revoked.');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('button', { name: /^Revoke ?: .* v1$/ }).count()).toBe(0);
  expect(await page.getByRole('button', { name: /^Revoke ?: .* v2$/ }).count()).toBe(4);
});

test('a revocation by keyboard only, and the focus returns', async () => {
  const vault = await create();
  const page = await open(vault);
  await page
    .getByRole('button', { name: /^Revoke ?: / })
    .first()
    .waitFor();
  await tabTo(page, /^Revoke: Whole wallet .* Ethereum v2/);
  await page.keyboard.press('Enter');
  await dialog(page).waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  const focused = await page.evaluate<string>('document.activeElement.textContent');
  expect(focused).toMatch(/^Revoke: Whole wallet .* Ethereum v2/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Connect Test Wallet/);
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Revoke on Ethereum' }).waitFor();
  await tabTo(page, /^Revoke on Ethereum/);
  await page.keyboard.press('Enter');
  await dialog(page).getByText('It is revoked.').waitFor();
  expect(await readSteps(page)).toEqual(ALL_DONE);
  // The focus never left the dialog.
  expect(await page.evaluate('document.activeElement.closest("dialog") !== null')).toBe(true);
});

/** The page of a holder, and what axe found on it so far. */
interface Watched {
  readonly page: Page;
  readonly vault: Vault;
  readonly found: string[];
  /**
   * Fails unless the next step is in sight on each screen, and nothing is wider than it. A page that is longer than a screen
   * is arrived at on each.
   */
  look(name: string, next: Locator, arrive?: () => Promise<void>): Promise<void>;
}

async function watch({ contracts = 1, isAudited = true } = {}): Promise<Watched> {
  const vault = await create(contracts);
  const page = await open(vault);
  const found: string[] = [];
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return {
    page,
    vault,
    found,
    async look(name, next, arrive) {
      for (const screen of SCREENS) {
        await page.setViewportSize(screen);
        await arrive?.();
        await next.waitFor();
        await page.emulateMedia({ colorScheme: screen === PHONE ? 'dark' : 'light' });
        const at = `${name}-${screen.width}`;
        await photograph(page, at);
        await expect.poll(() => placeOf(next), { message: at }).toBe(IN_SIGHT);
        const overflow = await page.evaluate(`(() => {
          const shown = document.querySelector('dialog[open] .dialog__body') ?? document.documentElement;
          return shown.scrollWidth - shown.clientWidth;
        })()`);
        expect(overflow, at).toBeLessThanOrEqual(0);
        if (isAudited && (screen === DESKTOP || screen === PHONE))
          found.push(...(await world.site.listViolations(page)));
      }
    },
  };
}

describe('the next step is in sight on every screen, and accessible in both themes', () => {
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const inSight = async (element: Locator) => {
    await element.waitFor();
    await expect.poll(() => placeOf(element)).toBe(IN_SIGHT);
  };

  test('revoke one, then change one', async () => {
    const { page, vault, found, look } = await watch();
    let release = () => {};
    const { send } = vault.wallet;
    vault.wallet.send = async (...sent) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return send(...sent);
    };
    await openRevocation(page);
    await look('1-connect', button(page, 'Connect Test Wallet'));
    await connect(page);
    await dialog(page).getByText('A trial run worked.').waitFor();
    await look('2-simulated', button(page, 'Revoke on Ethereum'));
    vault.wallet.isRejecting = true;
    await button(page, 'Revoke on Ethereum').click();
    await inSight(dialog(page).getByText('You declined the transaction'));
    await look('3-declined', button(page, 'Try again'));
    vault.wallet.isRejecting = false;
    await button(page, 'Try again').click();
    await inSight(dialog(page).getByText('Waiting for your signature'));
    await look('4-signing', button(page, 'Under way…'));
    await expect.poll(() => vault.wallet.signed.length).toBe(1);
    release();
    await look('5-revoked', dialog(page).getByText('It is revoked.'));
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: /^Change ?: / })
      .first()
      .click();
    await dialog(page)
      .getByRole('radio', { name: /^Exclusive/ })
      .check();
    await dialog(page).getByRole('button', { name: 'In 1 month' }).click();
    await look('6-change', button(page, 'Change on Ethereum'));
    expect(found).toEqual([]);
  });

  test('revoke 19, while one that covers most of them stays', async () => {
    // Its parts are those of a revocation of one.
    const { page, look } = await watch({ contracts: 8, isAudited: false });
    await page.getByRole('checkbox', { name: /^Select the 20 delegations given to/ }).check();
    await page.getByRole('checkbox', { name: /^Select: Whole wallet to .* Ethereum v2/ }).uncheck();
    await page.getByRole('button', { name: 'Revoke…' }).last().click();
    await dialog(page).getByRole('heading', { name: 'Revoke 19 delegations' }).waitFor();
    await look('19-connect', button(page, 'Connect Test Wallet'));
    await connect(page);
    await look('19-sign', button(page, 'Revoke with 4 signatures'));
    await sign(page, 'Revoke with 4 signatures', 'They are revoked.');
    await look('19-revoked', dialog(page).getByText('They are revoked.'));
  });

  test('grant', async () => {
    const { page, vault, found, look } = await watch();
    await page.goto(
      `${world.url}/grant?kind=erc20&contract=${CONTRACT}&to=${vault.hot}&from=${vault.address}`,
    );
    const review = () => button(page, 'Review').click();
    await look('grant-problem', page.getByText('Enter an amount above 0.'), review);
    await page.getByLabel('Amount', { exact: true }).fill('1,500');
    await look('grant-connect', button(page, 'Connect Test Wallet'), review);
    await connect(page);
    await look('grant-sign', button(page, 'Grant on Ethereum'), review);
    await sign(page, 'Grant on Ethereum', 'It is granted.');
    await inSight(page.getByText('It is granted.'));
    expect(found).toEqual([]);
  });
});
