/** The way of a vault from v1 to v2, and of a delegate out of v1. */
import { encodeGrant } from '@mandate/contracts';
import { createDelegation, parseAddress } from '@mandate/core';
import { ERC721, fixedContract } from '@mandate/testing/chain/fixed-contract';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { check, connect, dialog, sign } from './acting-journey.ts';
import { createVault, openVault, type Vault } from './acting-vault.ts';
import { type ActingWorld, startActingWorld } from './acting-world.ts';
import { createActingWallet, openWithActingWallet } from './page-wallet.ts';

const PICTURES = parseAddress(`0x721${'0'.repeat(36)}1`);
const NOTHING = parseAddress(`0x0ff${'0'.repeat(36)}1`);
const UNLIMITED = 2n ** 256n - 1n;
const SAFE_BLOCKS = 9;

let world: ActingWorld;
beforeAll(async () => {
  world = await startActingWorld();
});
afterEach(() => world?.site.closePages());
afterAll(() => world?.close());

async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/move-${name}.png`, fullPage: true });
}

/** Grants a token with a standard and one without, beside a whole wallet and a contract that v2 has, too. */
async function createVaultOfV1(): Promise<Vault> {
  const [chain] = world.chains;
  await chain.client.setCode({ address: PICTURES, bytecode: fixedContract(ERC721) });
  const vault = await createVault(world);
  const [from, to] = [parseAddress(vault.address), parseAddress(vault.hot)];
  for (const contract of [PICTURES, NOTHING]) {
    const token = createDelegation({ registry: 'v1', kind: 'token', from, to, contract, tokenId: 7n });
    await chain.send({ from, to: chain.registries.v1 ?? from, data: encodeGrant(token) });
  }
  await chain.mine();
  await world.catchUp();
  return vault;
}

async function connectFirst(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await connect(page);
}

test('a vault moves to v2, and then ends v1', async () => {
  const vault = await createVaultOfV1();
  const { address: from, hot: to } = vault;
  const page = await openVault(world, vault);
  await connectFirst(page);
  await page.getByRole('button', { name: 'Move to v2…' }).click();
  await dialog(page).getByRole('heading', { name: 'Moved: 1' }).waitFor();
  await dialog(page).getByRole('heading', { name: 'Already in v2: 2' }).waitFor();
  await dialog(page).getByText('Its address has no code on this chain').waitFor();
  await photograph(page, 'plan');
  await dialog(page).getByText('Move as ERC1155').click();
  await dialog(page).getByText('any amount of token 7').waitFor();
  await sign(page, 'Move on Ethereum', 'They are in v2.');
  const token = { chainId: 1, registry: 'v2', from, to, tokenId: 7n } as const;
  expect([
    await check(world.url, { ...token, kind: 'erc721', contract: PICTURES }),
    await check(world.url, { ...token, kind: 'erc1155', contract: NOTHING }),
    await check(world.url, { chainId: 1, registry: 'v1', kind: 'all', from, to }),
  ]).toEqual([true, UNLIMITED, true]);
  await dialog(page).getByText('This can begin once').waitFor();
  const [chain] = world.chains;
  await chain.mine(SAFE_BLOCKS);
  await world.catchUp();
  const end = dialog(page).getByRole('button', { name: 'End v1 for these 4…' });
  await expect.poll(() => end.isVisible()).toBe(true);
  await photograph(page, 'end');
  await end.click();
  await sign(page, 'Revoke with 4 signatures', 'They are revoked.');
  expect(await check(world.url, { chainId: 1, registry: 'v1', kind: 'all', from, to })).toBe(false);
});

test('a delegate steps down from v1, and hides what it cannot end in v2', async () => {
  const { address: from, hot: to } = await createVaultOfV1();
  const page = await openWithActingWallet(world, `${world.url}/explorer/${to}`, createActingWallet(to));
  await page.getByRole('button', { name: /^Step down ?: Whole wallet from .* Ethereum v1/ }).click();
  await dialog(page).getByText('Every v1 delegation of').waitFor();
  await connect(page);
  await photograph(page, 'step-down');
  await sign(page, 'Step down on Ethereum', 'It is done.');
  expect([
    await check(world.url, { chainId: 1, registry: 'v1', kind: 'all', from, to }),
    await check(world.url, { chainId: 1, registry: 'v2', kind: 'all', from, to }),
  ]).toEqual([false, true]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Step down ?: Whole wallet from .* Polygon v2/ }).click();
  await dialog(page).getByText('Registry v2 has no call for this.').waitFor();
  await photograph(page, 'hide');
  await dialog(page).getByRole('button', { name: 'Hide it in this browser' }).click();
  await page.reload();
  await page.getByText('1 received delegation hidden, in this browser only.').waitFor();
  const hidden = page.getByRole('button', { name: /^Step down ?: Whole wallet from .* Polygon v2/ });
  expect(await hidden.count()).toBe(0);
  await photograph(page, 'hidden');
  await page.getByRole('button', { name: 'Show it again' }).click();
  await hidden.waitFor();
});
