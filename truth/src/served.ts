/** Waits until the service has caught up with a chain. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Service } from './service.ts';
import { WALLETS } from './world.ts';

const LOOK_EVERY_MS = 10;
const SERVED_TIMEOUT_MS = 60_000;

/** Waits until it answers for this block. Its read model follows shortly after the ledger. */
export async function waitUntilServed(service: Service, chainId: number, blockHash: string): Promise<void> {
  const [wallet] = WALLETS;
  const asked = { from: wallet, to: wallet, chainId: String(chainId) };
  for (const deadline = Date.now() + SERVED_TIMEOUT_MS; ; await delay(LOOK_EVERY_MS)) {
    const { status, headers, body } = await service.get('/registry/v2/check/all', asked);
    if (headers.get('x-block-hash') === blockHash) return;
    if (Date.now() > deadline)
      throw new Error(`The service did not reach ${blockHash} of chain ${chainId}: ${status} ${body}`);
  }
}
