/** Tests the content security policy of the pages on which users are signed in. */
import { type LocalChain, startLocalChain } from '@mandate/contracts';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startWebService, type WebService } from './web-service.ts';
import { openSite, type Site } from './web-site.ts';
import { openWithWallet, signIn } from './web-wallet.ts';

const wallet = privateKeyToAccount(generatePrivateKey());

let site: Site;
let chain: LocalChain;
let service: WebService;

beforeAll(async () => {
  [site, chain] = await Promise.all([openSite(), startLocalChain({ chainId: 1 })]);
  service = await startWebService(chain, { webDir: site.folder });
});
afterEach(() => site?.closePages());
afterAll(async () => {
  await site?.close();
  await service?.close();
  await chain?.stop();
});

/** Resolves with the directive that blocked an injected script. */
const INJECT = `new Promise((resolve) => {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
  window.onInjected = () => resolve('it ran');
  const script = document.createElement('script');
  script.textContent = 'onInjected()';
  document.head.append(script);
})`;

/** Ignores missing files, such as the icon that browsers request by themselves. */
const complaints = () => site.complaints.filter((text) => !text.startsWith('Failed to load resource'));

test('a script that gets into the page neither runs nor reads the session', async () => {
  const page = await openWithWallet(site, `${service.url}/developer`, wallet);
  await signIn(page);
  await page.getByRole('heading', { name: 'Keys' }).first().waitFor();
  expect(complaints()).toEqual([]);
  expect(await page.evaluate(INJECT)).toBe('script-src-elem');
  expect(await page.evaluate('document.cookie')).toBe('');
});
