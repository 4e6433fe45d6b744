/** A Safe around the site: it is connected by itself, proposes on its own chain, and its proposals outlive the page. */

import { writeOf } from '@mandate/contracts';
import { createDelegation, FULL_RIGHTS, parseAddress } from '@mandate/core';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { check } from './acting-journey.ts';
import { newWallet } from './acting-vault.ts';
import { type ActingWorld, startActingWorld } from './acting-world.ts';
import { type Parent, startParent } from './parent-page.ts';
import { createPlayedSafe, type PlayedSafe } from './safe-parent.ts';
import { DESKTOP, PHONE } from './site.ts';

let parent: Parent;
let world: ActingWorld;
beforeAll(async () => {
  parent = await startParent();
  world = await startActingWorld({ safeAppOrigins: [parent.url] });
});
afterEach(() => world?.site.closePages());
afterAll(async () => {
  await world?.close();
  parent?.close();
});

const app = (page: Page) => page.frameLocator('iframe');
const proposalsOf = (page: Page) => app(page).getByRole('region', { name: 'Proposed to this Safe' });

/** Opens the site inside a Safe that has delegated its whole wallet on both chains. */
async function openSafe() {
  const address = newWallet();
  const [from, to] = [parseAddress(address), parseAddress(newWallet())];
  const grant = createDelegation({ registry: 'v2', kind: 'all', from, to, rights: FULL_RIGHTS });
  for (const chain of world.chains) {
    await chain.send(writeOf(chain, grant, false));
    await chain.mine();
  }
  await world.catchUp();
  const safe = createPlayedSafe(world.chains[0], from);
  const page = await world.site.open('about:blank', { reducedMotion: 'reduce' });
  await safe.play(page);
  await page.goto(parent.frame(`${world.url}/explorer/${address}`));
  const stands = () => check(world.url, { chainId: 1, registry: 'v2', kind: 'all', from, to });
  return { page, safe, stands };
}

async function propose(page: Page): Promise<void> {
  await app(page).getByRole('link', { name: 'My delegations' }).waitFor();
  await app(page)
    .getByRole('checkbox', { name: /^Select the 2 delegations given to/ })
    .check();
  await app(page).getByRole('button', { name: 'Revoke…' }).last().click();
  await app(page).getByText('Your Safe lives on Ethereum.').waitFor();
  // No sentence counts on what is not signed.
  expect(await app(page).getByText('whole wallet on Ethereum.').count()).toBe(1);
  expect(await app(page).getByText('whole wallet on Polygon.').count()).toBe(0);
  await app(page).getByRole('button', { name: 'Revoke on Ethereum' }).click();
  await app(page).getByRole('dialog').getByText('Proposed, 1 of 2 signed').waitFor();
}

async function look(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  for (const [colorScheme, viewport] of [
    ['dark', PHONE],
    ['light', DESKTOP],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    if (folder) await page.screenshot({ path: `${folder}/safe-${name}-${viewport.width}.png` });
    expect.soft(await world.site.listViolations(page.frames()[1] ?? page.mainFrame()), name).toEqual([]);
  }
}

test('a proposal is signed, executed and confirmed after the page was loaded again', async () => {
  const { page, safe, stands } = await openSafe();
  await propose(page);
  expect(
    [...safe.proposed.values()].map((txs) => txs.map(({ to, value }) => [parseAddress(to), value])),
  ).toEqual([[[world.chains[0].registries.v2, '0']]]);
  await look(page, 'proposed');
  await page.reload();
  await proposalsOf(page).getByText('Proposed, 1 of 2 signed').waitFor();
  safe.sign();
  await proposalsOf(page).getByText('Proposed, 2 of 2 signed').waitFor();
  await look(page, 'again');
  expect(await stands()).toBe(true);
  await safe.execute();
  await proposalsOf(page).getByText('Done: the service confirms it').waitFor();
  expect(await stands()).toBe(false);
});

test.each([
  ['fails', 'The transaction failed', (safe: PlayedSafe) => safe.executeInVain()],
  ['is rejected', 'The owners of the Safe rejected it', (safe: PlayedSafe) => safe.reject()],
])('a proposal that %s changes nothing', async (_, words, end) => {
  const { page, safe, stands } = await openSafe();
  await propose(page);
  await end(safe);
  await app(page).getByRole('dialog').getByText(words).waitFor();
  expect(await stands()).toBe(true);
});

test('without a Safe around it, the page says so after a moment', async () => {
  const page = await world.site.open(parent.frame(`${world.url}/explorer`));
  await app(page).getByRole('button', { name: 'Connect', exact: true }).click();
  await app(page).getByText('No Safe answers.').waitFor();
});
