/** The service over the delegations that the examples of the documentation speak of. */
import { encodeGrant, startLocalChain } from '@mandate/contracts';
import {
  createDelegation,
  type DelegationFields,
  FULL_RIGHTS,
  parseAddress,
  rightsFromText,
} from '@mandate/core';
import { startService } from '../../../../apps/api/src/testing/service.ts';

const COLD = parseAddress('0x00000000000000000000000000000000000c01d0');
const HOT = parseAddress('0x0000000000000000000000000000000000000407');
const AGENT = parseAddress('0x000000000000000000000000000000000000a9e2');
const GALLERY = parseAddress('0x00000000000000000000000000000000009a11e2');
const COLLECTION = parseAddress('0xc011ec7100000000000000000000000000000001');
const GAME = parseAddress('0x9a3e000000000000000000000000000000000002');
const COIN = parseAddress('0xc014000000000000000000000000000000000003');

const v1 = { registry: 'v1', from: COLD } as const;
const v2 = { registry: 'v2', from: COLD, rights: FULL_RIGHTS } as const;
const GRANTS: readonly DelegationFields[] = [
  { ...v2, kind: 'all', to: AGENT },
  { ...v2, kind: 'contract', to: GALLERY, contract: COLLECTION },
  { ...v2, kind: 'erc721', to: HOT, contract: COLLECTION, tokenId: 7n },
  { ...v2, kind: 'erc20', to: HOT, contract: COIN, amount: 2_500n, rights: rightsFromText('claim') },
  { ...v2, kind: 'erc1155', to: HOT, contract: GAME, tokenId: 12n, amount: 3n },
  { ...v2, kind: 'erc721', from: AGENT, to: COLD, contract: GAME, tokenId: 1n },
  { ...v1, kind: 'all', to: AGENT },
  { ...v1, kind: 'contract', to: GALLERY, contract: COLLECTION },
  { ...v1, kind: 'token', to: HOT, contract: COLLECTION, tokenId: 7n },
];

export async function startExampleService(): Promise<{ url: string; close(): Promise<void> }> {
  const chain = await startLocalChain({ chainId: 1 });
  for (const fields of GRANTS) {
    const delegation = createDelegation(fields);
    const to = chain.registries[delegation.registry];
    if (!to) throw new Error(`The chain has no ${delegation.registry} registry.`);
    await chain.send({ from: delegation.from, to, data: encodeGrant(delegation) });
  }
  await chain.mine();
  // A chain that nobody reads: what is asked of it is not known.
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
