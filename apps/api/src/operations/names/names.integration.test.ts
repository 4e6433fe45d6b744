import { type Call, type LocalChain, readSampleCode, startLocalChain } from '@mandate/contracts';
import { type Address, parseAddress } from '@mandate/core';
import { claim, ENS_CONTRACTS, leadTo } from '@mandate/testing/chain/ens';
import { fixedContract, returnsWord } from '@mandate/testing/chain/fixed-contract';
import { type Service, startService } from '@mandate/testing/service/service';
import { encodeFunctionData, getAddress, type Hex, parseAbi, stringToHex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';

const address = (n: number) => parseAddress(`0x${n.toString(16).padStart(40, '0')}`);
const [MIRA, SMART, NOBODY, ADA] = [address(0xa01), address(0xa02), address(0xa03), address(0xa04)];
const [ART, ITEMS, COIN, OLD] = [address(0xf01), address(0xf02), address(0xf03), address(0xf04)];
const [TREASURY, ELSEWHERE] = [address(0xf05), address(0xf06)];
const BASE = 8_453;
const OLD_COIN = fixedContract({
  'name()': { returns: stringToHex('Maker', { size: 32 }) },
  'symbol()': { returns: stringToHex('MKR', { size: 32 }) },
  'decimals()': returnsWord(18),
  'totalSupply()': returnsWord(1),
});
const abi = parseAbi([
  'struct Range { uint16 least; uint16 most; }',
  'function describe(string name, string symbol, string description, string[] pieces, Range[] gaps)',
  'function describe(string name, string symbol, uint8 decimals)',
  'function mint(address to, uint256[] tokenIds)',
]);

interface Named {
  readonly known: boolean;
  readonly isContract: boolean;
  readonly ensName: string | null;
  readonly contract: unknown;
  readonly token: { readonly name: string; readonly picture: string } | null;
}
interface Body {
  readonly addresses: readonly Named[];
  readonly resolved: unknown;
  readonly errors: readonly { readonly parameter: string; readonly message: string }[];
}

let ethereum: LocalChain;
let base: LocalChain;
let service: Service;

const sendAll = async (chain: LocalChain, calls: readonly Call[]) => {
  for (const call of calls) await chain.send({ from: MIRA, ...call });
  await chain.mine();
};
const call = (to: Address, data: Hex): Call => ({ to, data });

beforeAll(async () => {
  [ethereum, base] = await Promise.all([
    startLocalChain({
      chainId: 1,
      contracts: new Map<Address, Hex>([
        ...ENS_CONTRACTS,
        [ART, readSampleCode('sample-erc721')],
        [ITEMS, readSampleCode('sample-erc1155')],
        [COIN, readSampleCode('sample-erc20')],
        [OLD, OLD_COIN],
        [TREASURY, fixedContract({})],
        // An account that delegates to a contract, as EIP-7702 lets it.
        [SMART, `0xef0100${ART.slice(2)}`],
      ]),
    }),
    startLocalChain({ chainId: BASE, contracts: new Map([[ELSEWHERE, fixedContract({})]]) }),
  ]);
  const art = [
    'Night Trams',
    'TRAM',
    'Trams.',
    ['<svg xmlns="http://www.w3.org/2000/svg" id="a', '"/>'],
    [{ least: 1, most: 9 }],
  ] as const;
  await sendAll(ethereum, [
    ...leadTo('mira.eth', MIRA),
    ...claim(MIRA, 'mira.eth'),
    ...leadTo('smart.eth', SMART),
    ...claim(SMART, 'smart.eth'),
    ...leadTo('treasury.eth', TREASURY),
    ...claim(TREASURY, 'treasury.eth'),
    ...leadTo('elsewhere.eth', ELSEWHERE),
    ...claim(ELSEWHERE, 'elsewhere.eth'),
    ...claim(ADA, 'mira.eth'),
    call(ART, encodeFunctionData({ abi, functionName: 'describe', args: art })),
    call(ITEMS, encodeFunctionData({ abi, functionName: 'describe', args: art })),
    call(ART, encodeFunctionData({ abi, functionName: 'mint', args: [MIRA, [7n]] })),
    call(COIN, encodeFunctionData({ abi, functionName: 'describe', args: ['Harbor', 'HARBOR', 6] })),
  ]);
  await base.mine();
  service = await startService({ chains: [ethereum, base] });
}, 60_000);
afterAll(async () => {
  await service?.close();
  await Promise.all([ethereum?.stop(), base?.stop()]);
});

async function ask(query: Record<string, string>, status = 200): Promise<Body> {
  const response = await service.get(`/names?${new URLSearchParams(query)}`);
  const body = (await response.json()) as Body;
  expect(response.status, JSON.stringify(body)).toBe(status);
  return body;
}
async function nameOf(of: string): Promise<Named> {
  const { addresses } = await ask({ of });
  expect(addresses).toHaveLength(1);
  return addresses[0] as Named;
}

test('a wallet has the name that leads back to it, on every chain', async () => {
  const account = { kind: 'plain', codeAddress: null, codeName: null };
  const wallet = { tokenId: null, known: true, isContract: false, contract: null, token: null, account };
  const { addresses, resolved } = await ask({ of: `1:${MIRA},${BASE}:${MIRA},1:${NOBODY}` });
  expect(addresses).toMatchObject([
    { ...wallet, chainId: 1, address: getAddress(MIRA), ensName: 'mira.eth' },
    { ...wallet, chainId: BASE, address: getAddress(MIRA), ensName: 'mira.eth' },
    { ...wallet, chainId: 1, address: getAddress(NOBODY), ensName: null },
  ]);
  expect(resolved).toBeNull();
});

test('an address that claims a name of another has none', async () => {
  expect(await nameOf(`1:${ADA}`)).toMatchObject({ known: true, ensName: null });
});

test('an account that delegates to code is no contract', async () => {
  expect(await nameOf(`1:${SMART}`)).toMatchObject({ isContract: false, ensName: 'smart.eth' });
  expect(await nameOf(`${BASE}:${SMART}`)).toMatchObject({ isContract: false, ensName: 'smart.eth' });
});

test('a name of Ethereum is not that of a contract on another chain', async () => {
  expect(await nameOf(`1:${TREASURY}`)).toMatchObject({ isContract: true, ensName: 'treasury.eth' });
  expect(await nameOf(`${BASE}:${TREASURY}`)).toMatchObject({ isContract: false, ensName: null });
  expect(await nameOf(`1:${ELSEWHERE}`)).toMatchObject({ isContract: false, ensName: 'elsewhere.eth' });
  expect(await nameOf(`${BASE}:${ELSEWHERE}`)).toMatchObject({ isContract: true, ensName: null });
});

test('contracts are named in their own words', async () => {
  const trams = { name: 'Night Trams', symbol: 'TRAM', decimals: null };
  expect((await nameOf(`1:${ART}`)).contract).toEqual({ standard: 'ERC721', ...trams });
  expect((await nameOf(`1:${ITEMS}`)).contract).toEqual({ standard: 'ERC1155', ...trams });
  const coin = { standard: 'ERC20', name: 'Harbor', symbol: 'HARBOR', decimals: 6 };
  expect((await nameOf(`1:${COIN}`)).contract).toEqual(coin);
  const old = { standard: 'ERC20', name: 'Maker', symbol: 'MKR', decimals: 18 };
  expect((await nameOf(`1:${OLD}`)).contract).toEqual(old);
  expect(await nameOf(`1:${TREASURY}`)).toMatchObject({ isContract: true, contract: null });
});

test('tokens with metadata on the chain have a name and a picture', async () => {
  const { addresses } = await ask({ of: `1:${ART}:7,1:${ITEMS}:0x8,1:${ART}:9,1:${COIN}:7,1:${MIRA}:7` });
  expect(addresses.map(({ token }) => token?.name)).toEqual([
    'Night Trams #7',
    'Night Trams #8',
    null,
    undefined,
    undefined,
  ]);
  const picture = addresses[0]?.token?.picture ?? '';
  expect(picture).toMatch(/^data:image\/svg\+xml;base64,/);
  expect(Buffer.from(picture.split(',')[1] ?? '', 'base64').toString()).toMatch(/^<svg [^>]*id="a[1-9]"\/>$/);
});

test('a name leads to its address', async () => {
  expect((await ask({ name: 'mira.eth' })).resolved).toEqual({
    name: 'mira.eth',
    known: true,
    address: getAddress(MIRA),
  });
  expect((await ask({ name: ' MIRA.eth' })).resolved).toMatchObject({
    name: 'mira.eth',
    address: getAddress(MIRA),
  });
  expect((await ask({ name: 'nobody.eth' })).resolved).toEqual({
    name: 'nobody.eth',
    known: true,
    address: null,
  });
});

test.each([
  [{}, 'of'],
  [{ of: '' }, 'of'],
  [{ of: MIRA }, 'of'],
  [{ of: `1:${MIRA},` }, 'of'],
  [{ of: `1:${MIRA}:${2n ** 256n}` }, 'of'],
  [{ of: Array.from({ length: 26 }, () => `1:${MIRA}`).join() }, 'of'],
  [{ name: 'mira' }, 'name'],
  [{ name: 'mi\nra.eth' }, 'name'],
  [{ name: 'mi ra.eth' }, 'name'],
])('%o is refused', async (query, parameter) => {
  expect((await ask(query as Record<string, string>, 400)).errors[0]?.parameter).toBe(parameter);
});

test('a chain that is not served is refused', async () => {
  expect((await ask({ of: `10:${MIRA}` }, 400)).errors[0]?.message).toContain('1, 8453');
});

test('a reorg of the block that nodes were asked at leaves nothing unknown', async () => {
  // The API asks at the same block for some seconds.
  expect((await ask({ of: `${BASE}:${address(0xbe4)}` })).addresses).toMatchObject([{ known: true }]);
  await base.reorg(1, [{ transaction: { from: MIRA, ...call(NOBODY, '0x') }, block: 0 }]);
  expect((await ask({ of: `${BASE}:${address(0xaf7)}` })).addresses).toMatchObject([{ known: true }]);
});
