/**
 * The examples of the documentation are answers of a running service. Where one changes on purpose:
 * `npx vitest run --project integration apps/api/src/describe/examples -u`.
 */

import { ask } from '@mandate/conformance/testing/ask';
import { createGrant, FULL_RIGHTS } from '@mandate/core';
import {
  COLD,
  COLLECTION,
  EXAMPLE_GRANTS,
  GALLERY,
  HOT,
  MANAGER,
  startExampleService,
} from '@mandate/testing/service/example-service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHECKS, OPERATIONS, type Operation } from '../operations/index.ts';

/** Asks for the first grant of a check's kind, in the order of its parameters; else for a wallet, where that is enough. */
function pathOf(operation: Operation): string {
  const check = CHECKS.find(({ id }) => id === operation.id);
  if (!check) return operation.path.replace(':wallet', COLD);
  const { registry, kind, path, parameters } = check;
  const given = EXAMPLE_GRANTS.find((grant) => grant.registry === registry && grant.kind === kind);
  if (!given) throw new Error(`example-service.ts has no ${kind} grant of ${registry}.`);
  const fields: Readonly<Record<string, unknown>> = { ...createGrant(given) };
  const query = Object.entries(parameters).flatMap(([field, { name }]) =>
    fields[field] === undefined || fields[field] === FULL_RIGHTS ? [] : [`${name}=${fields[field]}`],
  );
  return `${path}?${query.join('&')}`;
}

const BATCH = {
  checks: [
    { registry: 'v2', kind: 'erc721', from: COLD, to: HOT, contract: COLLECTION, tokenId: '7' },
    { registry: 'v1', kind: 'all', from: COLD, to: HOT },
    { registry: 'v2', kind: 'all', chainId: 8453, from: COLD, to: HOT },
  ],
};

const MANY = { contract: COLLECTION, wallets: [GALLERY, MANAGER] };
/** The bodies of operations that take one. */
const SCORES = {
  options: { contract: COLLECTION, standard: 'ERC721' },
  network: '1',
  snapshot: 'latest',
  addresses: [GALLERY, MANAGER],
};
const BODIES: Readonly<Record<string, object>> = {
  batch: BATCH,
  getEligibilityOfMany: MANY,
  checkTokens: { wallet: GALLERY, contract: COLLECTION, tokenIds: ['7', '8'] },
  scoreVotes: SCORES,
};

/** Operations that need more than a wallet. */
const PATHS: Readonly<Record<string, string>> = {
  resolve: `/resolve?to=${GALLERY}&contract=${COLLECTION}&chainIds=1`,
  getWallet: `/wallets/${GALLERY}?direction=to`,
  getEligibility: `/eligibility?wallet=${GALLERY}&contract=${COLLECTION}`,
  getEligibilityOfMany: '/eligibility',
  listTokens: `/tokens?wallet=${HOT}&contract=${COLLECTION}`,
  checkTokens: '/tokens',
  scoreVotes: '/votes/score',
  getExclusiveWallet: `/exclusive/wallet?vault=${COLD}`,
  getExclusiveOwner: `/exclusive/owner?contract=${COLLECTION}&tokenId=7`,
  listExclusiveVaults: `/exclusive/vaults?wallet=${HOT}`,
  getNames: `/names?of=1:${HOT},1:${COLLECTION}:7&name=mira.eth`,
  batch: '/batch',
  changes: '/changes?cursor=start&chainIds=1&limit=2',
  getAuditReport: '/audit/reports/newest',
  getStatusHistory: '/status/history?hours=24',
  snapshot: `/snapshots/1/2?contract=${COLLECTION}&registries=v1`,
};

/** One for each operation, under its id; then one for each code that a client meets. */
const REQUESTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    OPERATIONS.map((operation) => [operation.id, PATHS[operation.id] ?? pathOf(operation)]),
  ),
  invalid_parameters: `/registry/v2/check/erc721?to=${HOT}&contract=${COLLECTION}&tokenId=7.5&rights=claim`,
  chain_not_supported: `/registry/v2/${COLD}?chainId=31337`,
  not_found: '/registry/v2/check/erc777',
  chain_not_ready: `/registry/v2/check/all?to=${MANAGER}&from=${COLD}&chainId=8453`,
  block_not_reached: `/registry/v2/check/all?to=${MANAGER}&from=${COLD}&atBlock=19000000`,
};

/** These differ from run to run. */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/(?<="(?:hash|blockHash)":")0x[0-9a-f]{64}/g, `0x${'b1'.repeat(32)}`],
  [/(?<="(?:timestamp|since|started|finished)":)\d+/g, '1767225600'],
  [/(?<="(?:lagSeconds|heardMsAgo|oldestUnauditedSeconds)":)\d+/g, '1'],
  [/(?<="from":)\d+/g, '1767225600'],
  [/(?<="to":)\d+/g, '1767225900'],
  // One span of each chain is enough to read.
  [/(?<="lag":\[\{[^}]*\})[^\]]*(?=\])/g, ''],
  [/(?<="cursor":"1-2-)[0-9a-f]+/g, 'f803c1e8'],
  [/(?<="id":"1-)[0-9a-f-]{36}(?=".*?"log":(\d))/g, '6e0a2c51-8d3f-4b7a-9c14-f2b86d0e5a3$1'],
];
const settle = (text: string) =>
  REPLACED.reduce((settled, [pattern, value]) => settled.replaceAll(pattern, value), text);

let service: Awaited<ReturnType<typeof startExampleService>>;
beforeAll(async () => {
  service = await startExampleService();
});
afterAll(() => service?.close());

test('examples.json is what the service answers', async () => {
  const examples: Record<string, unknown> = {};
  for (const [name, path] of Object.entries(REQUESTS)) {
    const json = BODIES[name];
    const { status, text } = await ask(service.url, path, { headers: { 'X-Request-Id': 'example' }, json });
    if (OPERATIONS.some(({ id }) => id === name)) expect(status, `the example of ${name}`).toBe(200);
    const body = settle(text);
    examples[name] = { path, json, status, body: name === 'snapshot' ? body : JSON.parse(body) };
  }
  await expect(`${JSON.stringify(examples, null, 2)}\n`).toMatchFileSnapshot('./examples.json');
});
