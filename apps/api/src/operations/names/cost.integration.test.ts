/** Bounds what names cost: requests to the nodes, and that nothing is asked twice. Nodes that fail make answers unknown. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type LocalChain, startLocalChain } from '@mandate/contracts';
import { type Address, parseAddress } from '@mandate/core';
import { claim, ENS_CONTRACTS, leadTo } from '@mandate/testing/chain/ens';
import { ERC721, fixedContract, string } from '@mandate/testing/chain/fixed-contract';
import { type Service, startService } from '@mandate/testing/service/service';
import { until } from '@mandate/testing/until';
import type { Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const address = (n: number) => parseAddress(`0x${n.toString(16).padStart(40, '0')}`);
const wallets = Array.from({ length: 25 }, (_, i) => address(0xa000 + i));
const ART = address(0xf001);
const METADATA = string(
  `data:application/json,${JSON.stringify({ name: 'Seven', image: `data:image/svg+xml,<svg>${' '.repeat(30_000)}</svg>` })}`,
);

let chain: LocalChain;
let service: Service;
/** The methods of each request of a question to the node. */
let requests: string[][] = [];
let isBroken = false;

const node = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts).toString();
  const methods = [JSON.parse(body)].flat().map(({ method }) => String(method));
  if (methods.includes('eth_call')) requests.push(methods);
  if (isBroken && methods.includes('eth_call')) return void response.destroy();
  const headers = { 'content-type': 'application/json' };
  const answer = await (await fetch(chain.url, { method: 'POST', headers, body })).text();
  response.setHeader('content-type', 'application/json');
  response.end(answer);
});

beforeAll(async () => {
  chain = await startLocalChain({
    chainId: 1,
    contracts: new Map<Address, Hex>([
      ...ENS_CONTRACTS,
      [ART, fixedContract({ 'name()': string('Art'), 'tokenURI(uint256)': METADATA, ...ERC721 })],
    ]),
  });
  for (const [i, wallet] of wallets.entries())
    for (const call of [...leadTo(`w${i}.eth`, wallet), ...claim(wallet, `w${i}.eth`)])
      await chain.send({ from: wallet, ...call });
  await chain.mine();
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  const { port } = node.address() as AddressInfo;
  service = await startService({ chains: [{ ...chain, url: `http://127.0.0.1:${port}` }] });
}, 60_000);
afterAll(async () => {
  await service?.close();
  node.close();
  await chain?.stop();
});
beforeEach(() => {
  requests = [];
  isBroken = false;
});

interface Body {
  readonly addresses: readonly {
    known: boolean;
    ensName: string | null;
    token: { picture: string } | null;
  }[];
  readonly resolved: unknown;
}

/** Asks again while the machine is busy with other tests. */
async function ask(query: Record<string, string>): Promise<Body> {
  return until('the service answers', async () => {
    const response = await service.get(`/names?${new URLSearchParams(query)}`);
    if (response.status === 503) return null;
    expect(response.status).toBe(200);
    return (await response.json()) as Body;
  });
}
const ofAll = (some: readonly Address[]) => some.map((wallet) => `1:${wallet}`).join();

test('while the nodes fail, nothing is known, and that is not remembered', async () => {
  isBroken = true;
  const { addresses, resolved } = await ask({ of: ofAll(wallets.slice(0, 2)), name: 'w1.eth' });
  const nothing = {
    known: false,
    isContract: null,
    ensName: null,
    contract: null,
    token: null,
    account: null,
  };
  expect(addresses).toMatchObject([nothing, nothing]);
  expect(resolved).toEqual({ name: 'w1.eth', known: false, address: null });
  isBroken = false;
  expect((await ask({ of: ofAll(wallets.slice(0, 1)) })).addresses).toMatchObject([
    { known: true, ensName: 'w0.eth' },
  ]);
});

test('25 addresses take four questions to the node, and then none', async () => {
  const { addresses } = await ask({ of: ofAll(wallets) });
  expect(addresses.map(({ ensName }) => ensName)).toEqual(wallets.map((_, i) => `w${i}.eth`));
  // Questions for kinds, for metadata, for claimed names, and for the addresses of these.
  expect(requests).toEqual([['eth_call'], ['eth_call'], ['eth_call'], ['eth_call']]);
  requests = [];
  await ask({ of: ofAll(wallets.toReversed()) });
  await ask({ name: 'w3.eth' });
  expect(requests).toEqual([]);
});

test('requests of the same moment share their questions', async () => {
  const of = ofAll([address(0xb001), address(0xb002)]);
  await Promise.all([ask({ of }), ask({ of }), ask({ of })]);
  expect(requests.length).toBeLessThanOrEqual(3);
});

test('a picture that is longer than one answer takes two more questions', async () => {
  const { addresses } = await ask({ of: `1:${ART}:7` });
  expect(addresses[0]?.token?.picture.length).toBeGreaterThan(40_000);
  expect(requests.flat().length).toBe(5);
  requests = [];
  await ask({ of: `1:${ART}:7` });
  expect(requests).toEqual([]);
});

test('many long pictures are read a few at a time: the others are unknown, and come with the next request', async () => {
  const of = Array.from({ length: 20 }, (_, id) => `1:${ART}:${100 + id}`).join();
  const first = (await ask({ of })).addresses.filter(({ known }) => known).length;
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(20);
  expect(requests.flat().length).toBeLessThanOrEqual(20 + 12);
  const second = (await ask({ of })).addresses.filter(({ known }) => known).length;
  expect(second).toBeGreaterThan(first);
});

test('the metrics count what was remembered', async () => {
  const metrics = await service.api.admin.metrics();
  expect(metrics).toMatch(/^mandate_api_names_total\{part="reverses",result="cached"\} [1-9]/m);
  expect(metrics).toMatch(/^mandate_api_names_total\{part="contracts",result="asked"\} [1-9]/m);
  expect(metrics).toMatch(/^mandate_api_names_total\{part="forwards",result="unknown"\} [1-9]/m);
  expect(metrics).toMatch(/^mandate_api_name_cache_bytes [1-9]\d{4}/m);
});
