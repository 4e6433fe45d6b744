import { until } from '@mandate/testing/until';
import type { Page } from 'playwright-core';

/** Presses what copies, and returns what was copied. The page says so for a moment, so the wait begins before. */
export async function copyFrom(page: Page, press: () => Promise<void>): Promise<string> {
  await page.evaluate("navigator.clipboard.writeText('')");
  await Promise.all([page.getByText('Copied').first().waitFor(), press()]);
  return until('something is copied', () => page.evaluate<string>('navigator.clipboard.readText()'));
}
