/** Bounds what a question about eligibility costs: requests to the node, and time. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { encodeGrant, type LocalChain, readSampleCode, startLocalChain } from '@mandate/contracts';
import { createDelegation, FULL_RIGHTS, parseAddress } from '@mandate/core';
import { fillLedger } from '@mandate/testing/many-rows';
import { type Service, startService } from '@mandate/testing/service';
import { size } from '@mandate/testing/size';
import { encodeFunctionData, parseAbi } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';

const address = (start: string, n: number) =>
  parseAddress(`0x${start}${n.toString(16).padStart(40 - start.length, '0')}`);
/** Wallets as `many-rows` numbers them. */
const HOT = address('bb', 1);
const LATE = address('bb', 2);
const VAULTS = [1, 2, 3].map((n) => address('c01d', n));
const ART = address('f1', 1);
const GRANTS = size(100_000, 1_000_000);
const NODE_MS = 30;
const MAX_OWN_MS = 10;
/** On a busy machine everything takes longer: then the bound is this many times as long as a check that asks the database. */
const MAX_CHECKS = 4;
const QUESTIONS = 21;

const mint = parseAbi(['function mint(address to, uint256[] tokenIds)']);
let chain: LocalChain;
let service: Service;
/** The methods of each request that the service sent to the node. */
let requests: string[][] = [];
let nodeMs: number[] = [];

/** Forwards to the node after a while, as one on another machine would. */
const node = createServer(async (request, response) => {
  const startedAt = performance.now();
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts).toString();
  const methods = [JSON.parse(body)].flat().map(({ method }) => String(method));
  const isOfQuestion = methods.includes('eth_call');
  if (isOfQuestion) requests.push(methods);
  if (isOfQuestion) await delay(NODE_MS);
  const headers = { 'content-type': 'application/json' };
  const answer = await (await fetch(chain.url, { method: 'POST', headers, body })).text();
  response.setHeader('content-type', 'application/json');
  response.end(answer);
  if (isOfQuestion) nodeMs.push(performance.now() - startedAt);
});

const grant = (from: typeof HOT, to: typeof HOT) =>
  chain.send({
    from,
    to: chain.registries.v2,
    data: encodeGrant(createDelegation({ registry: 'v2', kind: 'all', from, to, rights: FULL_RIGHTS })),
  });

beforeAll(async () => {
  chain = await startLocalChain({ contracts: new Map([[ART, readSampleCode('sample-erc721')]]) });
  for (const [i, vault] of VAULTS.entries()) {
    const data = encodeFunctionData({ abi: mint, functionName: 'mint', args: [vault, [BigInt(i)]] });
    await chain.send({ from: vault, to: ART, data });
    await grant(vault, HOT);
  }
  await chain.mine(10);
  const [vault = ART] = VAULTS;
  await grant(vault, LATE);
  await chain.mine();
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  const { port } = node.address() as AddressInfo;
  service = await startService({ chains: [{ ...chain, url: `http://127.0.0.1:${port}` }] });
  await service.catchUp(chain);
});
afterAll(async () => {
  await service?.close();
  node.close();
  await chain?.stop();
});

async function ask(query: Record<string, string>) {
  const asked = new URLSearchParams({ chainId: String(chain.chainId), contract: ART, ...query });
  const response = await service.get(`/eligibility?${asked}`);
  const body = (await response.json()) as {
    eligible: boolean | null;
    balance: number;
    unknown: { reason: string }[];
  };
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body;
}

/** A check at a past block, which takes two statements. */
async function askCheck() {
  const [from = ART] = VAULTS;
  const asked = new URLSearchParams({ chainId: String(chain.chainId), from, to: HOT, atBlock: '5' });
  expect(await (await service.get(`/registry/v2/check/all?${asked}`)).json()).toBe(true);
}

async function measure(question: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await question();
  return performance.now() - startedAt;
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test('a wallet with three vaults costs one request, and little more time than the node takes', async () => {
  await ask({ wallet: HOT });
  const ownMs: number[] = [];
  const checkMs: number[] = [];
  requests = [];
  for (let i = 0; i < QUESTIONS; i++) {
    nodeMs = [];
    const tookMs = await measure(async () =>
      expect(await ask({ wallet: HOT })).toMatchObject({ eligible: true, balance: 3 }),
    );
    ownMs.push(tookMs - Math.max(...nodeMs));
    checkMs.push(await measure(askCheck));
  }
  expect(requests).toEqual(Array.from({ length: QUESTIONS }, () => ['eth_call']));
  expect(median(ownMs)).toBeLessThan(Math.max(MAX_OWN_MS, MAX_CHECKS * median(checkMs)));
});

test('strangers who delegate to a wallet cost it little, and never make an answer false', async () => {
  // They come in the blocks after the three vaults, and before the vault of the other wallet.
  await fillLedger(
    service.database,
    `select ${chain.chainId}::bigint as chain_id, 2::smallint as registry, 1::smallint as kind, n as "from",
       1 + n % 2 as "to", n as thing, '00' as rights, 4::bigint as since, null::bigint as until
     from generate_series(1, ${2 * GRANTS}) n`,
  );
  for (const [wallet, min] of [
    [HOT, '3'],
    [HOT, '4'],
    [LATE, '1'],
  ] as const) {
    requests = [];
    const startedAt = performance.now();
    const answer = await ask({ wallet, min });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(requests.length).toBeLessThanOrEqual(2);
    expect(answer.eligible).toBe(min === '3' ? true : null);
    expect(answer.unknown).toContainEqual(expect.objectContaining({ reason: 'too_many_vaults' }));
  }
  const [vault = ART] = VAULTS;
  expect(await ask({ wallet: LATE, vault })).toMatchObject({ eligible: true, unknown: [] });
});
