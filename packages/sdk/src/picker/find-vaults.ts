import type { Client } from '../client/create-client.ts';
import { resolveNotBefore } from '../live/resolve-not-before.ts';
import type { Found, PickerGrant } from './facts.ts';
import { chainsOf, keyOf, type PickerQuestion } from './question.ts';

/** The most that the service puts on a page. */
const MAX_VAULTS = 1_000;

type FloorOf = (chainId: number) => number | undefined;

export async function findVaults(
  client: Client,
  question: PickerQuestion,
  floorOf: FloorOf,
  signal: AbortSignal,
): Promise<Found> {
  const { wallet: to, contract, tokenId, rights } = question;
  const chainIds = chainsOf(question) ?? undefined;
  const asked = { to, contract, tokenId, rights, chainIds, partial: true, limit: MAX_VAULTS, signal };
  const { wallets, chains, unknown = [], nextCursor } = await resolveNotBefore(client, asked, floorOf);
  const vaults = wallets.map(({ address, grants }) => {
    const broadest = grants.map(({ chainId, broadest }): PickerGrant => ({ ...broadest, chainId }));
    return [keyOf(address), { address, grants: broadest }] as const;
  });
  return { vaults: new Map(vaults), chains, unknown, last: nextCursor };
}
