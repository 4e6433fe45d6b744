/** Keys for pages and servers on the developer page, used from pages of other origins in a real browser. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type LocalChain, startLocalChain } from '@mandate/contracts';
import { createKeyStore } from '@mandate/store';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { copyFrom } from './copy-from.ts';
import { openWithWallet, signIn } from './page-wallet.ts';
import { startWebService, type WebService } from './service.ts';
import { LOOKS, openSite, type Site } from './site.ts';
import { useWebhooks } from './webhook-journey.ts';

interface Host {
  readonly origin: string;
  readonly server: Server;
}

let site: Site;
let chain: LocalChain;
let service: WebService;
let mine: Host;
let other: Host;
let wallet: ReturnType<typeof privateKeyToAccount>;

beforeAll(async () => {
  [site, chain, mine, other] = await Promise.all([
    openSite(),
    startLocalChain({ chainId: 1 }),
    startHost(),
    startHost(),
  ]);
  service = await startWebService(chain, { webDir: site.folder, hasUnfollowed: false });
  await service.grant([]);
});
beforeEach(() => {
  wallet = privateKeyToAccount(generatePrivateKey());
});
afterEach(() => site?.closePages());
afterAll(async () => {
  await site?.close();
  await service?.close();
  await chain?.stop();
  for (const host of [mine, other]) host?.server.close();
});

/** A site of somebody else, with an empty page. */
async function startHost(): Promise<Host> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>A page</title><link rel="icon" href="data:,">');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, origin: `http://localhost:${(server.address() as AddressInfo).port}` };
}

const open = (options?: BrowserContextOptions) =>
  openWithWallet(site, `${service.url}/developer`, wallet, options);
const activeKeys = (page: Page) => page.getByRole('table', { name: 'Active keys' });

const named = (page: Page, name: string) => activeKeys(page).getByRole('rowheader', { name });

/** Runs code in a page, as a module would. Returns the word "answered", or the message of its error. */
async function runIn(page: Page, code: string): Promise<string> {
  return page.evaluate<string>(
    `(async () => { ${code} })().then(() => 'answered', ({ message }) => message)`,
  );
}

const copy = (page: Page, what: 'key' | 'code') =>
  copyFrom(page, page.getByRole('button', { name: `Copy ${what}` }));

async function createKey(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'New key' }).or(page.getByLabel('Name of the key')).click();
  await page.getByLabel('Name of the key').fill(name);
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('You will not see it again.').waitFor();
  return copy(page, 'key');
}

const askWith = async (key: string, path = `/resolve?to=${wallet.address}`) =>
  (await fetch(service.url + path, { headers: { 'x-api-key': key } })).status;

test('a publishable key works on a listed page, and a refused one is allowed with a click', async () => {
  const page = await open();
  await signIn(page);
  await page.getByText('Publishable key', { exact: true }).click();
  const origins = page.getByLabel('Origins of your pages');
  await page.getByLabel('Name of the key').fill('Mint page');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('Enter the origin of your page.').waitFor();
  await origins.fill('https://*.com');
  await page.getByText('Put at least two names after the *').waitFor();
  expect(await page.getByRole('button', { name: 'Add origin' }).isDisabled()).toBe(true);
  await origins.fill(`${mine.origin}/mint`);
  await page.getByRole('button', { name: `Add ${mine.origin}` }).click();
  await page.getByRole('button', { name: `Remove ${mine.origin}` }).waitFor();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('You will not see it again.').waitFor();
  const key = await copy(page, 'key');
  expect(key).toMatch(/^mdt_pub_\w{36}$/);
  const code = await copy(page, 'code');
  await page.getByText('@mandate/react', { exact: true }).click();
  expect(await copy(page, 'code')).toContain(`apiKey="${key}"`);

  const [listed, copied] = [await site.open(mine.origin), await site.open(other.origin)];
  expect(await runIn(listed, code)).toBe('answered');
  expect(await runIn(copied, code)).toBe('The answer was 403');
  expect(await askWith(key)).toBe(403);

  await expect
    .poll(async () => {
      await page.reload();
      await named(page, 'Mint page').waitFor();
      return page.getByText(other.origin, { exact: true }).count();
    })
    .toBe(1);
  await page.getByRole('button', { name: `Allow this origin: ${other.origin}` }).click();
  await activeKeys(page).getByText(`For pages of ${mine.origin}, ${other.origin}`).waitFor();
  await page
    .getByRole('button', { name: `Allow this origin: ${other.origin}` })
    .waitFor({ state: 'detached' });
  await expect.poll(() => runIn(copied, code)).toBe('answered');

  const log = page.getByRole('table', { name: 'Audit log' });
  await log.getByText(`origins: added ${other.origin}`).waitFor();
  expect(await log.getByRole('row').count()).toBe(1 + 2);
});

test('a secret key that is used in a page is flagged, and a publishable one takes its place', async () => {
  const page = await open();
  await signIn(page);
  const key = await createKey(page, 'Bundle');
  expect(key).toMatch(/^mdt_live_/);
  expect(await copy(page, 'code')).not.toContain(key);
  const theirs = await site.open(mine.origin);
  const request = `fetch('${service.url}/networks', { headers: { 'X-API-KEY': '${key}' } })`;
  const resolve = request.replace('/networks', `/resolve?to=${wallet.address}`);
  expect(
    await runIn(theirs, `const { status } = await ${resolve}; if (status !== 200) throw Error(status)`),
  ).toBe('answered');
  const replace = page.getByRole('button', { name: 'Replace with a publishable key: Bundle' });
  await expect
    .poll(async () => {
      await page.reload();
      await named(page, 'Bundle').waitFor();
      return replace.count();
    })
    .toBe(1);
  await page.getByText(`The secret key “Bundle” was used from a page at ${mine.origin}.`).waitFor();
  await replace.click();
  expect(await page.getByLabel('Name of the key').inputValue()).toBe('Bundle (page)');
  await page.getByRole('button', { name: `Remove ${mine.origin}` }).waitFor();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('You will not see it again.').waitFor();
  expect(await runIn(theirs, await copy(page, 'code'))).toBe('answered');
  await page.getByRole('button', { name: 'Revoke “Bundle”' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await replace.waitFor({ state: 'detached' });
  await expect.poll(() => askWith(key)).toBe(401);
  await page.getByText('1 revoked or expired').waitFor();
});

test('rules are changed, and a rotated key goes on working for as long as its owner chose', async () => {
  const page = await open();
  await signIn(page);
  const key = await createKey(page, 'Server');
  expect(await askWith(key)).toBe(200);
  await page.getByRole('button', { name: 'Change Server' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Only these').first().click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Choose at least one operation.').waitFor();
  await dialog.getByText('Check a whole wallet').click();
  await dialog.getByLabel('Requests in 10 seconds in all').fill('24');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Enter a whole number from 25 to 10,000.').waitFor();
  await dialog.getByLabel('Requests in 10 seconds in all').fill('500');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await activeKeys(page).getByText('Only v2 check all; 500 requests in 10 s').waitFor();
  await expect.poll(() => askWith(key)).toBe(403);
  const check = `/registry/v2/check/all?to=${wallet.address}&from=${wallet.address}`;
  expect(await askWith(key, check)).toBe(200);

  await page.getByRole('button', { name: 'Rotate Server' }).click();
  await dialog.getByText('After 24 hours').click();
  await dialog.getByRole('button', { name: 'Rotate' }).click();
  await page.getByText('You will not see it again.').waitFor();
  await expect.poll(() => copy(page, 'key')).not.toBe(key);
  const next = await copy(page, 'key');
  for (const each of [key, next]) expect(await askWith(each, check)).toBe(200);
  expect(await askWith(next)).toBe(403);
  await activeKeys(page).getByText('Replaced; works until').waitFor();
  const log = page.getByRole('table', { name: 'Audit log' });
  await log.getByText('the old key works for 24 hours more').waitFor();
  await log.getByText('operations: all → v2 check all; requests in 10 s: default → 500').waitFor();
  await activeKeys(page).getByRole('row').nth(1).getByRole('button', { name: 'Revoke Server' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await log.getByText('Revoked').waitFor();
  await expect.poll(() => askWith(key, check)).toBe(401);
  expect(await askWith(next, check)).toBe(200);
});

/** Resolves with the directive that blocked an injected script. */
const INJECT = `new Promise((resolve) => {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
  window.onInjected = () => resolve('it ran');
  const script = document.createElement('script');
  script.textContent = 'onInjected()';
  document.head.append(script);
})`;

test('a script that gets into the page neither runs nor reads the session', async () => {
  const page = await open();
  await signIn(page);
  await page.getByRole('heading', { name: 'Keys' }).first().waitFor();
  // Before the sign-in, a request for the session is refused.
  expect(site.complaints.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
  expect(await page.evaluate(INJECT)).toBe('script-src-elem');
  expect(await page.evaluate('document.cookie')).toBe('');
});

test.each(LOOKS)(
  'forms, flags, dialogs and the log are accessible: %s, %o',
  async (colorScheme, viewport) => {
    const found: string[] = [];
    const page = await open({ colorScheme, viewport, reducedMotion: 'reduce' });
    const look = async () => {
      found.push(...(await site.listViolations(page)));
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(overflow).toBeLessThanOrEqual(0);
    };
    await signIn(page);
    await createKey(page, 'Server');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByText('Publishable key', { exact: true }).click();
    await page.getByLabel('Name of the key').fill('Page');
    await page.getByLabel('Origins of your pages').fill('https://app.example.com');
    await page.getByRole('button', { name: 'Add origin' }).click();
    await page.getByLabel('Origins of your pages').fill('app.example.org');
    await page.getByText('Restrict what it may do').click();
    const form = page.getByRole('form', { name: 'New key' });
    for (const each of await form.getByText('Only these').all()) await each.click();
    await look();
    for (const each of ['All operations', 'All chains']) await form.getByText(each, { exact: true }).click();
    await page.getByRole('button', { name: 'Add https://app.example.org' }).click();
    await page.getByRole('button', { name: 'Create key' }).click();
    await named(page, 'Page Publishable').waitFor();

    const store = createKeyStore(service.database);
    const keys = await store.list();
    const [secret, forPages] = [keys.at(-2)?.id ?? 0, keys.at(-1)?.id ?? 0];
    await store.flagBrowsers([{ keyId: secret, origin: 'https://app.example.com', at: new Date() }]);
    await store.addRefusedOrigins(
      ['https://staging.example.com', 'null'].map((origin) => {
        return { keyId: forPages, origin, requests: 3, lastAt: new Date() };
      }),
    );
    await page.reload();
    await page.getByText('Refused origins').waitFor();
    await page.getByText('was used from a page at').waitFor();
    await look();
    for (const action of ['Change', 'Rotate']) {
      await page.getByRole('button', { name: `${action} Page` }).click();
      await look();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    }
    expect(found).toEqual([]);
  },
);

test.each(LOOKS)('a webhook endpoint is made, watched and ended: %s, %o', async (colorScheme, viewport) => {
  const found: string[] = [];
  const page = await open({ colorScheme, viewport, reducedMotion: 'reduce' });
  await signIn(page);
  const secrets = await useWebhooks(
    page,
    { wallet: wallet.address, database: service.database },
    async (name) => {
      found.push(...(await site.listViolations(page)));
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      const folder = process.env['SCREENSHOTS'];
      const path = `${folder}/webhooks-${name}-${colorScheme}-${viewport.width}.png`;
      if (folder) await page.screenshot({ path, fullPage: true });
    },
  );
  expect(secrets).toEqual([expect.stringMatching(/^whsec_/), expect.stringMatching(/^whsec_/)]);
  expect(new Set(secrets).size).toBe(2);
  expect(found).toEqual([]);
});
