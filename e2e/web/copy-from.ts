import { until } from '@mandate/testing/until';
import type { Locator, Page } from 'playwright-core';

const TIMEOUT_MS = 60_000;
/** The page says so for a moment, which only the page itself cannot miss. */
const SAYS_COPIED = `new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('The page does not say "Copied".')), ${TIMEOUT_MS});
  const look = () => document.body.textContent.includes('Copied') && resolve();
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
})`;

/** Presses a button that copies, and returns what was copied. By keyboard: what loads above it moves it under a mouse. */
export async function copyFrom(page: Page, button: Locator): Promise<string> {
  await page.evaluate("navigator.clipboard.writeText('')");
  await Promise.all([page.evaluate(SAYS_COPIED), button.press('Enter')]);
  return until('something is copied', () => page.evaluate<string>('navigator.clipboard.readText()'));
}
