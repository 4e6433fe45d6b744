/** The tokens of the sample world behave as their standards say. */
import { type Address, parseAddress } from '@mandate/core';
import { decodeFunctionResult, encodeFunctionData, erc20Abi, erc721Abi, type Hex, parseAbi } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalChain, startLocalChain } from './local-chain.ts';
import { readSampleCode } from './registry-code.ts';

const [ADA, BO, CY] = [
  parseAddress('0xada0000000000000000000000000000000000001'),
  parseAddress('0xb000000000000000000000000000000000000002'),
  parseAddress('0xc000000000000000000000000000000000000003'),
] as const;
const TOKEN = parseAddress('0x7210000000000000000000000000000000000721');
const ITEM = parseAddress('0x1155000000000000000000000000000000001155');
const COIN = parseAddress('0x2000000000000000000000000000000000000020');
const START_TIMES = [1_767_225_600, 1_767_225_700] as const;

const setUpAbi = parseAbi([
  'struct Range { uint16 least; uint16 most; }',
  'function describe(string name, string symbol, string description, string[] pieces, Range[] gaps)',
  'function describe(string name, string symbol, uint8 decimals)',
  'function mint(address to, uint256[] tokenIds)',
  'function mint(address to, uint256[] ids, uint256[] values)',
  'function mint(address to, uint256 value)',
]);
const itemAbi = parseAbi([
  'function uri(uint256 id) view returns (string)',
  'function balanceOfBatch(address[] accounts, uint256[] ids) view returns (uint256[])',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] values, bytes data)',
  'function supportsInterface(bytes4 id) view returns (bool)',
]);

let chain: LocalChain;
beforeAll(async () => {
  chain = await startLocalChain({
    startsAt: START_TIMES,
    contracts: new Map([
      [TOKEN, readSampleCode('sample-erc721')],
      [ITEM, readSampleCode('sample-erc1155')],
      [COIN, readSampleCode('sample-erc20')],
    ]),
  });
  const pieces = ['<svg id="', '">', '</svg>'];
  const gaps = [
    { least: 7, most: 7 },
    { least: 0, most: 65_535 },
  ];
  const describe = (name: string) =>
    encodeFunctionData({
      abi: setUpAbi,
      functionName: 'describe',
      args: [name, 'S', 'Made here.', pieces, gaps],
    });
  await write(ADA, TOKEN, describe('Token'));
  await write(ADA, ITEM, describe('Item'));
  const mint = { abi: setUpAbi, functionName: 'mint' } as const;
  const tokens = [ADA, [0n, 1n, 12n, 2n ** 256n - 1n]] as const;
  await write(ADA, TOKEN, encodeFunctionData({ ...mint, args: tokens }));
  await write(ADA, ITEM, encodeFunctionData({ ...mint, args: [ADA, [1n, 2n], [10n, 20n]] }));
  await write(ADA, COIN, encodeFunctionData({ ...mint, args: [ADA, 100n] }));
});
afterAll(() => chain?.stop());

async function write(from: Address, to: Address, data: Hex): Promise<void> {
  await chain.send({ from, to, data });
  await chain.mine();
}
const refused = (from: Address, to: Address, data: Hex) =>
  expect(chain.client.call({ account: from, to, data })).rejects.toThrow(/revert/i);
const read = async (to: Address, data: Hex): Promise<Hex> =>
  (await chain.client.call({ to, data })).data ?? '0x';

test('the first blocks are at the times that were asked for', async () => {
  for (const [number, time] of START_TIMES.entries()) {
    const { timestamp } = await chain.client.getBlock({ blockNumber: BigInt(number) });
    expect(Number(timestamp)).toBe(time);
  }
});

test('pictures of tokens with ids of every length can be read', async () => {
  for (const tokenId of [0n, 1n, 12n, 2n ** 256n - 1n]) {
    const args = [tokenId] as const;
    const uri = await chain.client.readContract({
      abi: erc721Abi,
      address: TOKEN,
      functionName: 'tokenURI',
      args,
    });
    const { name, image } = JSON.parse(Buffer.from(uri.split(',')[1] ?? '', 'base64').toString());
    expect(name).toBe(`Token #${tokenId}`);
    const picture = Buffer.from(image.split(',')[1], 'base64').toString();
    expect(picture).toMatch(/^<svg id="7">\d{1,5}<\/svg>$/);
  }
});

test('only the owner and those approved move an ERC721 token', async () => {
  const move = (to: Address, tokenId = 1n) =>
    encodeFunctionData({ abi: erc721Abi, functionName: 'transferFrom', args: [ADA, to, tokenId] });
  await refused(BO, TOKEN, move(BO));
  await write(ADA, TOKEN, encodeFunctionData({ abi: erc721Abi, functionName: 'approve', args: [BO, 1n] }));
  await refused(CY, TOKEN, move(CY));
  await write(BO, TOKEN, move(CY));
  await refused(BO, TOKEN, move(BO));
  const owner = { abi: erc721Abi, address: TOKEN, functionName: 'ownerOf' } as const;
  expect((await chain.client.readContract({ ...owner, args: [1n] })).toLowerCase()).toBe(CY);
  const balance = { abi: erc721Abi, address: TOKEN, functionName: 'balanceOf' } as const;
  expect(await chain.client.readContract({ ...balance, args: [ADA] })).toBe(3n);
  expect(await chain.client.readContract({ ...balance, args: [CY] })).toBe(1n);
  await refused(ADA, TOKEN, encodeFunctionData({ abi: erc721Abi, functionName: 'ownerOf', args: [5n] }));
});

test('an operator moves ERC1155 items, but not more than there are', async () => {
  const approve = encodeFunctionData({ abi: itemAbi, functionName: 'setApprovalForAll', args: [BO, true] });
  const move = (value: bigint) =>
    encodeFunctionData({ abi: itemAbi, functionName: 'safeTransferFrom', args: [ADA, CY, 1n, value, '0x'] });
  await refused(BO, ITEM, move(1n));
  await write(ADA, ITEM, approve);
  await refused(BO, ITEM, move(11n));
  await write(BO, ITEM, move(4n));
  const batch = [ADA, CY, [1n, 2n], [1n, 20n], '0x'] as const;
  await write(
    ADA,
    ITEM,
    encodeFunctionData({ abi: itemAbi, functionName: 'safeBatchTransferFrom', args: batch }),
  );
  const asked = [
    [ADA, CY, CY],
    [1n, 1n, 2n],
  ] as const;
  const data = await read(
    ITEM,
    encodeFunctionData({ abi: itemAbi, functionName: 'balanceOfBatch', args: asked }),
  );
  expect(decodeFunctionResult({ abi: itemAbi, functionName: 'balanceOfBatch', data })).toEqual([5n, 5n, 20n]);
});

test('an allowance of a currency is used up', async () => {
  const spend = (value: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [ADA, CY, value] });
  await refused(BO, COIN, spend(1n));
  await write(ADA, COIN, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [BO, 30n] }));
  await write(BO, COIN, spend(20n));
  await refused(BO, COIN, spend(11n));
  await refused(CY, COIN, encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [BO, 21n] }));
  const balance = { abi: erc20Abi, address: COIN, functionName: 'balanceOf' } as const;
  expect(await chain.client.readContract({ ...balance, args: [ADA] })).toBe(80n);
});

test.each([
  [TOKEN, '0x80ac58cd'],
  [ITEM, '0xd9b67a26'],
] as const)('%s says which standard it follows', async (address, id) => {
  const asks = { abi: itemAbi, address, functionName: 'supportsInterface' } as const;
  expect(await chain.client.readContract({ ...asks, args: [id] })).toBe(true);
  expect(await chain.client.readContract({ ...asks, args: ['0xffffffff'] })).toBe(false);
});
