/** One client that asks as much as it can leaves the nodes to the others. */
import { readChains } from '@mandate/config';
import {
  encodeGrant,
  type LocalChain,
  readSampleCode,
  startLocalChain,
  writeChains,
} from '@mandate/contracts';
import { createDelegation, FULL_RIGHTS, parseAddress } from '@mandate/core';
import { type Service, startService } from '@mandate/testing/service/service';
import { pino } from 'pino';
import { encodeFunctionData, parseAbi } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, createApi } from '../../app.ts';

const address = (n: number) => parseAddress(`0x${n.toString(16).padStart(40, '0')}`);
const [ART, VAULT, HOT] = [address(0xa7), address(0xc01d), address(0x407)];
const MINT = parseAbi(['function mint(address to, uint256[] tokenIds)']);
/** All such requests that a client without a key may have in progress. */
const REQUESTS = 10;

let chain: LocalChain;
let service: Service;
let api: Api;

beforeAll(async () => {
  chain = await startLocalChain({ chainId: 1, contracts: new Map([[ART, readSampleCode('sample-erc721')]]) });
  const mint = encodeFunctionData({ abi: MINT, functionName: 'mint', args: [VAULT, [7n]] });
  await chain.send({ from: VAULT, to: ART, data: mint });
  const grant = createDelegation({ registry: 'v2', kind: 'all', from: VAULT, to: HOT, rights: FULL_RIGHTS });
  await chain.send({ from: VAULT, to: chain.registries.v2, data: encodeGrant(grant) });
  await chain.mine();
  service = await startService({ chains: [chain] });
  await service.catchUp(chain);
  const [entry] = Object.values(JSON.parse(writeChains([chain], 50)) as Record<string, object>);
  const nodes = [{ url: chain.url, label: 'provider', callsPerSecond: 8 }];
  api = await createApi({
    databaseUrl: service.databaseUrl,
    chains: readChains({ CHAINS: JSON.stringify({ 1: { ...entry, nodes } }) }),
    limit: { redisUrl: null, trustedHops: 1 },
    log: pino({ level: 'silent' }),
  });
}, 60_000);
afterAll(async () => {
  await api?.close();
  await service?.close();
  await chain?.stop();
});

async function ask(url: string, client: string) {
  const { statusCode, body } = await api.app.inject({ url, headers: { 'x-forwarded-for': client } });
  return { status: statusCode, json: JSON.parse(body) };
}

test('while one client asks for many names, others get claims, owners, proofs and names', async () => {
  const greedy = Array.from({ length: REQUESTS }, (_, i) =>
    ask(`/names?of=1:${address(0x5000 + i)}`, '203.0.113.9'),
  );
  await Promise.race(greedy);
  const check = `/registry/v2/check/all?from=${VAULT}&to=${HOT}`;
  expect(
    await Promise.all([
      ask(`/eligibility?wallet=${HOT}&contract=${ART}`, '198.51.100.1'),
      ask(`/exclusive/owner?contract=${ART}&tokenId=7`, '198.51.100.2'),
      ask(`${check}&proof=true`, '198.51.100.3'),
      ask(`/names?of=1:${VAULT}`, '198.51.100.4'),
    ]),
  ).toMatchObject([
    { status: 200, json: { eligible: true } },
    { status: 200, json: { unknown: [] } },
    { status: 200, json: { value: true } },
    { status: 200, json: { addresses: [{ known: true }] } },
  ]);
  await Promise.all(greedy);
});
