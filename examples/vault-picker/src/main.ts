/** A page with the vault picker, and the server that checks the choice: `POST /claims/{vault}`. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Address } from '@mandate/sdk';
import { mayClaim } from './may-claim.ts';

const service = process.env['MANDATE_URL'] ?? 'http://localhost:8080';
/** Yours: the wallet that has signed in. Here everybody is mira.eth of the sample world. */
const wallet = '0x0Fc4877012AE7e84f9226B7E1F70dF18aA9AEf2d';
/** A vault claims once, whichever of its hot wallets asks. Use a table with a unique vault in your database. */
const claimed = new Set<string>();

const read = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8');
const page = read('index.html').replaceAll('MANDATE_URL', service).replaceAll('WALLET', wallet);
const files: Record<string, readonly [type: string, text: string]> = {
  '/': ['text/html; charset=utf-8', page],
  '/shop.js': ['text/javascript', read('shop.js')],
  '/shop.css': ['text/css', read('shop.css')],
};
/** The picker needs the service's origin, and no exception for inline styles or scripts. */
const policy = [
  "default-src 'self'",
  `script-src 'self' ${service}`,
  `connect-src 'self' ${service}`,
  'img-src data:',
].join('; ');

async function claim(vault: Address): Promise<readonly [status: number, text: string]> {
  const decision = await mayClaim(wallet, vault);
  if (decision === 'no') return [403, 'No: this wallet holds no Night Tram, or did not delegate it to you.'];
  if (decision === 'unknown') return [503, 'We cannot tell right now. Try again soon.'];
  if (claimed.has(vault)) return [409, 'A poster was claimed for this wallet already.'];
  claimed.add(vault);
  return [200, `Your poster for ${vault} is on its way.`];
}

const server = createServer(async ({ method, url = '/' }, response) => {
  const [, vault] = /^\/claims\/(0x[0-9a-f]{40})$/.exec(url.toLowerCase()) ?? [];
  const file = files[url];
  response.setHeader('content-security-policy', policy);
  if (method === 'POST' && vault) {
    const [status, text] = await claim(vault as Address);
    response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
  } else if (method === 'GET' && file) response.writeHead(200, { 'content-type': file[0] }).end(file[1]);
  else response.writeHead(404).end('Not found');
});
server.listen(Number(process.env['PORT'] ?? 3000), () => {
  console.log(`The shop is at http://localhost:${(server.address() as AddressInfo).port}`);
});
