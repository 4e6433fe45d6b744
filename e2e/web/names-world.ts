/** A wallet whose delegates have hostile names, on the built site over a local Ethereum. */
import { startLocalChain } from '@mandate/contracts';
import { createDelegation, type DelegationFields, FULL_RIGHTS, parseAddress } from '@mandate/core';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { getAddress } from 'viem';
import { CODE, CONTRACTS, POISON, RECORDS, WALLETS } from './hostile-names.ts';
import { startWebService } from './service.ts';
import { openSite } from './site.ts';

export const VAULT = parseAddress('0x00000000000000000000000000000000000c01d0');
/** Has many delegates without names. */
export const CROWDED = parseAddress('0x000000000000000000000000000000000c0d0d0d');
export const CROWD = 300;
const MAX_SCROLLS = 40;

const digits = (last: string) => parseAddress(`0x${last.padStart(40, '5')}`);
const grant = (fields: Partial<DelegationFields>) =>
  createDelegation({
    registry: 'v2',
    kind: 'all',
    from: VAULT,
    to: WALLETS.mira,
    rights: FULL_RIGHTS,
    ...fields,
  });
/** The delegates of token grants. A list folds away the sixth delegation of a wallet. */
const [TREASURER, CURATOR, GUEST] = [digits('7e45'), digits('c04a'), digits('9e57')];
const token = (contract: keyof typeof CONTRACTS, to = CURATOR) =>
  grant({ kind: 'erc721', contract: CONTRACTS[contract], tokenId: 7n, to });
const amount = (contract: keyof typeof CONTRACTS, value: bigint) =>
  grant({ kind: 'erc20', contract: CONTRACTS[contract], amount: value, to: TREASURER });

const GRANTS = [
  ...Object.values(WALLETS).map((to) => grant({ to })),
  ...POISON.map((to) => grant({ to })),
  amount('fakeUsdc', 1_234_500_000n),
  amount('breaks', 10n ** 18n),
  amount('endless', 1n),
  amount('manyDecimals', 12_345n),
  amount('coin', 2_500_000_000_000_000_001n),
  ...(['honest', 'sameName', 'domain', 'script', 'bomb'] as const).map((art) => token(art)),
  token('html', GUEST),
  token('remote', GUEST),
  ...Array.from({ length: CROWD }, (_, i) => {
    const start = (0x1_0000_0001n * BigInt(i + 1)).toString(16);
    return grant({ from: CROWDED, to: parseAddress(`0x${start.padEnd(40, '3')}`) });
  }),
];

export type NamesWorld = Awaited<ReturnType<typeof startNamesWorld>>;

export async function startNamesWorld() {
  const [site, chain] = await Promise.all([openSite(), startLocalChain({ chainId: 1, contracts: CODE })]);
  for (const call of RECORDS) await chain.send({ from: VAULT, ...call });
  await chain.mine();
  const service = await startWebService(chain, { webDir: site.folder, hasUnfollowed: false });
  await service.grant(GRANTS);
  return {
    site,
    chain,
    service,
    async close() {
      await site.close();
      await service.close();
      await chain.stop();
    },
  };
}

/** Opens a page and notes everything that it asks others for, and every dialog. */
export async function openWatched(
  { site, service }: NamesWorld,
  path: string,
  options?: BrowserContextOptions,
) {
  const page = await site.open('about:blank', options);
  const strangers: string[] = [];
  const questions: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (url.startsWith(`${service.url}/names`)) questions.push(url);
    else if (!url.startsWith(service.url) && !url.startsWith('data:')) strangers.push(url);
  });
  page.on('dialog', async (dialog) => {
    strangers.push(dialog.message());
    await dialog.dismiss();
  });
  if (path !== '') await page.goto(service.url + path);
  /** Lists what a hostile name achieved: code that ran, requests to strangers, dialogs, and complaints of the browser. */
  const listHarm = async () => {
    const hacked = await page.evaluate('window.hacked');
    return [...(hacked === undefined ? [] : [`code ran: ${hacked}`]), ...strangers, ...site.complaints];
  };
  return { page, questions, listHarm };
}

export async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  const path = `${folder}/names-${name.replaceAll(' ', '-')}.png`;
  if (folder) await page.screenshot({ path, fullPage: true });
}

export function short(address: string): string {
  const written = getAddress(address);
  return `${written.slice(0, 6)}…${written.slice(-4)}`;
}

/** Finds an address as a page shows it, with the name and the mark beside it. */
export const shown = (page: Page, address: string): Locator =>
  page
    .locator('.address')
    .filter({ has: page.locator('.address__short', { hasText: getAddress(address) }) })
    .first();
export const nameIn = (address: Locator) => address.locator('.address__name');
export const mark = (address: Locator) => address.locator('.badge--explained');
export const scopeOf = (page: Page, address: Locator) =>
  page.locator('.grant-scope').filter({ has: address });

/** Scrolls to an address. The list has only the rows that are seen. */
export async function bring(page: Page, address: string): Promise<Locator> {
  const found = shown(page, address);
  await page.getByRole('table', { name: 'Delegations' }).waitFor();
  for (let scrolls = 0; scrolls < MAX_SCROLLS && (await found.count()) === 0; scrolls++) {
    await page.mouse.wheel(0, 400);
    await page.evaluate('new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))');
  }
  await found.scrollIntoViewIfNeeded();
  return found;
}
