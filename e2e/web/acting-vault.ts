/** A vault with delegations that its holder wants to end, and the ways to them. */
import { encodeGrant } from '@mandate/contracts';
import { FULL_RIGHTS, parseAddress } from '@mandate/core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { ActingWorld } from './acting-world.ts';
import { type ActingWallet, createActingWallet, openWithActingWallet } from './page-wallet.ts';

export const CONTRACT = contractAt(1);

export const newWallet = () => privateKeyToAccount(generatePrivateKey()).address;

function contractAt(number: number) {
  return parseAddress(`0xc0ffee${number.toString(16).padStart(34, '0')}`);
}

export interface Vault {
  readonly address: `0x${string}`;
  readonly hot: `0x${string}`;
  readonly wallet: ActingWallet;
  readonly path: string;
}

/**
 * Creates a vault with a whole wallet and contracts of v2 on both chains, and two delegations of v1 on the first: four, and
 * two for each contract.
 */
export async function createVault(world: ActingWorld, contracts = 1): Promise<Vault> {
  const [address, hot] = [newWallet(), newWallet()];
  const [from, to] = [parseAddress(address), parseAddress(hot)];
  const v2 = { registry: 'v2', from, to, rights: FULL_RIGHTS } as const;
  const v1 = { registry: 'v1', from, to } as const;
  const [first] = world.chains;
  for (const chain of world.chains) {
    const grants = [
      { ...v2, kind: 'all' } as const,
      ...Array.from(
        { length: contracts },
        (_, i) => ({ ...v2, kind: 'contract', contract: contractAt(i + 1) }) as const,
      ),
    ];
    for (const grant of grants) await chain.send({ from, to: chain.registries.v2, data: encodeGrant(grant) });
  }
  for (const grant of [
    { ...v1, kind: 'all' },
    { ...v1, kind: 'contract', contract: CONTRACT },
  ] as const)
    await first.send({ from, to: first.registries.v1 ?? from, data: encodeGrant(grant) });
  for (const chain of world.chains) await chain.mine();
  await world.catchUp();
  return { address, hot, wallet: createActingWallet(address), path: `/explorer/${address}` };
}

export const openVault = (
  world: ActingWorld,
  { path, wallet }: Vault,
  options?: BrowserContextOptions,
): Promise<Page> => openWithActingWallet(world, world.url + path, wallet, options);

export async function openRevocation(
  page: Page,
  name = /^Revoke ?: Whole contract to .* Ethereum v2/,
): Promise<void> {
  await page
    .getByRole('button', { name: /^Revoke ?: / })
    .first()
    .waitFor();
  // The explorer renders the rows that are in sight.
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await page.getByRole('button', { name }).click();
}
