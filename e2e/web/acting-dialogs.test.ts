/** The dialogs that change delegations: by keyboard, for visitors, for Safes, and for everyone's eyes. */
import { readFileSync } from 'node:fs';
import { encodeGrant } from '@mandate/contracts';
import { FULL_RIGHTS, parseAddress } from '@mandate/core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ALL_DONE, connect, dialog, readSteps, sign, tabTo } from './acting-journey.ts';
import { type ActingWorld, startActingWorld } from './acting-world.ts';
import { type ActingWallet, createActingWallet, openWithActingWallet } from './page-wallet.ts';
import { LOOKS } from './site.ts';

const CONTRACT = parseAddress('0xc0ffee0000000000000000000000000000000001');
const newWallet = () => privateKeyToAccount(generatePrivateKey()).address;

let world: ActingWorld;

beforeAll(async () => {
  world = await startActingWorld();
});
afterEach(() => world?.site.closePages());
afterAll(() => world?.close());

interface Vault {
  readonly address: `0x${string}`;
  readonly hot: `0x${string}`;
  readonly wallet: ActingWallet;
  readonly path: string;
}

/** A vault with a whole wallet and a contract of v2 on both chains, and two delegations of v1 on the first. */
async function createVault(): Promise<Vault> {
  const [address, hot] = [newWallet(), newWallet()];
  const [from, to] = [parseAddress(address), parseAddress(hot)];
  const v2 = { registry: 'v2', from, to, rights: FULL_RIGHTS } as const;
  const v1 = { registry: 'v1', from, to } as const;
  const [first] = world.chains;
  for (const chain of world.chains) {
    const grants = [
      { ...v2, kind: 'all' },
      { ...v2, kind: 'contract', contract: CONTRACT },
    ] as const;
    for (const grant of grants) await chain.send({ from, to: chain.registries.v2, data: encodeGrant(grant) });
  }
  for (const grant of [
    { ...v1, kind: 'all' },
    { ...v1, kind: 'contract', contract: CONTRACT },
  ] as const)
    await first.send({ from, to: first.registries.v1 ?? from, data: encodeGrant(grant) });
  for (const chain of world.chains) await chain.mine();
  await world.catchUp();
  return { address, hot, wallet: createActingWallet(address), path: `/explorer/${address}` };
}

const open = ({ path, wallet }: Vault, options?: BrowserContextOptions) =>
  openWithActingWallet(world, world.url + path, wallet, options);

async function openRevocation(
  page: Page,
  name = /^Revoke ?: Whole contract to .* Ethereum v2/,
): Promise<void> {
  await page
    .getByRole('button', { name: /^Revoke ?: / })
    .first()
    .waitFor();
  // The explorer renders the rows that are in sight.
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await page.getByRole('button', { name }).click();
}

async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/acting-${name}.png` });
}

describe('a visitor', () => {
  test('sees what a revocation would do, without a wallet', async () => {
    const { path } = await createVault();
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
    const { path } = await createVault();
    const page = await world.site.open(world.url + path);
    await page.route(/direction=from/, (route) => route.abort());
    await openRevocation(page);
    await dialog(page).getByText('it is unknown which other delegations of the vault stand').waitFor();
    expect(await dialog(page).textContent()).toContain('Another one may still allow the same.');
    expect(await dialog(page).textContent()).not.toContain('may no longer act');
  });

  test('with another account is told which one is needed, and signs nothing', async () => {
    const vault = await createVault();
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
  const vault = await createVault();
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
  const vault = await createVault();
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
  const vault = await createVault();
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

test.each(LOOKS)('each step of a revocation is accessible: %s, %o', async (colorScheme, viewport) => {
  const vault = await createVault();
  const page = await open(vault, { colorScheme, viewport, reducedMotion: 'reduce' });
  const found: string[] = [];
  const look = async (name: string) => {
    found.push(...(await world.site.listViolations(page)));
    await photograph(page, `${name}-${colorScheme}-${viewport.width}`);
    const overflow = await page.evaluate(`(() => {
      const shown = document.querySelector('dialog[open] .full-dialog__body') ?? document.documentElement;
      return shown.scrollWidth - shown.clientWidth;
    })()`);
    expect(overflow, name).toBeLessThanOrEqual(0);
  };
  let release = () => {};
  const { send } = vault.wallet;
  vault.wallet.send = async (...sent) => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return send(...sent);
  };
  await openRevocation(page);
  await dialog(page).getByRole('heading', { name: 'Afterwards' }).waitFor();
  await look('1-what-it-does');
  await connect(page);
  await dialog(page).getByText('The simulation passes.').waitFor();
  await look('2-simulated');
  vault.wallet.isRejecting = true;
  await page.getByRole('button', { name: 'Revoke on Ethereum' }).click();
  await dialog(page).getByText('You declined the transaction').waitFor();
  await look('3-declined');
  vault.wallet.isRejecting = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await dialog(page).getByText('Waiting for your signature').waitFor();
  await look('4-signing');
  await expect.poll(() => vault.wallet.signed.length).toBe(1);
  release();
  await dialog(page).getByText('It is revoked.').waitFor();
  await look('5-revoked');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Change ?: / })
    .first()
    .click();
  await dialog(page)
    .getByRole('radio', { name: /^Exclusive/ })
    .check();
  await dialog(page).getByRole('button', { name: 'In 1 month' }).click();
  await dialog(page).getByRole('heading', { name: 'Afterwards' }).waitFor();
  await look('6-change');
  await page.goto(`${world.url}/grant?kind=erc20&contract=${CONTRACT}&to=${vault.hot}&from=${vault.address}`);
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await page.getByText('Enter an amount above 0.').waitFor();
  await look('7-grant-problem');
  await page.getByLabel('Amount', { exact: true }).fill('1,500');
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await page.getByRole('heading', { name: 'Afterwards' }).waitFor();
  await look('8-grant');
  expect(found).toEqual([]);
});
