/** The service with the delegations that the examples of the documentation and of the client use. */
import { readSampleCode, startLocalChain, writeOf } from '@mandate/contracts';
import {
  createDelegation,
  type DelegationFields,
  FULL_RIGHTS,
  type Kind,
  listKinds,
  parseAddress,
  type Registry,
  rightsFromText,
} from '@mandate/core';
import { claim, ENS_CONTRACTS, leadTo } from '../chain/ens.ts';
import { describeCollection, mintTokens } from '../chain/pictured-collection.ts';
import { writeExampleHistory } from '../ledger/example-history.ts';
import { writeExampleAudit } from './example-audit.ts';
import { startService } from './service.ts';

export const COLD = parseAddress('0x00000000000000000000000000000000000c01d0');
export const HOT = parseAddress('0x0000000000000000000000000000000000000407');
export const MANAGER = parseAddress('0x000000000000000000000000000000000000a9e2');
export const GALLERY = parseAddress('0x00000000000000000000000000000000009a11e2');
export const COLLECTION = parseAddress('0xc011ec7100000000000000000000000000000001');
const GAME = parseAddress('0x9a3e000000000000000000000000000000000002');
const COIN = parseAddress('0xc014000000000000000000000000000000000003');
const CLAIM = rightsFromText('claim');

const USUAL = {
  registry: 'v2',
  from: COLD,
  to: HOT,
  contract: COLLECTION,
  tokenId: 7n,
  rights: FULL_RIGHTS,
  amount: 1n,
} as const;

/** Fields that differ from the usual ones. A kind has its own wallet if a broader grant would satisfy its check. */
const OF_KIND: { readonly [K in Kind]?: Partial<DelegationFields> } = {
  all: { to: MANAGER },
  contract: { to: GALLERY },
  erc20: { contract: COIN, amount: 2500n, rights: CLAIM },
  erc1155: { contract: GAME, tokenId: 12n, amount: 3n },
};

const listGrants = (registry: Registry) =>
  listKinds(registry).map((kind): DelegationFields => ({ ...USUAL, registry, kind, ...OF_KIND[kind] }));

/** The first of each kind is the example of its check. */
export const EXAMPLE_GRANTS: readonly DelegationFields[] = [
  ...listGrants('v2'),
  { ...USUAL, kind: 'erc721', from: MANAGER, to: COLD, contract: GAME, tokenId: 1n },
  ...listGrants('v1'),
];

/** All its tokens are the cold wallet's. */
const NIGHT_TRAMS = {
  ...{ contract: COLLECTION, name: 'Night Trams', symbol: 'TRAM', about: 'Trams at night.' },
  picture: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><circle r="4"/></svg>',
};
const TOKEN_IDS = [7n, 8n];

/** The grants are in a final block, so that a snapshot has them. */
const FINALITY_BLOCKS = 2;
const AUDITED_BLOCK = 2;
const HISTORY_HOURS = 25;
/** The chain lagged in this span. */
const LAGGING_AGO = 5;

/** Starts the service on mainnet, and with a second chain that is not indexed, so that its answers are unknown. */
export async function startExampleService(): Promise<{ url: string; close(): Promise<void> }> {
  const contracts = new Map([...ENS_CONTRACTS, [COLLECTION, readSampleCode('sample-erc721')]]);
  const chain = await startLocalChain({ chainId: 1, finalityBlocks: FINALITY_BLOCKS, contracts });
  for (const fields of EXAMPLE_GRANTS) await chain.send(writeOf(chain, createDelegation(fields)));
  await chain.send({ from: COLD, ...mintTokens(NIGHT_TRAMS, COLD, TOKEN_IDS) });
  const names = [...leadTo('mira.eth', HOT), ...claim(HOT, 'mira.eth'), describeCollection(NIGHT_TRAMS)];
  for (const call of names) await chain.send({ from: HOT, ...call });
  await chain.mine();
  await chain.mine(FINALITY_BLOCKS);
  const service = await startService({
    chains: [chain],
    unfollowed: { 8453: { nodes: ['http://127.0.0.1:9'] } },
  });
  await service.catchUp(chain);
  await writeExampleAudit(service.database, chain.chainId, { untilBlock: AUDITED_BLOCK });
  await writeExampleHistory(service.database, chain.chainId, HISTORY_HOURS, (spansAgo) =>
    spansAgo === LAGGING_AGO ? { lagSeconds: 250, state: 'lagging' } : { lagSeconds: 13, state: 'ready' },
  );
  return {
    url: service.url,
    async close() {
      await service.close();
      await chain.stop();
    },
  };
}
