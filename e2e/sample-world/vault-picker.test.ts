/** Runs `examples/vault-picker` by the command of its README: the page asks, and its server decides. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite, PHONE, type Site } from '../web/site.ts';
import { type ExampleProcess, startExample, stopExamples } from './example-process.ts';
import { world } from './world.ts';

const SAFE_OF_SOMEBODY = '0xD5E9271FCc6EE936Bf3967BDfDc6acaF64005FC0';
const VAULT = '0x7ccdcc39725eeca82799965276b4907236d4866d';
const MIRA = '0x0fc4877012ae7e84f9226b7e1f70df18aa9aef2d';

let site: Site;
let url: string;
const find = (example: ExampleProcess) => example.find(/^The shop is at (.*)$/);
beforeAll(async () => {
  site = await openSite();
  url = await find(startExample('vault-picker', { MANDATE_URL: world.api, PORT: '0' }));
});
afterAll(async () => {
  await site?.close();
  await stopExamples();
});

const post = async (vault: string, to = url) =>
  (await fetch(`${to}/claims/${vault}`, { method: 'POST' })).status;

test('mira.eth chooses a vault by its name, and claims once for it', async () => {
  const page = await site.open(url, { viewport: PHONE });
  const row = page.getByRole('listitem').filter({ hasText: 'vault.mira.eth' });
  await row.getByText('Whole contract, full rights, on Ethereum v2').waitFor();
  await row.getByText('Holds 2 tokens').waitFor();
  await row.getByRole('radio').check();
  await page.getByRole('button', { name: 'Continue as vault.mira.eth' }).click();
  await page.getByText(`Your poster for ${VAULT} is on its way.`).waitFor();
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/vault-picker-example.png`, fullPage: true });
  expect(await site.listViolations(page)).toEqual([]);
  expect(site.complaints).toEqual([]);
  expect(await post(VAULT)).toBe(409);
});

test('the server believes no page: a vault of somebody else, and what nobody knows', async () => {
  expect(await post(SAFE_OF_SOMEBODY)).toBe(403);
  // She holds none herself: only her vaults do.
  expect(await post(MIRA)).toBe(403);
  const alone = await find(startExample('vault-picker', { MANDATE_URL: 'http://127.0.0.1:1', PORT: '0' }));
  expect(await post(VAULT, alone)).toBe(503);
});
