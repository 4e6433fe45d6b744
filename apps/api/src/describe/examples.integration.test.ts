/**
 * The examples of the documentation are answers of a running service. Where one changes on purpose:
 * `npx vitest run --project integration apps/api/src/describe/examples -u`.
 */

import { ask } from '@mandate/conformance/testing/ask';
import { createGrant, FULL_RIGHTS, type Registry } from '@mandate/core';
import {
  COLD,
  COLLECTION,
  EXAMPLE_GRANTS,
  GALLERY,
  HOT,
  MANAGER,
  startExampleService,
} from '@mandate/testing/example-service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHECKS, LISTS, OPERATIONS } from '../operations/index.ts';

/** Asks for the first grant of the check's kind, in the order of its parameters. */
function pathOf(operation: (typeof CHECKS | typeof LISTS)[number]): string {
  if (!('kind' in operation)) return operation.path.replace(':wallet', COLD);
  const { registry, kind, path, parameters } = operation;
  const given = EXAMPLE_GRANTS.find((grant) => grant.registry === registry && grant.kind === kind);
  if (!given) throw new Error(`example-service.ts has no ${kind} grant of ${registry}.`);
  const fields: Readonly<Record<string, unknown>> = { ...createGrant(given) };
  const query = Object.entries(parameters).flatMap(([field, { name }]) =>
    fields[field] === undefined || fields[field] === FULL_RIGHTS ? [] : [`${name}=${fields[field]}`],
  );
  return `${path}?${query.join('&')}`;
}

const ofRegistry = (registry: Registry) =>
  [...LISTS, ...CHECKS].filter((operation) => operation.registry === registry);

const BATCH = {
  checks: [
    { registry: 'v2', kind: 'erc721', from: COLD, to: HOT, contract: COLLECTION, tokenId: '7' },
    { registry: 'v1', kind: 'all', from: COLD, to: HOT },
    { registry: 'v2', kind: 'all', chainId: 8453, from: COLD, to: HOT },
  ],
};

/** One for each operation, under its id; then one for each code that a client meets. */
const REQUESTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...ofRegistry('v2'), ...ofRegistry('v1')].map((operation) => [operation.id, pathOf(operation)]),
  ),
  resolve: `/resolve?to=${GALLERY}&contract=${COLLECTION}&chainIds=1`,
  batch: '/batch',
  changes: '/changes?cursor=start&chainIds=1&limit=2',
  snapshot: `/snapshots/1/2?contract=${COLLECTION}&registries=v1`,
  getStatus: '/status',
  getNetworks: '/networks',
  getHealth: '/health',
  invalid_parameters: `/registry/v2/check/erc721?to=${HOT}&contract=${COLLECTION}&tokenId=7.5&rights=claim`,
  chain_not_supported: `/registry/v2/${COLD}?chainId=31337`,
  not_found: '/registry/v2/check/erc777',
  chain_not_ready: `/registry/v2/check/all?to=${MANAGER}&from=${COLD}&chainId=8453`,
  block_not_reached: `/registry/v2/check/all?to=${MANAGER}&from=${COLD}&atBlock=19000000`,
};

/** These differ from run to run. */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/(?<="hash":")0x[0-9a-f]{64}/g, `0x${'b1'.repeat(32)}`],
  [/(?<="(?:timestamp|since)":)\d+/g, '1767225600'],
  [/(?<="(?:lagSeconds|heardMsAgo)":)\d+/g, '1'],
  [/(?<="cursor":"1-2-)[0-9a-f]+/g, 'f803c1e8'],
];
const settle = (text: string) =>
  REPLACED.reduce((settled, [pattern, value]) => settled.replaceAll(pattern, value), text);

let service: Awaited<ReturnType<typeof startExampleService>>;
beforeAll(async () => {
  service = await startExampleService();
});
afterAll(() => service?.close());

test('every operation has an example', () => {
  const ids = OPERATIONS.map(({ id }) => id);
  expect(Object.keys(REQUESTS)).toEqual(expect.arrayContaining(ids));
});

test('examples.json is what the service answers', async () => {
  const examples: Record<string, unknown> = {};
  for (const [name, path] of Object.entries(REQUESTS)) {
    const json = name === 'batch' ? BATCH : undefined;
    const { status, text } = await ask(service.url, path, { headers: { 'X-Request-Id': 'example' }, json });
    const body = settle(text);
    examples[name] = { path, json, status, body: name === 'snapshot' ? body : JSON.parse(body) };
  }
  await expect(`${JSON.stringify(examples, null, 2)}\n`).toMatchFileSnapshot('./examples.json');
});
