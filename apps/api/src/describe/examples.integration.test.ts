/**
 * The examples of the documentation are answers of a running service. Where one changes on purpose:
 * `npx vitest run --project integration apps/api/src/describe/examples -u`.
 */

import { ask } from '@mandate/conformance/testing/ask';
import {
  CLAIM,
  COIN,
  COLD,
  COLLECTION,
  GALLERY,
  GAME,
  HOT,
  MANAGER,
  startExampleService,
} from '@mandate/testing/example-service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHECKS, LISTS } from '../operations/index.ts';

/** One for each check and list, under its id; then one for each code that a client meets. */
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
  block_not_reached: `/registry/v2/check/all?to=${MANAGER}&from=${COLD}&atBlock=19000000`,
};

let service: Awaited<ReturnType<typeof startExampleService>>;
beforeAll(async () => {
  service = await startExampleService();
});
afterAll(() => service?.close());

test('every check and list has an example', () => {
  const ids = [...LISTS, ...CHECKS].map(({ id }) => id);
  expect(Object.keys(REQUESTS)).toEqual(expect.arrayContaining(ids));
});

test('examples.json is what the service answers', async () => {
  const examples: Record<string, unknown> = {};
  for (const [name, path] of Object.entries(REQUESTS)) {
    const { status, text } = await ask(service.url, path, { headers: { 'X-Request-Id': 'example' } });
    examples[name] = { path, status, body: JSON.parse(text) };
  }
  await expect(`${JSON.stringify(examples, null, 2)}\n`).toMatchFileSnapshot('./examples.json');
});
