import { encodeGrant, type LocalChain, readSampleCode, startLocalChain } from '@mandate/contracts';
import {
  createDelegation,
  FULL_RIGHTS,
  type Kind,
  parseAddress,
  type Registry,
  rightsFromText,
} from '@mandate/core';
import { fillLedger } from '@mandate/testing/ledger/many-rows';
import { type Service, startService } from '@mandate/testing/service/service';
import { encodeFunctionData, parseAbi } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';

const address = (start: string, n: number) =>
  parseAddress(`0x${start}${n.toString(16).padStart(40 - start.length, '0')}`);
/** Wallets as `many-rows` numbers them. */
const [HOT, OTHER, SPAMMED] = [address('bb', 1), address('bb', 2), address('bb', 0)];
const [VAULT, SECOND] = [address('c01d', 1), address('c01d', 2)];
const [ART, COIN] = [address('f1', 1), address('f1', 2)];
const VOTE = rightsFromText('vote');
const SPAM = 10_000;

const mint = parseAbi([
  'function mint(address to, uint256[] tokenIds)',
  'function mint(address to, uint256 value)',
]);
const revoke = parseAbi(['function delegateAll(address to, bytes32 rights, bool enable)']);

let chain: LocalChain;
let service: Service;

const grant = (registry: Registry, kind: Kind, from: typeof HOT, to: typeof HOT, more: object = {}) =>
  chain.send({
    from,
    to: chain.registries[registry] ?? ART,
    data: encodeGrant(
      createDelegation({ registry, kind, from, to, rights: FULL_RIGHTS, contract: ART, ...more }),
    ),
  });

beforeAll(async () => {
  chain = await startLocalChain({
    contracts: new Map([
      [ART, readSampleCode('sample-erc721')],
      [COIN, readSampleCode('sample-erc20')],
    ]),
  });
  const art = encodeFunctionData({ abi: mint, functionName: 'mint', args: [VAULT, [1n, 2n, 3n]] });
  await chain.send({ from: VAULT, to: ART, data: art });
  const coin = encodeFunctionData({ abi: mint, functionName: 'mint', args: [SECOND, 9n] });
  await chain.send({ from: SECOND, to: COIN, data: coin });
  // Block 3: all of the vault, and one token. The next block has an equal grant of v1, the fifth ends the first.
  await grant('v2', 'all', VAULT, HOT);
  await grant('v2', 'erc721', VAULT, OTHER, { tokenId: 2n });
  await grant('v2', 'erc20', SECOND, HOT, { contract: COIN, amount: 4n, rights: VOTE });
  await chain.mine();
  await grant('v1', 'all', VAULT, OTHER);
  await chain.mine();
  const data = encodeFunctionData({
    abi: revoke,
    functionName: 'delegateAll',
    args: [HOT, FULL_RIGHTS, false],
  });
  await chain.send({ from: VAULT, to: chain.registries.v2, data });
  await chain.mine(10);
  service = await startService({ chains: [chain] });
  await service.catchUp(chain);
});
afterAll(async () => {
  await service?.close();
  await chain?.stop();
});

async function ask(
  snapshot: number | 'latest',
  addresses: readonly string[] = [HOT, OTHER, VAULT, SECOND],
  more: object = {},
  status = 200,
) {
  const options = { contract: ART, standard: 'ERC721', ...more };
  const response = await service.get('/votes/score', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ options, network: String(chain.chainId), snapshot, addresses }),
  });
  const body = (await response.json()) as { score: { address: string; score: string }[]; detail: string };
  expect(response.status, JSON.stringify(body)).toBe(status);
  if (status !== 200) return [body.detail, 'score' in body];
  expect(body.score.map(({ address }) => address.toLowerCase())).toEqual(addresses);
  return body.score.map(({ score }) => score);
}

test('each token has one voter at each block, whoever is asked about', async () => {
  const first = Number(await firstBlock());
  expect(await ask(first)).toEqual(['2', '1', '0', '0']);
  // The equal grant of the other registry came later. A grant that has ended since stood then.
  expect(await ask(first + 1)).toEqual(['0', '3', '0', '0']);
  expect(await ask(first + 1, [HOT])).toEqual(['0']);
  expect(await ask('latest', [VAULT, OTHER])).toEqual(['0', '3']);
  const coin = { contract: COIN, standard: 'ERC20' };
  expect(await ask(first, undefined, coin)).toEqual(['0', '0', '0', '9']);
  expect(
    await ask(first, undefined, { ...coin, rights: VOTE, decimals: 18, url: 'https://x.example' }),
  ).toEqual(['4', '0', '0', '5']);
});

test('of all voters, the holder votes itself, else the first in the order', async () => {
  const at = Number(await firstBlock()) + 1;
  expect(await ask(at, [HOT], { override: true })).toEqual(['3']);
  expect(await ask(at, [HOT, OTHER], { override: true })).toEqual(['0', '3']);
  expect(await ask(at, [HOT, OTHER, VAULT], { override: true })).toEqual(['0', '0', '3']);
});

test('strangers who delegate to a voter do not make the votes unknown, and more than are read give no score', async () => {
  const firstRow = await firstBlock();
  const rows = (from: number, to: number) =>
    fillLedger(
      service.database,
      `select ${chain.chainId}::bigint as chain_id, 2::smallint as registry, 1::smallint as kind, n as "from",
         0 as "to", n as thing, '00' as rights, ${firstRow}::bigint as since, null::bigint as until
       from generate_series(${from}, ${to}) n`,
    );
  await rows(1, SPAM);
  expect(await ask('latest', [SPAMMED, OTHER])).toEqual(['0', '3']);
  await rows(SPAM + 1, 2 * SPAM + 1);
  expect(await ask('latest', [SPAMMED, OTHER], {}, 503)).toEqual([
    expect.stringContaining('More than 20,000'),
    false,
  ]);
});

test('a vault whose v1 grants are not known gives no score if it holds tokens, and changes nothing if not', async () => {
  const at = Number(await firstBlock()) + 1;
  await service.database.query(
    'insert into uncertain (chain_id, from_address, from_block, until_block) values ($1, $2, $3, $4)',
    [chain.chainId, Buffer.from(VAULT.slice(2), 'hex'), at, at + 1],
  );
  expect(await ask(at, [OTHER], {}, 503)).toEqual([expect.stringContaining('v1 delegations'), false]);
  expect(await ask(at, [OTHER], { registries: 'v2' })).toEqual(['1']);
  expect(await ask(at, [OTHER], { contract: COIN, standard: 'ERC20' })).toEqual(['0']);
});

test('what is wrong with the options is named', async () => {
  expect(await ask('latest', [HOT], { right: VOTE }, 400)).toEqual([
    expect.stringContaining('Did you mean "rights"?'),
    false,
  ]);
});

test('without its node, nobody has a score', async () => {
  await chain.stop();
  expect(await ask('latest', [OTHER], {}, 503)).toEqual([expect.stringContaining('nodes'), false]);
});

/** The block of the first grants. */
async function firstBlock(): Promise<bigint> {
  const logs = await chain.client.getLogs({ address: chain.registries.v2, fromBlock: 0n });
  return logs[0]?.blockNumber ?? 0n;
}
