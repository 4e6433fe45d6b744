/** The service with the delegations that the examples of the documentation and of the client use. */
import { encodeGrant, startLocalChain } from '@mandate/contracts';
import {
  createDelegation,
  type DelegationFields,
  FULL_RIGHTS,
  parseAddress,
  rightsFromText,
} from '@mandate/core';
import { startService } from './service.ts';

export const COLD = parseAddress('0x00000000000000000000000000000000000c01d0');
export const HOT = parseAddress('0x0000000000000000000000000000000000000407');
export const MANAGER = parseAddress('0x000000000000000000000000000000000000a9e2');
const GALLERY = parseAddress('0x00000000000000000000000000000000009a11e2');
export const COLLECTION = parseAddress('0xc011ec7100000000000000000000000000000001');
const GAME = parseAddress('0x9a3e000000000000000000000000000000000002');
const COIN = parseAddress('0xc014000000000000000000000000000000000003');
const CLAIM = rightsFromText('claim');

const USUAL = { registry: 'v2', from: COLD, to: HOT, contract: COLLECTION, rights: FULL_RIGHTS } as const;

/** At least one of each kind. Each is to a separate wallet if a broader one would satisfy its check. */
export const EXAMPLE_GRANTS: readonly DelegationFields[] = [
  { ...USUAL, kind: 'all', to: MANAGER },
  { ...USUAL, kind: 'contract', to: GALLERY },
  { ...USUAL, kind: 'erc721', tokenId: 7n },
  { ...USUAL, kind: 'erc20', contract: COIN, amount: 2500n, rights: CLAIM },
  { ...USUAL, kind: 'erc1155', contract: GAME, tokenId: 12n, amount: 3n },
  { ...USUAL, kind: 'erc721', from: MANAGER, to: COLD, contract: GAME, tokenId: 1n },
  { ...USUAL, registry: 'v1', kind: 'all', to: MANAGER },
  { ...USUAL, registry: 'v1', kind: 'contract', to: GALLERY },
  { ...USUAL, registry: 'v1', kind: 'token', tokenId: 7n },
];

/** Starts the service on mainnet, and with a second chain that is not indexed, so that its answers are unknown. */
export async function startExampleService(): Promise<{ url: string; close(): Promise<void> }> {
  const chain = await startLocalChain({ chainId: 1 });
  for (const fields of EXAMPLE_GRANTS) {
    const delegation = createDelegation(fields);
    const to = chain.registries[delegation.registry];
    if (!to) throw new Error(`Mainnet has lost its ${delegation.registry} registry.`);
    await chain.send({ from: delegation.from, to, data: encodeGrant(delegation) });
  }
  await chain.mine();
  const service = await startService({
    chains: [chain],
    unfollowed: { 8453: { nodes: ['http://127.0.0.1:9'] } },
  });
  await service.catchUp(chain);
  return {
    url: service.url,
    async close() {
      await service.close();
      await chain.stop();
    },
  };
}
