/** Names, units and pictures in a browser. Everything that strangers can write into a chain is hostile here. */
import type { BrowserContextOptions } from 'playwright-core';
import { getAddress } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CONTRACTS, HOSTILE_SVG, POISON, WALLETS } from './hostile-names.ts';
import { IN_SIGHT, placeOf, SCREENS } from './in-sight.ts';
import {
  bring,
  CROWD,
  CROWDED,
  mark,
  type NamesWorld,
  nameIn,
  openWatched,
  photograph,
  scopeOf,
  short,
  shown,
  startNamesWorld,
  VAULT,
} from './names-world.ts';
import { LOOKS } from './site.ts';

const MAX_ADDRESS_PX = 100;

let world: NamesWorld;
beforeAll(async () => {
  world = await startNamesWorld();
});
afterEach(() => world?.site.closePages());
afterAll(() => world?.close());

const open = (path: string, options?: BrowserContextOptions) => openWatched(world, path, options);

describe('a wallet with hostile delegates', () => {
  test('shows verified names only, each beside its address, and marks look-alikes with words', async () => {
    const { page, listHarm } = await open(`/explorer/${VAULT}`);
    await nameIn(shown(page, WALLETS.mira)).waitFor();
    const texts: Record<string, string | null> = {};
    const tip = page.locator('.full-text-tip');
    for (const [who, address] of Object.entries(WALLETS)) {
      const row = await bring(page, address);
      expect(await row.textContent()).toContain(short(address));
      if (who === 'twin') {
        await nameIn(row).waitFor();
        await mark(row).focus();
        await tip.getByText(`mira.eth, ${getAddress(WALLETS.mira)}`).waitFor();
        await photograph(page, 'look-alike name');
      }
      await page.waitForLoadState('networkidle');
      texts[who] = (await nameIn(row).count()) > 0 ? await nameIn(row).textContent() : null;
      expect([who, await mark(row).count()]).toEqual([who, who === 'mira' || who === 'twin' ? 1 : 0]);
    }
    const { mira, twin, ...liars } = texts;
    expect({ mira, twin }).toEqual({ mira: 'mira.eth', twin: 'mlra.eth' });
    expect(new Set(Object.values(liars))).toEqual(new Set([null]));
    const poisoned = mark(await bring(page, POISON[0]));
    expect(await poisoned.textContent()).toContain('Look-alike');
    await poisoned.hover();
    await tip.getByText(getAddress(POISON[1])).waitFor();
    await photograph(page, 'look-alike address');
    expect(await listHarm()).toEqual([]);
  });

  test('shows contracts in their own words, amounts in units, and pictures in bounds; nothing runs', async () => {
    const { page, listHarm } = await open(`/explorer/${VAULT}`);
    for (const [contract, name, words] of [
      ['fakeUsdc', '“USD Coin”', 'The well-known USD Coin is another contract'],
      ['honest', '“Night Trams”', 'Another name on this page looks the same: “Nіght Trams”'],
      ['sameName', '“Nіght Trams”', 'Another name on this page looks the same: “Night Trams”'],
      ['domain', '“mira.eth”', 'It is not an ENS name'],
    ] as const) {
      const row = await bring(page, CONTRACTS[contract]);
      await nameIn(row).getByText(name, { exact: true }).waitFor();
      await mark(row).getByText(words).waitFor({ state: 'attached' });
    }
    for (const [contract, isDrawn] of [
      ['honest', true],
      ['script', false],
      ['bomb', false],
      ['html', false],
      ['remote', false],
    ] as const) {
      const row = await bring(page, CONTRACTS[contract]);
      await nameIn(row).waitFor();
      const picture = scopeOf(page, row).getByRole('img', { name: 'Token #7, as its contract draws it' });
      expect([contract, await picture.count()]).toEqual([contract, isDrawn ? 1 : 0]);
      if (isDrawn) expect(await picture.boundingBox()).toMatchObject({ width: 40, height: 40 });
    }
    await photograph(page, 'pictures');
    for (const [contract, text] of [
      ['fakeUsdc', 'up to 1,234.5 USDС'],
      ['manyDecimals', 'up to 12,345 base units'],
      ['breaks', 'up to 1 units'],
      ['coin', 'up to 2.500000000000000001 HARBOR'],
    ] as const) {
      const row = await bring(page, CONTRACTS[contract]);
      await nameIn(row).waitFor();
      expect(await scopeOf(page, row).textContent()).toContain(text);
    }
    await page.getByText('2.500000000000000001').hover();
    await page.locator('.full-text-tip').getByText('2,500,000,000,000,000,001 base units').waitFor();
    expect(await listHarm()).toEqual([]);
  });

  test('a picture runs and loads nothing, even if the service lets it through', async () => {
    const picture = `data:image/svg+xml;base64,${Buffer.from(HOSTILE_SVG).toString('base64')}`;
    const { page, listHarm } = await open('');
    await page.route('**/names?*', async (route) => {
      const body = await (await route.fetch()).json();
      for (const { token } of body.addresses) if (token) token.picture = picture;
      await route.fulfill({ json: body });
    });
    await page.goto(`${world.service.url}/explorer/${VAULT}`);
    const row = await bring(page, CONTRACTS.script);
    const image = scopeOf(page, row).getByRole('img');
    await image.waitFor();
    // Chromium has drawn it once it knows its size.
    await image.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    expect(await image.boundingBox()).toMatchObject({ width: 40, height: 40 });
    expect(await listHarm()).toEqual([]);
  });

  test.each(LOOKS)('is accessible and keeps its layout: %s, %o', async (colorScheme, viewport) => {
    const { page, listHarm } = await open(`/explorer/${VAULT}`, {
      colorScheme,
      viewport,
      reducedMotion: 'reduce',
    });
    await nameIn(shown(page, WALLETS.mira)).waitFor();
    expect(await world.site.listViolations(page)).toEqual([]);
    await photograph(page, `wallet ${colorScheme} ${viewport.width}`);
    const endless = await bring(page, CONTRACTS.endless);
    await nameIn(endless).waitFor();
    expect((await endless.boundingBox())?.height).toBeLessThan(MAX_ADDRESS_PX);
    const breaks = await bring(page, CONTRACTS.breaks);
    await nameIn(breaks).getByText('“Good Tokengnp.exe x”', { exact: true }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(await listHarm()).toEqual([]);
  });
});

test('names are asked only for the rows that are seen', async () => {
  const { page, questions } = await open(`/explorer/${CROWDED}`);
  await page
    .getByText(/300 delegations|300 given|^300/)
    .first()
    .waitFor();
  await expect.poll(() => questions.length).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  const asked = questions.flatMap((url) => new URL(url).searchParams.get('of')?.split(',') ?? []);
  process.stdout.write(`${JSON.stringify({ rows: CROWD, calls: questions.length, asked: asked.length })}\n`);
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked.length).toBeLessThan(CROWD / 3);
});

describe('an ENS name finds a wallet', () => {
  test('and opens with one Enter, under the name and the whole address', async () => {
    const { page, listHarm } = await open('/');
    await page.getByLabel('Wallet address or ENS name').fill('MIRA.eth');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: getAddress(WALLETS.mira) }).waitFor();
    await page.locator('.wallet-name').getByText('mira.eth', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/explorer/MIRA.eth');
    await photograph(page, 'opened by name');
    // The list begins on the first screen, on a phone, too.
    for (const screen of SCREENS) {
      await page.setViewportSize(screen);
      await page.reload();
      const first = page.getByRole('rowheader').first();
      await first.waitFor();
      await expect.poll(() => placeOf(first), { message: `at ${screen.width}` }).toBe(IN_SIGHT);
    }
    expect(await listHarm()).toEqual([]);
  });

  test('and a name that leads nowhere says so', async () => {
    const { page } = await open('/explorer');
    for (const [name, why] of [
      ['mirа.eth', 'is not a valid ENS name'],
      ['nobody.eth', 'leads to no address'],
      ['\u202ehte.arim', 'is not a valid ENS name'],
      ['<b>mira.eth', 'is not a valid ENS name'],
      ['mira.eth\nverified', 'Paste a wallet address'],
    ] as const) {
      await page.getByLabel('Wallet address or ENS name').fill(name);
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText(why).waitFor();
      expect(await page.getByRole('heading', { level: 1, name: /0x/ }).count()).toBe(0);
    }
  });

  test('without an answer, the page says so and shows addresses', async () => {
    const page = await world.site.open('about:blank');
    await page.route('**/names?*', (route) => route.abort());
    await page.goto(`${world.service.url}/explorer/${VAULT}`);
    await shown(page, WALLETS.mira).waitFor();
    expect(await page.locator('.address__name').count()).toBe(0);
    await page.getByLabel('Wallet address or ENS name').fill('mira.eth');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('cannot be looked up right now').waitFor();
  });

  test('in a check', async () => {
    // An answer needs a young block.
    await world.service.mine();
    const { page, listHarm } = await open('/check?chain=1');
    await page.getByLabel('Hot wallet').fill('mira.eth');
    await page.getByText(`leads to ${getAddress(WALLETS.mira)}`).waitFor();
    await photograph(page, 'check');
    await page.getByLabel('Cold wallet').fill(VAULT);
    await page.keyboard.press('Enter');
    await page.getByText('Yes, may act').waitFor();
    expect(await page.getByLabel('Hot wallet').inputValue()).toBe(getAddress(WALLETS.mira));
    expect(await listHarm()).toEqual([]);
  });
});
