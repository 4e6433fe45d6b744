/** The world of `npm run dev`: names, tokens with pictures, and a history that is the same in every run. */
import { type Address, createPublicClient, erc20Abi, erc721Abi, http, namehash, parseAbi } from 'viem';
import { beforeAll, expect, test } from 'vitest';
import { world } from './world.ts';

const COLLECTOR = '0xD5E9271FCc6EE936Bf3967BDfDc6acaF64005FC0';
const PHONE = '0x419d7097fBD4eA9B9159A5Fe10e7C5A774c235B5';
const NIGHT_TRAMS = '0x07f64dAF933D7182Ed58680C06eB06160A5e59D9';
const TIDE_POOL = '0x2D55a8d59e495C979B9cCAF35D5b9e79c1605FCd';
const PAPER_MOONS = '0x449cfc239593DDCAf3846466369dF5d5c369a59A';
const FORGE_ITEMS = '0x1959E4b6B8C53b75eCD17E7F8b522aE1a790352f';
const FESTIVAL_PASSES = '0x115CfA37e91BD5F4c234BfF92A4D9210273653a8';
const HARBOR = '0x1D5f1Def2eE2422cBCf3BEF832F95e53FFE2Bb66';
const LANTERN = '0x110CeeCce4357A20D64A93E1736d55666cA730d7';
const NAMES = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e';
/** The last blocks of the history. They change with everything before them: contracts, tokens, names, delegations. */
const HISTORY = {
  Ethereum: {
    blockNumber: 38n,
    hash: '0xf9c78126b0da054360d339fcb30a81a294a6ad8861c29174d38277d7c8d2c3a6',
    timestamp: 1780905600n,
  },
  Base: {
    blockNumber: 27n,
    hash: '0x9c32ca48d74c1baa418d04bebd6ba88b285f69aab47984d514fc4f542464e701',
    timestamp: 1776945600n,
  },
} as const;

const namesAbi = parseAbi([
  'function owner(bytes32 node) view returns (address)',
  'function resolver(bytes32 node) view returns (address)',
  'function ttl(bytes32 node) view returns (uint64)',
  'function addr(bytes32 node) view returns (address)',
  'function name(bytes32 node) view returns (string)',
  'function text(bytes32 node, string key) view returns (string)',
  'function supportsInterface(bytes4 id) view returns (bool)',
]);
const erc1155Abi = parseAbi([
  'function uri(uint256 id) view returns (string)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
  'function name() view returns (string)',
]);

let nodes: Record<'Ethereum' | 'Base', ReturnType<typeof createPublicClient>>;
beforeAll(() => {
  const connect = (url: string) => createPublicClient({ transport: http(url) });
  nodes = { Ethereum: connect(world.ethereumNode), Base: connect(world.baseNode) };
});

test('limits can be off', () => {
  expect(world.lines).toContain('Limits are off.');
});

test.each(['Ethereum', 'Base'] as const)('the history of %s is the same in every run', async (name) => {
  const { blockNumber, hash, timestamp } = HISTORY[name];
  const block = await nodes[name].getBlock({ blockNumber });
  expect({ hash: block.hash, timestamp: block.timestamp }).toEqual({ hash, timestamp });
  const final = await nodes[name].getBlock({ blockTag: 'finalized' });
  expect(final.number).toBeGreaterThanOrEqual(blockNumber);
  const newest = await nodes[name].getBlock();
  expect(Math.abs(Date.now() / 1000 - Number(newest.timestamp))).toBeLessThan(120);
});

test.each([
  ['collector.eth', COLLECTOR],
  ['phone.collector.eth', PHONE],
  ['ada.eth', '0x29B8CdCd8e33689CAE0829515Ccb5492d9Aabae9'],
])('%s leads to its wallet and back', async (name, address) => {
  const read = { abi: namesAbi, address: NAMES } as const;
  const { Ethereum: node } = nodes;
  const forward = namehash(name);
  const back = namehash(`${address.slice(2).toLowerCase()}.addr.reverse`);
  const resolver = await node.readContract({ ...read, functionName: 'resolver', args: [forward] });
  expect(await node.readContract({ ...read, functionName: 'resolver', args: [back] })).toBe(resolver);
  expect(await node.readContract({ ...read, functionName: 'owner', args: [forward] })).toBe(address);
  expect(await node.readContract({ ...read, functionName: 'ttl', args: [forward] })).toBe(300n);
  const ask = { abi: namesAbi, address: resolver } as const;
  expect(await node.readContract({ ...ask, functionName: 'addr', args: [forward] })).toBe(address);
  expect(await node.readContract({ ...ask, functionName: 'name', args: [back] })).toBe(name);
  expect(await node.readContract({ ...ask, functionName: 'text', args: [forward, 'description'] })).toMatch(
    /wallet/,
  );
  expect(await node.readContract({ ...ask, functionName: 'supportsInterface', args: ['0x3b3b57de'] })).toBe(
    true,
  );
});

const decode = (uri: string, type: string) => {
  const [head, body = ''] = uri.split(',');
  expect(head).toBe(`data:${type};base64`);
  return Buffer.from(body, 'base64').toString();
};

function assertPictured(uri: string, name: string): void {
  const metadata = JSON.parse(decode(uri, 'application/json'));
  expect(metadata).toMatchObject({ name, description: expect.stringMatching(/\.$/) });
  const picture = decode(metadata.image, 'image/svg+xml');
  expect(picture).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg".+<\/svg>$/);
  expect(picture).not.toMatch(/[{}]/);
}

interface Row {
  readonly tokenType: string;
  readonly from: string;
  readonly contract: Address;
  readonly tokenId: number;
}

test('every ERC721 token that is delegated belongs to who delegated it, and has a picture', async () => {
  const collections: Record<string, string> = {
    [NIGHT_TRAMS]: 'Night Trams',
    [TIDE_POOL]: 'Tide Pool',
    [PAPER_MOONS]: 'Paper Moons',
  };
  const response = await fetch(`${world.api}/registry/v2/${COLLECTOR}`);
  const rows = (await response.json()) as Row[];
  const tokens = rows.filter(({ tokenType }) => tokenType === 'ERC721');
  expect(tokens.length).toBeGreaterThan(5);
  expect(tokens).toContainEqual(expect.objectContaining({ contract: NIGHT_TRAMS, tokenId: 4181 }));
  for (const { from, contract: address, tokenId } of tokens) {
    const read = { abi: erc721Abi, address, args: [BigInt(tokenId)] } as const;
    expect(await nodes.Ethereum.readContract({ ...read, functionName: 'ownerOf' })).toBe(from);
    const uri = await nodes.Ethereum.readContract({ ...read, functionName: 'tokenURI' });
    assertPictured(uri, `${collections[address]} #${tokenId}`);
  }
});

test.each([
  [FORGE_ITEMS, 'Forge Items'],
  [FESTIVAL_PASSES, 'Festival Passes'],
] as const)('%s has items with pictures', async (address, name) => {
  const read = { abi: erc1155Abi, address } as const;
  expect(await nodes.Base.readContract({ ...read, functionName: 'name' })).toBe(name);
  expect(await nodes.Base.readContract({ ...read, functionName: 'balanceOf', args: [COLLECTOR, 7n] })).toBe(
    60n,
  );
  assertPictured(await nodes.Base.readContract({ ...read, functionName: 'uri', args: [7n] }), `${name} #7`);
});

test.each([
  [HARBOR, 'Harbor', 'HARBOR', 18],
  [LANTERN, 'Lantern', 'LANTERN', 6],
] as const)('%s is a currency with a balance', async (address, name, symbol, decimals) => {
  const ask = (functionName: 'name' | 'symbol' | 'decimals') =>
    nodes.Ethereum.readContract({ abi: erc20Abi, address, functionName });
  expect([await ask('name'), await ask('symbol'), await ask('decimals')]).toEqual([name, symbol, decimals]);
  const args = [COLLECTOR] as const;
  const balance = await nodes.Ethereum.readContract({
    abi: erc20Abi,
    address,
    functionName: 'balanceOf',
    args,
  });
  expect(balance).toBe(12_000n * 10n ** BigInt(decimals));
});
