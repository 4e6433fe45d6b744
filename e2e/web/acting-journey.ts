/** The ways of a holder through the site, as tests walk them. */

import {
  check as askCheck,
  type BatchCheck,
  createClient,
  REGISTRIES,
  type Registry,
  rightsFromText,
} from '@mandate/sdk';
import type { Page } from 'playwright-core';
import { IN_SIGHT, placeOf } from './in-sight.ts';

type Hex = `0x${string}`;

/** A delegation that a journey grants. */
export interface JourneyGrant {
  readonly chainId: number;
  readonly registry: Registry;
  readonly kind: string;
  readonly from: Hex;
  readonly to: Hex;
  readonly contract?: Hex;
  readonly tokenId?: bigint;
  readonly amount?: bigint;
  /** A name. */
  readonly rights?: string;
}

/** Returns the link that asks for a grant. */
export function linkOf(grant: JourneyGrant): string {
  const { chainId, registry, kind, to, contract, tokenId, amount, rights } = grant;
  const values = { chain: chainId, registry, kind, to, contract, token: tokenId, amount, rights };
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return `/grant?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`;
}

/** Asks the service whether the delegation stands. */
export async function check(url: string, grant: JourneyGrant): Promise<boolean | bigint> {
  const { chainId, registry, kind, from, to, contract, tokenId, rights } = grant;
  const scope = (REGISTRIES[registry] as Record<string, { scope: readonly string[] }>)[kind]?.scope ?? [];
  const { value } = await askCheck(createClient({ baseUrl: url }), {
    ...({ registry, kind } as BatchCheck),
    chainId,
    from,
    to,
    ...(scope.includes('contract') && { contract }),
    ...(scope.includes('tokenId') && { tokenId }),
    ...(rights && { rights: rightsFromText(rights) }),
  });
  return value;
}

export const dialog = (page: Page) => page.getByRole('dialog');

/** Returns the states of the steps of all transactions, in order. */
export const readSteps = (page: Page) =>
  page.evaluate<string[]>(
    '[...document.querySelectorAll(".step-list li")].map((item) => item.getAttribute("data-state"))',
  );

export async function connect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect Test Wallet' }).click();
}

const SIGN_TIMEOUT_MS = 60_000;
const LOOK_MS = 2_000;
const SOON_MS = 250;

/** Clicks, signs, and waits until the service knows. A page with its own clock does not wait for the next look. */
export async function sign(page: Page, action: string, done: string): Promise<void> {
  await page.getByRole('button', { name: action, exact: true }).click();
  for (const deadline = Date.now() + SIGN_TIMEOUT_MS; Date.now() < deadline; ) {
    const isDone = page.getByText(done).waitFor({ timeout: SOON_MS });
    if (await isDone.then(() => true).catch(() => false)) return;
    await page.clock.fastForward(LOOK_MS).catch(() => undefined);
  }
  throw new Error(`The page never said “${done}”: ${await page.locator('main, dialog').allTextContents()}`);
}

export const ALL_DONE = ['done', 'done', 'done', 'done', 'done'];

/** Grants what the form asks for. */
export async function grantOn(page: Page, chain: string): Promise<void> {
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await page.getByText(' may act for ').waitFor();
  await sign(page, `Grant on ${chain}`, 'It is granted.');
}

/** Presses Tab until an element with this name has the focus, which has to be in sight. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 200; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<string>(
      `(({ ariaLabel, labels, textContent }) => ariaLabel ?? labels?.[0]?.textContent ?? textContent)(document.activeElement)`,
    );
    if (!name.test(focused)) continue;
    const place = await placeOf(page.locator(':focus'));
    if (place !== IN_SIGHT) throw new Error(`${focused} has the focus, and is not in sight: ${place}`);
    return;
  }
  throw new Error(`Tab never reached ${name}.`);
}
