import type { Page } from 'playwright-core';
import { runCode } from '../run-code.ts';
import { copyFrom } from './copy-from.ts';

/** Copies the code in each language, as a user does, runs it and returns its output. */
export async function runCopied(page: Page): Promise<{ code: string; said: string }[]> {
  const ran: { code: string; said: string }[] = [];
  for (const language of ['curl', 'TypeScript', 'Python'] as const) {
    await page.getByText(language, { exact: true }).click();
    const code = await copyFrom(page, page.getByRole('button', { name: `Copy ${language}` }));
    ran.push({ code, said: await runCode[language](code) });
  }
  return ran;
}
