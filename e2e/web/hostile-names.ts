/** Wallets and contracts of a local Ethereum whose names lie, or look like others. */
import type { Call } from '@mandate/contracts';
import { type Address, parseAddress } from '@mandate/core';
import { claim, ENS_CONTRACTS, leadTo, reverseBy } from '@mandate/testing/chain/ens';
import {
  ERC721,
  fixedContract,
  type Reply,
  returnsWord,
  string,
} from '@mandate/testing/chain/fixed-contract';
import type { Hex } from 'viem';

const wallet = (digits: string) => parseAddress(`0x${digits.padEnd(36, '7')}${digits.slice(0, 4)}`);

/** Only the first two have names that may be shown. */
export const WALLETS = {
  mira: wallet('a11ce'),
  /** Leads to its own address, and looks like the name above. */
  twin: wallet('b0b5'),
  forger: wallet('f0f9e5'),
  homograph: wallet('c0ffee'),
  newline: wallet('decade'),
  bidi: wallet('facade'),
  endless: wallet('bedead'),
  html: wallet('dabbed'),
} as const;

/** Addresses that begin and end alike. */
export const POISON = [
  parseAddress('0xabcd111111111111111111111111111111111234'),
  parseAddress('0xabcd222222222222222222222222222222221234'),
] as const;

const ENDLESS_RESOLVER = parseAddress('0x00000000000000000000000000000000000e7599');
const ENDLESS = 100_000;

const SCRIPT = 'window.hacked = true; alert(1)';
export const HOSTILE_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" onload="${SCRIPT}">
<script>${SCRIPT}</script>
<style>circle { fill: teal }</style>
<image href="https://picture.example/spy.png" width="1" height="1"/>
<foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml" onload="${SCRIPT}"><iframe src="https://frame.example"/></body></foreignObject>
<a href="javascript:${SCRIPT}"><circle cx="5" cy="5" r="4"><set attributeName="r" onbegin="${SCRIPT}"/></circle></a></svg>`;
/** Ten lines that ask for ten billion circles. */
const BOMB = `<svg xmlns="http://www.w3.org/2000/svg"><circle id="u0" r="1"/>${Array.from(
  { length: 10 },
  (_, i) => `<g id="u${i + 1}">${`<use href="#u${i}"/>`.repeat(10)}</g>`,
).join('')}<use href="#u10"/></svg>`;

const base64 = (text: string) => Buffer.from(text).toString('base64');
const svgOf = (svg: string) => `data:image/svg+xml;base64,${base64(svg)}`;
const metadata = (image: string, name = 'A token'): Reply =>
  string(`data:application/json;base64,${base64(JSON.stringify({ name, image }))}`);

const currency = (name: string, symbol: string, decimals: number) =>
  fixedContract({
    'name()': string(name),
    'symbol()': string(symbol),
    'decimals()': returnsWord(decimals),
    'totalSupply()': returnsWord(1),
  });
const collection = (name: string, image: string, tokenName?: string) =>
  fixedContract({
    'name()': string(name),
    'symbol()': string('ART'),
    'tokenURI(uint256)': metadata(image, tokenName),
    ...ERC721,
  });

const contract = (digits: string) => parseAddress(`0x${digits.padEnd(40, '9')}`);

export const CONTRACTS = {
  honest: contract('0a01'),
  fakeUsdc: contract('0a02'),
  domain: contract('0a03'),
  breaks: contract('0a04'),
  endless: contract('0a05'),
  script: contract('0a06'),
  bomb: contract('0a07'),
  html: contract('0a08'),
  remote: contract('0a09'),
  sameName: contract('0a0a'),
  manyDecimals: contract('0a0b'),
  coin: contract('0a0c'),
} as const;

const CIRCLE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#246"/><circle cx="5" cy="5" r="3" fill="#fc6"/></svg>';

export const CODE: ReadonlyMap<Address, Hex> = new Map<Address, Hex>([
  ...ENS_CONTRACTS,
  [ENDLESS_RESOLVER, fixedContract({ 'name(bytes32)': string(`${'a'.repeat(ENDLESS)}.eth`) })],
  [CONTRACTS.honest, collection('Night Trams', svgOf(CIRCLE), 'Tram 7')],
  [CONTRACTS.fakeUsdc, currency('USD Coin', 'USDС', 6)],
  [CONTRACTS.domain, collection('mira.eth', svgOf(CIRCLE))],
  [CONTRACTS.breaks, currency('Good\nToken\u202egnp.exe\u200b\u0000 \u2066x\u2069', '\u202e$\n', 18)],
  [CONTRACTS.endless, currency('W'.repeat(ENDLESS), 'S'.repeat(ENDLESS), 18)],
  [CONTRACTS.script, collection(`<img src=x onerror="${SCRIPT}">`, svgOf(HOSTILE_SVG))],
  [CONTRACTS.bomb, collection('Bomb', svgOf(BOMB))],
  [CONTRACTS.html, collection('Page', `data:text/html,<script>${SCRIPT}</script>`)],
  [CONTRACTS.remote, collection('Remote', 'https://picture.example/7.png')],
  [CONTRACTS.sameName, collection('Nіght Trams', svgOf(CIRCLE))],
  [CONTRACTS.manyDecimals, currency('Dust', 'DUST', 77)],
  [CONTRACTS.coin, currency('Harbor', 'HARBOR', 18)],
]);

export const RECORDS: readonly Call[] = [
  ...leadTo('mira.eth', WALLETS.mira),
  ...claim(WALLETS.mira, 'mira.eth'),
  ...leadTo('mlra.eth', WALLETS.twin),
  ...claim(WALLETS.twin, 'mlra.eth'),
  // Claims a name that leads to another wallet.
  ...claim(WALLETS.forger, 'mira.eth'),
  ...leadTo('mirа.eth', WALLETS.homograph),
  ...claim(WALLETS.homograph, 'mirа.eth'),
  ...leadTo('mira.eth\nverified', WALLETS.newline),
  ...claim(WALLETS.newline, 'mira.eth\nverified'),
  ...leadTo('\u202ehte.arim', WALLETS.bidi),
  ...claim(WALLETS.bidi, '\u202ehte.arim'),
  ...reverseBy(WALLETS.endless, ENDLESS_RESOLVER),
  ...leadTo('<b>mira</b>.eth', WALLETS.html),
  ...claim(WALLETS.html, '<b>mira</b>.eth'),
];
