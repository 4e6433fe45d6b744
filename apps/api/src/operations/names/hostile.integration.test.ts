/** Names of contracts and wallets that want to mislead, to execute something, or to take much time. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type LocalChain, startLocalChain } from '@mandate/contracts';
import { type Address, parseAddress } from '@mandate/core';
import { claim, ENS_CONTRACTS, leadTo, resolveBy, reverseBy } from '@mandate/testing/chain/ens';
import {
  ERC721,
  fixedContract,
  type Reply,
  returnsWord,
  string,
} from '@mandate/testing/chain/fixed-contract';
import { type Service, startService } from '@mandate/testing/service/service';
import { until } from '@mandate/testing/until';
import { encodeErrorResult, type Hex, parseAbi, zeroAddress } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';

let next = 0xb000;
const fresh = () => parseAddress(`0x${(next++).toString(16).padStart(40, '0')}`);
const [MIRA, HONEST] = [fresh(), fresh()];

/** Counts who asks for anything: nobody may. */
let fetched = 0;
const trap = createServer((_, response) => {
  fetched++;
  response.end('{}');
});
await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
const TRAP = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;

const lookupAbi = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
]);
const LOOKUP: Reply = {
  reverts: encodeErrorResult({
    abi: lookupAbi,
    errorName: 'OffchainLookup',
    args: [MIRA, [`${TRAP}/{sender}/{data}`], '0x', '0x00000000', '0x'],
  }),
};

/** Names that wallets claim. Each leads to its wallet, so nothing but the name is wrong. */
const CLAIMED = {
  'in capitals': 'Mira.eth',
  'with a Cyrillic letter': 'm\u0456ra.eth',
  'all Cyrillic, like apple': '\u0430\u0440\u0440\u04cf\u0435.eth',
  'with a newline': 'mira\n.eth',
  'with a bidi override': 'mira\u202e.eth',
  'with a zero-width joiner': 'mi\u200dra.eth',
  'with a space': 'mira .eth',
  'with a full-width dot': 'mira\uff0eeth',
  'with markup': '<b>mira</b>.eth',
  'with an encoded label': `[${'ab'.repeat(32)}].eth`,
  'without a dot': 'mira',
  'with an empty label': 'mira..eth',
  'of 65 letters': `${'a'.repeat(61)}.eth`,
};
const claimants = Object.entries(CLAIMED).map(([how, name]) => ({ how, name, wallet: fresh() }));

/** Resolvers of a wallet's name, each with code of its own. */
const RESOLVERS: Readonly<Record<string, Reply>> = {
  'wants a lookup outside the chain': LOOKUP,
  'burns gas': 'burns gas',
  'returns 400 kB': { returns: `0x${'61'.repeat(400_000)}` },
  'returns an enormous offset': { returns: `0x${'ff'.repeat(64)}` },
  'returns bytes that are no text': string(Buffer.from([0xff, 0xfe, 0x2e, 0x65])),
  'returns a name of 100 kB': string(`${'a'.repeat(100_000)}.eth`),
  'returns nothing': { returns: '0x' },
};
const resolvers = Object.entries(RESOLVERS).map(([how, reply]) => ({
  how,
  wallet: fresh(),
  resolver: fresh(),
  code: fixedContract({ 'name(bytes32)': reply, 'addr(bytes32)': reply }),
}));

const COIN = { 'decimals()': returnsWord(18), 'totalSupply()': returnsWord(1) };
const CONTRACTS: Readonly<Record<string, { replies: Record<string, Reply>; named: unknown }>> = {
  'with control and bidi characters': {
    replies: { 'name()': string('USD\u202e\n\u0000Coin'), 'symbol()': string('US\u200bDC') },
    named: { standard: null, name: 'USD Coin', symbol: 'USDC', decimals: null },
  },
  'with a name of 100 kB': {
    replies: { 'name()': string('long '.repeat(20_000)), ...COIN },
    named: { standard: 'ERC20', name: `${'long '.repeat(12)}lon…`, symbol: null, decimals: 18 },
  },
  'that burns gas': {
    replies: { 'name()': 'burns gas', 'symbol()': string('BURN'), 'supportsInterface(bytes4)': 'burns gas' },
    named: { standard: null, name: null, symbol: 'BURN', decimals: null },
  },
  'that returns 400 kB': {
    replies: { 'name()': { returns: `0x${'00'.repeat(400_000)}` }, 'symbol()': string('HUGE') },
    named: { standard: null, name: null, symbol: 'HUGE', decimals: null },
  },
  'that claims every interface': {
    replies: { 'name()': string('Yes'), 'supportsInterface(bytes4)': returnsWord(1) },
    named: { standard: null, name: 'Yes', symbol: null, decimals: null },
  },
  'with impossible decimals': {
    replies: {
      'name()': string('Odd'),
      'decimals()': returnsWord(2n ** 255n),
      'totalSupply()': returnsWord(1),
    },
    named: { standard: null, name: 'Odd', symbol: null, decimals: null },
  },
  'with a name that nobody sees': {
    replies: { 'name()': string('\u200b\u2060'), 'symbol()': string('\u202e') },
    named: null,
  },
  'that wants a lookup outside the chain': { replies: { 'name()': LOOKUP }, named: null },
};
const contracts = Object.entries(CONTRACTS).map(([how, { replies, named }]) => ({
  how,
  named,
  contract: fresh(),
  code: fixedContract(replies),
}));

const json = (metadata: object | string) =>
  string(
    `data:application/json;base64,${Buffer.from(typeof metadata === 'string' ? metadata : JSON.stringify(metadata)).toString('base64')}`,
  );
const svg = (text: string) => `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`;
const NOTHING = { name: null, picture: null };
const LONG_PICTURE = svg(`<svg>${' '.repeat(36_000)}</svg>`);
const TOKENS: Readonly<Record<string, { uri: Reply; token: unknown }>> = {
  'at a URL': { uri: string(`${TRAP}/7.json`), token: NOTHING },
  'at IPFS': { uri: string('ipfs://bafybeigdyrzt/7'), token: NOTHING },
  'that are a page': { uri: string('data:text/html,<script>alert(1)</script>'), token: NOTHING },
  'with a picture at a URL': {
    uri: json({ name: 'Seven', image: `${TRAP}/7.png` }),
    token: { name: 'Seven', picture: null },
  },
  'with a script in the picture': {
    uri: json({ name: '<script>alert(1)</script>', image: svg('<svg><script>alert(1)</script></svg>') }),
    token: { name: '<script>alert(1)</script>', picture: null },
  },
  'with a picture that loads another': {
    uri: json({ name: 'Seven', image: svg(`<svg><image href="${TRAP}"/></svg>`) }),
    token: { name: 'Seven', picture: null },
  },
  'with a page for a picture': {
    uri: json({ name: 'Seven', image: 'data:text/html,hi' }),
    token: { name: 'Seven', picture: null },
  },
  'with a long picture, read in parts': {
    uri: json({ name: 'Seven', image: LONG_PICTURE }),
    token: { name: 'Seven', picture: LONG_PICTURE },
  },
  'of 150 kB': {
    uri: json({ name: 'Seven', image: svg(`<svg>${' '.repeat(80_000)}</svg>`) }),
    token: NOTHING,
  },
  'nested 30,000 deep': { uri: json(`${'['.repeat(15_000)}${']'.repeat(15_000)}`), token: NOTHING },
  'with a prototype': { uri: json('{"__proto__":{"name":"x"},"name":{"toString":1}}'), token: NOTHING },
  'that are no JSON': { uri: json('{'), token: NOTHING },
  'that burn gas': { uri: 'burns gas', token: NOTHING },
  'that want a lookup outside the chain': { uri: LOOKUP, token: NOTHING },
};
const tokens = Object.entries(TOKENS).map(([how, { uri, token }]) => ({
  how,
  token,
  contract: fresh(),
  code: fixedContract({ 'name()': string('Art'), 'tokenURI(uint256)': uri, ...ERC721 }),
}));

let chain: LocalChain;
let service: Service;

beforeAll(async () => {
  chain = await startLocalChain({
    chainId: 1,
    contracts: new Map<Address, Hex>([
      ...ENS_CONTRACTS,
      [HONEST, fixedContract({ 'name()': string('Honest'), ...COIN })],
      ...resolvers.map(({ resolver, code }) => [resolver, code] as const),
      ...[...contracts, ...tokens].map(({ contract, code }) => [contract, code] as const),
    ]),
  });
  const calls = [
    ...leadTo('mira.eth', MIRA),
    ...claim(MIRA, 'mira.eth'),
    ...claimants.flatMap(({ wallet, name }) => [...leadTo(name, wallet), ...claim(wallet, name)]),
    ...resolvers.flatMap(({ wallet, resolver }, i) => [
      ...reverseBy(wallet, resolver),
      ...resolveBy(`hostile${i}.eth`, resolver),
    ]),
    ...resolveBy('zero.eth', zeroAddress as Address),
    ...resolveBy('nocode.eth', MIRA),
  ];
  for (const call of calls) await chain.send({ from: MIRA, ...call });
  await chain.mine();
  service = await startService({ chains: [chain] });
}, 60_000);
afterAll(async () => {
  await service?.close();
  await chain?.stop();
  trap.close();
});

interface Body {
  readonly addresses: readonly { known: boolean; ensName: unknown; contract: unknown; token: unknown }[];
  readonly resolved: unknown;
}

/** Asks again while the machine is busy with other tests. */
async function ask(query: Record<string, string>): Promise<Body> {
  return until('the service answers', async () => {
    const response = await service.get(`/names?${new URLSearchParams(query)}`);
    const body = await response.text();
    if (response.status === 503) return null;
    expect(response.status, body).toBe(200);
    return JSON.parse(body) as Body;
  });
}
async function nameOf(of: string) {
  const { addresses } = await ask({ of: `${of},1:${MIRA},1:${HONEST}` });
  const [own, mira, honest] = addresses;
  // Nothing that a hostile one does changes the answers about others.
  expect([mira?.ensName, honest?.contract]).toMatchObject(['mira.eth', { name: 'Honest' }]);
  return own;
}

test.each(claimants)('a name $how is no name', async ({ wallet }) => {
  expect(await nameOf(`1:${wallet}`)).toMatchObject({ known: true, ensName: null });
});

test.each(resolvers)('a resolver that $how gives no name', async ({ wallet }) => {
  expect(await nameOf(`1:${wallet}`)).toMatchObject({ known: true, ensName: null });
});

test('a name whose resolver is hostile leads nowhere', async () => {
  const names = [...resolvers.keys()].map((i) => `hostile${i}.eth`);
  for (const name of [...names, 'zero.eth', 'nocode.eth'])
    expect((await ask({ name })).resolved).toEqual({ name, known: true, address: null });
});

test.each(contracts)('a contract $how', async ({ contract, named }) => {
  expect(await nameOf(`1:${contract}`)).toMatchObject({ known: true, isContract: true });
  expect((await nameOf(`1:${contract}`))?.contract).toEqual(named);
});

test.each(tokens)('metadata $how', async ({ contract, token }) => {
  expect((await nameOf(`1:${contract}:7`))?.token).toEqual(token);
});

test('nothing was fetched from anywhere', () => {
  expect(fetched).toBe(0);
});
