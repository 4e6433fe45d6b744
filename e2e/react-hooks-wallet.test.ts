/** Grants and revocations of a page with a wallet, in a real browser and over a real chain. */
import { type LocalChain, startLocalChain } from '@mandate/contracts';
import { parseAddress } from '@mandate/core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addWallet } from './react-hooks/add-wallet.ts';
import { type OpenedApp, openApp } from './react-hooks/open-app.ts';
import { startWebService, type WebService } from './web-service.ts';

const createAddress = (digits: string) => parseAddress(`0x${digits.padStart(40, '0')}`);
const [HOT, VAULT] = [createAddress('407'), createAddress('c01d')];
const MAX_WAIT_MS = 15_000;

let chain: LocalChain;
let service: WebService;
let app: OpenedApp;

beforeAll(async () => {
  [chain, app] = await Promise.all([startLocalChain({ chainId: 1 }), openApp('wallet-page.ts')]);
  service = await startWebService(chain, {});
});
afterAll(async () => {
  await app?.close();
  await service?.close();
  await chain?.stop();
});

const says = (page: Page, id: string, expected: RegExp) =>
  expect
    .poll(() => page.locator(`#${id}`).textContent(), { timeout: MAX_WAIT_MS, interval: 50 })
    .toMatch(expected);
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a wallet grants and revokes, and the answers follow', async () => {
  let signed = 0;
  const setup = { baseUrl: service.url, pollMs: 600_000, to: HOT, from: [VAULT], nodeUrl: chain.url };
  const page = await app.open(setup, '', (opening) =>
    addWallet(opening, chain, VAULT, () => {
      signed++;
    }),
  );
  await says(page, 'check-0', /^no/);
  await click(page, 'Grant');
  await says(page, 'grant', /^No wallet is connected/);
  await click(page, 'Connect');
  await page.evaluate('isRejecting = true');
  await click(page, 'Grant');
  await says(page, 'grant', /^User rejected the request/);
  expect(signed).toBe(0);
  await page.evaluate('isRejecting = false');

  await click(page, 'Grant');
  await says(page, 'grant', /^success in \d+, indexed: true$/);
  await says(page, 'check-0', /^yes at \d+, live$/);
  await click(page, 'Revoke');
  await says(page, 'revoke', /^success in \d+, indexed: true$/);
  await says(page, 'check-0', /^no at \d+, live$/);
  expect(signed).toBe(2);
  expect(app.warnings).toEqual([]);

  // A mined transaction is no failure when the service is down, and the old answer no longer counts.
  await service.stop();
  await click(page, 'Grant');
  await says(page, 'grant', /^success in \d+, indexed: false$/);
  await says(page, 'check-0', /^unknown/);
  await service.start();
});
