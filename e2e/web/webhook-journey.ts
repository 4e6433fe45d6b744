/** The journey of a webhook endpoint on the developer page, from its form to its end. */
import { randomUUID } from 'node:crypto';
import { createWebhookWorkStore, type Database } from '@mandate/store';
import type { Page } from 'playwright-core';
import { copyFrom } from './copy-from.ts';

interface World {
  readonly wallet: string;
  readonly database: Database;
}

/** Begins where the wallet has signed in. `look` is called for each state of the page. Returns the secrets that the page showed. */
export async function useWebhooks(
  page: Page,
  { wallet, database }: World,
  look: (name: string) => Promise<void>,
): Promise<string[]> {
  const act = (action: string) => page.getByRole('button', { name: `${action} Gate` }).click();
  const confirm = (action: string) =>
    page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
  await page.getByLabel('Name of the endpoint').fill('Gate');
  await page.getByLabel('URL').fill('http://127.0.0.1/hooks');
  await page.getByLabel('Wallets on either side').fill(wallet);
  await look('first-form');
  await page.getByText('More filters').click();
  await page.getByLabel('Rights').fill('vote');
  await page.getByRole('group', { name: 'Kinds', exact: true }).getByText('Only these').click();
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  await page.getByText('Choose at least one kind.').waitFor();
  await page.getByLabel('Whole wallet').check();
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  await page.getByText('must begin with https://').waitFor();
  await look('form');
  await page.getByLabel('URL').fill('https://hooks.example/mandate');
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  await page.getByText('Copy the secret of “Gate” now.').waitFor();
  const secret = await copyFrom(page, page.getByRole('button', { name: 'Copy secret' }));
  await page.getByText('Waits for the challenge').waitFor();

  await act('Change');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('All kinds').click();
  const rights = dialog.getByLabel('Rights');
  await rights.fill(`${await rights.inputValue()}, claim`);
  await dialog.getByLabel('Heartbeat').selectOption('Every 5 minutes');
  await look('change');
  await confirm('Save');
  await page.getByText('all chains, 1 wallet, all contracts, 2 rights; at once').waitFor();

  await failWebhook(database);
  await page.getByText('An event failed 3 times: It answered 500.').waitFor();
  await act('Deliveries');
  await page.getByRole('table', { name: 'Deliveries to Gate' }).getByText('no room').waitFor();
  await look('deliveries');
  await act('Replay');
  await look('replay');
  await confirm('Replay');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await act('Skip');
  await confirm('Skip');
  await page.getByText('An event failed 3 times').waitFor({ state: 'detached' });
  await act('Test');
  // The log of the account has the same words.
  const own = page.getByRole('table', { name: 'Webhook endpoints' });
  await act('Pause');
  await own.getByText('Paused', { exact: true }).waitFor();
  await act('Resume');
  await own.getByText('Active', { exact: true }).waitFor();
  await act('Rotate');
  await confirm('Rotate the secret');
  await page.getByText('Events are signed with the old secret, too').waitFor();
  const next = await copyFrom(page, page.getByRole('button', { name: 'Copy secret' }));
  await act('Delete');
  await confirm('Delete');
  await own.waitFor({ state: 'detached' });
  return [secret, next];
}

/** Does what a worker does whose challenge was answered, and whose next event failed three times. */
async function failWebhook(database: Database): Promise<void> {
  const work = createWebhookWorkStore(database);
  const worker = randomUUID();
  await work.beat(worker, 60_000);
  const [held] = await work.load(worker, [...(await work.listHeld(worker)).keys()]);
  if (!held) throw new Error('There is no endpoint.');
  await work.settle(worker, held, 'new', 'active', null);
  const failed = { eventId: 'a', type: 'endpoint.alive', attempt: 3, status: 500, error: 'It answered 500.' };
  const failing = { failures: 3, failingEvent: 'a', lastError: failed.error };
  await work.commit(
    worker,
    held.lanes.map((lane) => ({ endpointId: held.id, fence: held.fence, ...lane, ...failing })),
    [{ ...failed, endpointId: held.id, chainId: 0, at: new Date(), ms: 12, body: 'no room' }],
  );
  await work.leave(worker);
}
