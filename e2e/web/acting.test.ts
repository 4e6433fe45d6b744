/** Each kind of delegation in a real browser, on two chains: granted, seen, true, changed, revoked, false. */

import { rightsFromText } from '@mandate/core';
import { createClient } from '@mandate/sdk';
import { getWallet } from '@mandate/sdk/explore';
import { size } from '@mandate/testing/size';
import type { Page } from 'playwright-core';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ALL_DONE,
  check,
  connect,
  dialog,
  grantOn,
  type JourneyGrant,
  linkOf,
  readSteps,
  sign,
  tabTo,
} from './acting-journey.ts';
import { type ActingWorld, startActingWorld } from './acting-world.ts';
import { createActingWallet, openWithActingWallet } from './page-wallet.ts';

const CONTRACT = '0xc0ffee0000000000000000000000000000000001';

/** MetaMask's contract that accounts run. */
const CODE = '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B';

let world: ActingWorld;
const newWallet = () => privateKeyToAccount(generatePrivateKey()).address;
const coded = newWallet();

beforeAll(async () => {
  world = await startActingWorld();
  const [chain] = world.chains;
  // The service may read at a block that is some seconds old.
  await chain.client.setCode({ address: coded, bytecode: `0xef0100${CODE.slice(2)}` });
  await chain.mine();
});
afterAll(() => world?.close());

type Change = readonly [fill: (page: Page) => Promise<void>, changed: Partial<JourneyGrant>];

const setRight = (title: string, rights: string): Change => [
  (page) => dialog(page).getByRole('radio', { name: title }).check(),
  { rights },
];
const setAmount = (text: string, amount: bigint): Change => [
  (page) => dialog(page).getByLabel('Amount', { exact: true }).fill(text),
  { amount },
];

/** The first three differ in what the page does: a right is replaced, an amount is overwritten, v1 changes nothing. */
const KINDS: readonly (readonly [JourneyGrant['registry'], string, Partial<JourneyGrant>, Change | null])[] =
  [
    ['v2', 'contract', { contract: CONTRACT, rights: 'claim' }, setRight('Only votes', 'vote')],
    ['v2', 'erc1155', { contract: CONTRACT, tokenId: 7n, amount: 3n }, setAmount('5', 5n)],
    ['v1', 'token', { contract: CONTRACT, tokenId: 7n }, null],
    ['v2', 'all', {}, setRight('Only claims', 'claim')],
    ['v2', 'erc721', { contract: CONTRACT, tokenId: 7n }, setRight('Only votes', 'vote')],
    ['v2', 'erc20', { contract: CONTRACT, amount: 1_500n }, setAmount('2,000', 2_000n)],
    ['v1', 'all', {}, null],
    ['v1', 'contract', { contract: CONTRACT }, null],
  ];

describe('on two chains', () => {
  test.each(KINDS.slice(0, size(3, KINDS.length)))(
    '%s %s is granted, seen, changed and revoked',
    async (registry, kind, scope, change) => {
      const from = newWallet();
      const wallet = createActingWallet(from);
      const to = newWallet();
      const [first, second] = world.chains.map(
        ({ chainId }): JourneyGrant => ({ chainId, registry, kind, from, to, ...scope }),
      ) as [JourneyGrant, JourneyGrant];
      const stands = first.amount ?? true;
      const ended = first.amount ? 0n : false;
      const page = await openWithActingWallet(world, 'about:blank', wallet);
      // The page looks at the chain every two seconds. The test does not wait for them.
      await page.clock.install();
      await page.goto(world.url + linkOf(first));
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      await connect(page);
      await grantOn(page, 'Ethereum');
      expect(await check(world.url, first)).toBe(stands);
      await page.getByRole('button', { name: 'Grant another' }).click();
      await page.getByLabel('Chain', { exact: true }).selectOption('Polygon');
      await grantOn(page, 'Polygon');
      expect(await check(world.url, second)).toBe(stands);

      await page.getByRole('link', { name: 'See the vault’s delegations' }).click();
      const revocations = page.getByRole('button', { name: /^Revoke ?: / });
      await expect.poll(() => revocations.count()).toBe(2);
      let changed = first;
      if (change) {
        const [fill, other] = change;
        changed = { ...first, ...other };
        await page.getByRole('button', { name: /^Change ?: .* Ethereum/ }).click();
        await fill(page);
        await sign(page, 'Change on Ethereum', 'It is changed.');
        await page.keyboard.press('Escape');
        expect(await check(world.url, changed)).toBe(changed.amount ?? true);
        // An amount is overwritten; other rights are another delegation.
        expect(await check(world.url, first)).toBe(changed.amount ?? false);
        // The row is another one with another right: a selection of the old one would end with it.
        if (other.rights) await page.locator(`[data-tip="${rightsFromText(other.rights)}"]`).waitFor();
      }

      await page.getByRole('checkbox', { name: /^Select the 2 delegations given to/ }).check();
      await page.getByRole('button', { name: 'Revoke…' }).last().click();
      await sign(page, 'Revoke with 2 signatures', 'They are revoked.');
      expect(await readSteps(page)).toEqual([...ALL_DONE, ...ALL_DONE]);
      expect(await check(world.url, changed)).toBe(ended);
      expect(await check(world.url, second)).toBe(ended);
      expect(wallet.signed).toHaveLength(change ? 5 : 4);
      await page.keyboard.press('Escape');
      await expect.poll(() => revocations.count()).toBe(0);
      await page.context().close();
    },
  );
});

const DAY_S = 86_400;
/** The selector of v2's `multicall`. */
const MULTICALL = '0xac9650d8';

test('a new expiry of an exclusive right replaces the old one in one transaction', async () => {
  const from = newWallet();
  const wallet = createActingWallet(from);
  const grant: JourneyGrant = { chainId: 1, registry: 'v2', kind: 'all', from, to: newWallet() };
  const page = await openWithActingWallet(world, 'about:blank', wallet);
  await page.clock.install();
  await page.goto(world.url + linkOf(grant));
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await connect(page);
  await page.getByRole('radio', { name: /^Exclusive/ }).check();
  await page.getByRole('button', { name: 'In 1 week' }).click();
  await grantOn(page, 'Ethereum');
  const readDaysLeft = async () => {
    const { delegations } = await getWallet(createClient({ baseUrl: world.url }), { wallet: from });
    return delegations.map(({ expiresAt }) => Math.round(((expiresAt ?? 0) - Date.now() / 1_000) / DAY_S));
  };
  expect(await readDaysLeft()).toEqual([7]);
  await page.getByRole('link', { name: 'See the vault’s delegations' }).click();
  await page.getByRole('button', { name: /^Change ?: / }).click();
  await dialog(page).getByRole('button', { name: 'In 1 year' }).click();
  await sign(page, 'Change on Ethereum', 'It is changed.');
  expect(await readDaysLeft()).toEqual([365]);
  expect(wallet.signed.map(({ data }) => data.startsWith(MULTICALL))).toEqual([false, true]);
  await page.context().close();
});

test('a grant by keyboard only', async () => {
  const from = newWallet();
  const grant: JourneyGrant = { chainId: 1, registry: 'v2', kind: 'all', from, to: newWallet() };
  const page = await openWithActingWallet(world, `${world.url}/grant`, createActingWallet(from));
  await page.getByRole('button', { name: 'Connect', exact: true }).waitFor();
  await tabTo(page, /^Connect$/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Connect Test Wallet/);
  await page.keyboard.press('Enter');
  await page.getByText('The account that is connected').waitFor();
  await tabTo(page, /^Wallet that may act/);
  await page.keyboard.type(grant.to);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Grant on Ethereum' }).waitFor();
  await tabTo(page, /^Grant on Ethereum/);
  await page.keyboard.press('Enter');
  await page.getByText('It is granted.').waitFor();
  expect(await check(world.url, grant)).toBe(true);
  await page.context().close();
});

test('before a grant is signed, the page says that code runs at the address, or that this is not known', async () => {
  const grant: JourneyGrant = { chainId: 1, registry: 'v2', kind: 'all', from: newWallet(), to: coded };
  const page = await openWithActingWallet(world, 'about:blank', createActingWallet(grant.from));
  await page.clock.install();
  await page.goto(world.url + linkOf(grant));
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await connect(page);
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  const said = `This account runs code on Ethereum: ${CODE} (MetaMask). Whoever controls that code can act as this account`;
  await page.getByText(said).waitFor();

  await page.route('**/names?*', async (route) => {
    const response = await route.fetch();
    const { addresses } = (await response.json()) as { addresses: object[] };
    await route.fulfill({
      response,
      json: { addresses: addresses.map((each) => ({ ...each, account: null })), resolved: null },
    });
  });
  await page.clock.fastForward(60_000);
  await page.getByText('It is not known now whether code runs at this address').waitFor();
  await page.context().close();
});
