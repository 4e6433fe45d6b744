/** A server that pays each vault once: `POST /claims/{vault}?wallet={wallet}`. */
import { mkdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import type { Address } from '@mandate/sdk';
import { mayClaim } from './may-claim.ts';

const allocations: Record<string, number> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../allocations.json'), 'utf8'),
);
/** A folder with a file for each claim. Use a table with a unique vault in your database. */
const claims = resolve(process.env['DATA'] ?? 'data');
mkdirSync(claims, { recursive: true });

type Reply = readonly [status: number, body: Record<string, unknown>];
const isAddress = (text: string): text is Address => /^0x[0-9a-f]{40}$/.test(text);

async function claim(vault: string, wallet: string): Promise<Reply> {
  if (!isAddress(vault) || !isAddress(wallet)) return [400, { error: 'Send a vault and a wallet.' }];
  const amount = allocations[vault];
  if (amount === undefined) return [404, { error: 'This vault is not on the list.' }];
  if (wallet !== vault) {
    const decision = await mayClaim(wallet, vault);
    if (decision.answer === 'no') return [403, { error: 'The vault did not delegate to this wallet.' }];
    // Unknown is not a no: the holder tries again, and is not shut out.
    if (decision.answer === 'unknown') return [503, { error: `Try again soon. ${decision.why}` }];
  }
  // One file a vault: whoever comes second gets nothing, also at the same moment and after a restart.
  const record = join(claims, `${vault}.json`);
  try {
    await writeFile(record, JSON.stringify({ wallet, amount }), { flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return [409, { error: 'This vault has claimed already.' }];
  }
  pay(wallet, amount);
  return [200, { vault, wallet, amount }];
}

/** Yours to write. It comes after the record: a payment that fails can be repeated, one made twice cannot be undone. */
function pay(wallet: Address, amount: number): void {
  console.log(`Pay ${amount} to ${wallet}.`);
}

const server = createServer(async ({ method, url = '/' }, response) => {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const [, vault] = /^\/claims\/(\w+)$/.exec(pathname) ?? [];
  const [status, body]: Reply =
    method !== 'POST' || !vault
      ? [404, { error: 'Send POST /claims/{vault}?wallet={wallet}.' }]
      : await claim(vault.toLowerCase(), (searchParams.get('wallet') ?? '').toLowerCase()).catch((error) => {
          console.error(error);
          return [500, { error: 'Internal error.' }];
        });
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(status === 503 && { 'retry-after': '10' }),
  });
  response.end(`${JSON.stringify(body)}\n`);
});
server.listen(Number(process.env['PORT'] ?? 3000), () => {
  console.log(`Claims at http://localhost:${(server.address() as AddressInfo).port}`);
});
