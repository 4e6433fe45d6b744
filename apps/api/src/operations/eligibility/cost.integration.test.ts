/** Bounds the requests to the node that a question about eligibility costs. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeGrant, type LocalChain, readSampleCode, startLocalChain } from '@mandate/contracts';
import { createDelegation, FULL_RIGHTS, parseAddress } from '@mandate/core';
import { fillLedger } from '@mandate/testing/ledger/many-rows';
import { type Service, startService } from '@mandate/testing/service/service';
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
const GRANTS = size(20_000, 1_000_000);

const mint = parseAbi(['function mint(address to, uint256[] tokenIds)']);
let chain: LocalChain;
let service: Service;
/** The methods of each request that the service sent to the node. */
let requests: string[][] = [];

/** Forwards to the node. */
const node = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts).toString();
  const methods = [JSON.parse(body)].flat().map(({ method }) => String(method));
  if (methods.includes('eth_call')) requests.push(methods);
  const headers = { 'content-type': 'application/json' };
  const answer = await (await fetch(chain.url, { method: 'POST', headers, body })).text();
  response.setHeader('content-type', 'application/json');
  response.end(answer);
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

test('a wallet with three vaults costs one request', async () => {
  requests = [];
  expect(await ask({ wallet: HOT })).toMatchObject({ eligible: true, balance: 3 });
  expect(requests).toEqual([['eth_call']]);
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
    const answer = await ask({ wallet, min });
    expect(requests.length).toBeLessThanOrEqual(2);
    expect(answer.eligible).toBe(min === '3' ? true : null);
    expect(answer.unknown).toContainEqual(expect.objectContaining({ reason: 'too_many_vaults' }));
  }
  const [vault = ART] = VAULTS;
  expect(await ask({ wallet: LATE, vault })).toMatchObject({ eligible: true, unknown: [] });
});
