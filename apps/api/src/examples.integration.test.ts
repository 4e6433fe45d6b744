/**
 * The examples of the documentation are answers of a running service. Where one changes on purpose:
 * `npx vitest run --project integration apps/api/src/examples -u`.
 */
import { encodeGrant, type LocalChain, startLocalChain } from '@mandate/contracts';
import {
  createDelegation,
  type DelegationFields,
  FULL_RIGHTS,
  parseAddress,
  rightsFromText,
} from '@mandate/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from './conformance/testing/ask.ts';
import { OPERATIONS } from './operations.ts';
import { type Service, startService } from './testing/service.ts';

const COLD = parseAddress('0x00000000000000000000000000000000000c01d0');
const HOT = parseAddress('0x0000000000000000000000000000000000000407');
const MANAGER = parseAddress('0x000000000000000000000000000000000000a9e2');
const GALLERY = parseAddress('0x00000000000000000000000000000000009a11e2');
const COLLECTION = parseAddress('0xc011ec7100000000000000000000000000000001');
const GAME = parseAddress('0x9a3e000000000000000000000000000000000002');
const COIN = parseAddress('0xc014000000000000000000000000000000000003');
const CLAIM = rightsFromText('claim');

/** Each to a wallet of its own where a broader one would answer for it. */
const GRANTS: readonly Partial<DelegationFields>[] = [
  { kind: 'all', to: MANAGER },
  { kind: 'contract', to: GALLERY },
  { kind: 'erc721', tokenId: 7n },
  { kind: 'erc20', contract: COIN, amount: 2500n, rights: CLAIM },
  { kind: 'erc1155', contract: GAME, tokenId: 12n, amount: 3n },
  { kind: 'erc721', from: MANAGER, to: COLD, contract: GAME, tokenId: 1n },
  { registry: 'v1', kind: 'all', to: MANAGER },
  { registry: 'v1', kind: 'contract', to: GALLERY },
  { registry: 'v1', kind: 'token', tokenId: 7n },
];

/** One for each operation, under its id; then one for each code that a client meets. */
const REQUESTS = {
  v2List: `/registry/v2/${COLD}`,
  v2CheckAll: `/registry/v2/check/all?to=${MANAGER}&from=${COLD}`,
  v2CheckContract: `/registry/v2/check/contract?from=${COLD}&to=${GALLERY}&contract=${COLLECTION}`,
  v2CheckErc721: `/registry/v2/check/erc721?delegate=${HOT}&vault=${COLD}&contract=${COLLECTION}&tokenId=7`,
  v2CheckErc1155: `/registry/v2/check/erc1155?delegate=${HOT}&vault=${COLD}&contract=${GAME}&tokenId=12`,
  v2CheckErc20: `/registry/v2/check/erc20?delegate=${HOT}&vault=${COLD}&contract=${COIN}&rights=${CLAIM}`,
  v1List: `/registry/v1/${COLD}`,
  v1CheckAll: `/registry/v1/check/all?delegate=${MANAGER}&vault=${COLD}`,
  v1CheckContract: `/registry/v1/check/contract?delegate=${GALLERY}&vault=${COLD}&contract=${COLLECTION}`,
  v1CheckToken: `/registry/v1/check/token?delegate=${HOT}&vault=${COLD}&contract=${COLLECTION}&tokenId=7`,
  invalid_parameters: `/registry/v2/check/erc721?to=${HOT}&contract=${COLLECTION}&tokenId=7.5&rights=claim`,
  chain_not_supported: `/registry/v2/${COLD}?chainId=31337`,
  not_found: '/registry/v2/check/erc777',
  chain_not_ready: `/registry/v2/check/all?to=${MANAGER}&from=${COLD}&chainId=8453`,
};

let chain: LocalChain;
let service: Service;
beforeAll(async () => {
  chain = await startLocalChain({ chainId: 1 });
  for (const fields of GRANTS) {
    const usual = {
      registry: 'v2',
      kind: 'all',
      from: COLD,
      to: HOT,
      contract: COLLECTION,
      rights: FULL_RIGHTS,
    } as const;
    const delegation = createDelegation({ ...usual, ...fields });
    const to = chain.registries[delegation.registry];
    if (!to) throw new Error(`Mainnet has lost its ${delegation.registry} registry.`);
    await chain.send({ from: delegation.from, to, data: encodeGrant(delegation) });
  }
  await chain.mine();
  service = await startService({
    chains: [chain],
    unfollowed: { 8453: { nodes: ['http://127.0.0.1:9'] } },
  });
  await service.catchUp(chain);
});
afterAll(async () => {
  await service?.close();
  await chain?.stop();
});

test('every operation has an example', () => {
  expect(Object.keys(REQUESTS)).toEqual(expect.arrayContaining(OPERATIONS.map(({ id }) => id)));
});

test('examples.json is what the service answers', async () => {
  const examples: Record<string, unknown> = {};
  for (const [name, path] of Object.entries(REQUESTS)) {
    const { status, text } = await ask(service.url, path, { headers: { 'X-Request-Id': 'example' } });
    examples[name] = { path, status, body: JSON.parse(text) };
  }
  await expect(`${JSON.stringify(examples, null, 2)}\n`).toMatchFileSnapshot('./examples.json');
});
